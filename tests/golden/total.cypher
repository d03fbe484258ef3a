// $cluster = ['prod']
// $namespace = ['shop']
MATCH (n:Deployment)
WHERE n.goneAt IS NULL AND n.cluster IN $cluster AND n.namespace IN $namespace
RETURN count(n) AS total

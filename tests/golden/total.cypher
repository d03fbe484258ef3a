// $cluster = ['prod']
// $namespace = ['shop']
MATCH (n:Deployment:Record)
WHERE n.kind = 'Deployment' AND n.goneAt IS NULL AND n.cluster IN $cluster AND n.namespace IN $namespace
RETURN count(n) AS total

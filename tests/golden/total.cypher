// $cluster = ['prod']
// $namespace = ['shop']
MATCH (n:Deployment:Record)
WHERE n.kind = 'Deployment' AND NOT n:Gone AND n.cluster IN $cluster AND n.namespace IN $namespace
RETURN count(n) AS total

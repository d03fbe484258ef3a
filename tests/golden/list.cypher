// $cluster = ['prod']
// $namespace = ['shop']
// $limit = 100
MATCH (n:Deployment:Record)
WHERE n.cluster IN $cluster AND n.namespace IN $namespace AND n.kind = 'Deployment' AND NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, total
ORDER BY n.name, n.uid

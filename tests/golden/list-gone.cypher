// $cluster = ['prod']
// $limit = 100
MATCH (n:Pod:Record)
WHERE n.kind = 'Pod' AND n.cluster IN $cluster
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1
ORDER BY n.name, n.uid

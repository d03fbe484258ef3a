// $cluster = ['prod']
// $phase = 'Failed'
// $restarts = 10
// $limit = 100
MATCH (n:Pod:Record)
WHERE n.kind = 'Pod' AND NOT n:Gone AND n.cluster IN $cluster AND ((n.phase = $phase) OR (n.restarts > $restarts))
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1
ORDER BY n.name, n.uid

// $cluster = ['prod']
// $podIp = '10.0.0.7'
// $limit = 100
MATCH (n:Pod:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Pod' AND NOT n:Gone AND n.podIp = $podIp
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1, total
ORDER BY n.name, n.uid

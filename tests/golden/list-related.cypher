// $cluster = ['prod']
// $ready = True
// $limit = 100
MATCH (n:Pod:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Pod' AND NOT n:Gone AND EXISTS { MATCH (n)-[r:RUNS_ON]->(m:Node) WHERE r.goneAt IS NULL AND NOT m:Gone AND m.ready = $ready }
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1, total
ORDER BY n.name, n.uid

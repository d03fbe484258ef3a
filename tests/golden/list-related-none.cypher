// $cluster = ['prod']
// $limit = 100
MATCH (n:Application:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Application' AND NOT n:Gone AND NOT EXISTS { MATCH (n)-[r:OWNED_BY]->(m:Record) WHERE r.goneAt IS NULL }
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1, total
ORDER BY n.name, n.uid

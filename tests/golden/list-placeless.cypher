// $cluster = ['prod']
// $limit = 100
MATCH (n:Team)
WHERE EXISTS { MATCH (n)-[r]-(x:Record) WHERE r.goneAt IS NULL AND x.cluster IN $cluster } AND NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, total
ORDER BY n.name, n.uid

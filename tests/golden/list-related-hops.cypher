// $limit = 100
MATCH (n:Pod)
WHERE NOT n:Gone AND EXISTS { MATCH (n) (()-[r:PART_OF WHERE r.goneAt IS NULL]->()){1,3} (m:Application) WHERE NOT m:Gone }
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

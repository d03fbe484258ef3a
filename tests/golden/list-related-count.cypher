// $count = 3
// $limit = 100
MATCH (n:Deployment)
WHERE NOT n:Gone AND COUNT { MATCH (n)<-[r:PART_OF]-(m:Pod) WHERE r.goneAt IS NULL AND NOT m:Gone RETURN DISTINCT m } > $count
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

// $application = ['shop']
// $limit = 100
MATCH (w:Application) WHERE w.name IN $application
MATCH (w) (()<-[p:PART_OF]-(b) WHERE p.goneAt IS NULL){0,4} (n:Pod)
WITH DISTINCT n
WHERE NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

// $application = ['shop']
// $limit = 100
MATCH (n:Pod)
WHERE n.goneAt IS NULL AND EXISTS { MATCH (n) (()-[p:PART_OF WHERE p.goneAt IS NULL]->()){1,4} (a:Application) WHERE a.name IN $application }
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2
ORDER BY n.name, n.uid

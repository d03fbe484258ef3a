// $team = ['payments']
// $limit = 100
MATCH (n:Pod)
WHERE n.goneAt IS NULL AND EXISTS { MATCH (n) ((b)-[p:PART_OF]->() WHERE p.goneAt IS NULL AND NOT EXISTS { (b)-[w:OWNED_BY]->() WHERE w.goneAt IS NULL }){0,4} ()-[r:OWNED_BY]->(t) WHERE r.goneAt IS NULL AND t.name IN $team }
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2
ORDER BY n.name, n.uid

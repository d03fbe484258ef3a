// $cluster = ['prod']
// $tagsKey = 'team='
// $limit = 5
MATCH (n:Deployment:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Deployment' AND NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH total, COUNT { MATCH (n)<-[r3:PART_OF]-(m4:Pod) WHERE r3.goneAt IS NULL AND NOT m4:Gone RETURN DISTINCT m4 } AS ordered, collect(n) AS tied ORDER BY ordered IS NULL, ordered DESC LIMIT $limit
UNWIND tied AS n
WITH n, total, ordered
WITH n, total, ordered ORDER BY ordered IS NULL, ordered DESC, n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, [CASE WHEN n.ownership IS NULL THEN COLLECT { MATCH (n) ((b)-[p:PART_OF]->() WHERE p.goneAt IS NULL AND b.ownership IS NULL AND NOT EXISTS { (b)-[v:OWNED_BY]->() WHERE v.goneAt IS NULL }){0,4} ()-[o2:OWNED_BY]->(t2:Record) WHERE o2.goneAt IS NULL RETURN DISTINCT [t2.name, t2.uid] AS e ORDER BY e[0], e[1] LIMIT 50 } ELSE COLLECT { MATCH (n)-[o:OWNED_BY]->(t:Record) WHERE o.goneAt IS NULL RETURN DISTINCT [t.name, t.uid] AS e ORDER BY e[0], e[1] LIMIT 50 } END, n.ownership] AS c1, [COLLECT { MATCH (n)-[g:MANAGED_BY|DERIVED_FROM]->(m:Record) WHERE g.goneAt IS NULL RETURN DISTINCT [m.name, m.uid] AS e ORDER BY e[0], e[1] LIMIT 50 }, n.managedBy, n.management] AS c2, COLLECT { MATCH (n) (()-[p2:PART_OF WHERE p2.goneAt IS NULL]->()){1,4} (a:Application) RETURN DISTINCT [a.name, a.uid] AS e ORDER BY e[0], e[1] LIMIT 50 } AS c3, [n.cluster, n.namespace, n.environment] AS c4, coalesce(head(COLLECT { MATCH (whole:Record {uid: coalesce(n.scope, '')}) WHERE n.missedAt IS NULL AND NOT n:Gone|Change|Scan AND whole.completeAt > n.observedAt RETURN whole.completeAt }), n.observedAt) AS c5, n.confidence AS c6, [COUNT { MATCH (n)<-[r:PART_OF]-(m2:Pod) WHERE r.goneAt IS NULL AND NOT m2:Gone RETURN DISTINCT m2 }, COLLECT { MATCH (n)<-[r:PART_OF]-(m2:Pod) WHERE r.goneAt IS NULL AND NOT m2:Gone RETURN DISTINCT m2.uid AS u ORDER BY u LIMIT 50 }] AS c7, COLLECT { MATCH (n)-[r2:BUILT_FROM]->(m3:Repository) WHERE r2.goneAt IS NULL AND NOT m3:Gone WITH DISTINCT m3 ORDER BY m3.name, m3.uid LIMIT 50 RETURN [m3.url, m3.uid] } AS c8, head([e IN n.tags WHERE e STARTS WITH $tagsKey | substring(e, size($tagsKey))]) AS c9, total
ORDER BY ordered IS NULL, ordered DESC, n.name, n.uid

// $limit = 100
MATCH (n:Deployment)
WHERE NOT n:Gone
WITH n, head([w IN [CASE WHEN n.ownership IS NULL THEN COLLECT { MATCH (n) ((b)-[p:PART_OF]->() WHERE p.goneAt IS NULL AND b.ownership IS NULL AND NOT EXISTS { (b)-[v:OWNED_BY]->() WHERE v.goneAt IS NULL }){0,4} ()-[o2:OWNED_BY]->(t2:Record) WHERE o2.goneAt IS NULL RETURN DISTINCT [t2.name, t2.uid] AS e ORDER BY e[0], e[1] LIMIT 50 } ELSE COLLECT { MATCH (n)-[o:OWNED_BY]->(t:Record) WHERE o.goneAt IS NULL RETURN DISTINCT [t.name, t.uid] AS e ORDER BY e[0], e[1] LIMIT 50 } END] | CASE WHEN w = [] THEN CASE WHEN n.ownership IN ['unowned', 'unowned on purpose'] THEN [n.ownership] ELSE [] END ELSE [e IN w | e[0]] END]) AS l0
UNWIND CASE WHEN l0 IS NULL OR l0 = [] THEN [null] ELSE l0 END AS k0
WITH k0, count(n) AS value, count(n) AS members, count(n) AS known, collect(n)[..100] AS behind
WITH k0, value, members, known, behind ORDER BY value IS NULL, value DESC, k0 IS NULL, k0
WITH collect([k0, value, members, known, behind]) AS groups
UNWIND groups[..$limit] AS g
RETURN g[0] AS k0, g[1] AS value, g[2] AS members, g[3] AS known,
[b IN g[4] | b.uid] AS uids, size(groups) AS total

// $limit = 100
MATCH (n:Deployment)
WHERE NOT n:Gone
OPTIONAL MATCH (n)-[o:OWNED_BY]->(t:Record) WHERE o.goneAt IS NULL
WITH DISTINCT n, t
WITH n, t, CASE WHEN t IS NOT NULL THEN null WHEN n.ownership IS NULL THEN [e IN COLLECT { MATCH (n) ((b)-[p:PART_OF]->() WHERE p.goneAt IS NULL AND b.ownership IS NULL AND NOT EXISTS { (b)-[v:OWNED_BY]->() WHERE v.goneAt IS NULL }){0,4} ()-[o2:OWNED_BY]->(t2:Record) WHERE o2.goneAt IS NULL RETURN DISTINCT [t2.name, t2.uid] AS e ORDER BY e[0], e[1] LIMIT 50 } | e[0]] WHEN n.ownership IN ['unowned', 'unowned on purpose'] THEN [n.ownership] ELSE [] END AS l0
WITH t, l0, count(n) AS held, collect(n) AS some
UNWIND CASE WHEN t IS NOT NULL THEN [t.name] WHEN l0 = [] THEN [null] ELSE l0 END AS k0
WITH k0, sum(held) AS value, reduce(s = [], e IN collect(some) | s + e[..100]) AS behind
WITH k0, value, value AS members, value AS known, behind
WITH k0, value, members, known, behind ORDER BY value IS NULL, value DESC, k0 IS NULL, k0
WITH collect([k0, value, members, known, behind]) AS groups
WITH groups[..$limit] AS shown, size(groups) AS total, reduce(every = 0, g IN groups | every + g[2]) AS everything, CASE WHEN size(groups) > 10 THEN 20 ELSE 100 END AS most
UNWIND shown AS g
RETURN g[0] AS k0, g[1] AS value, g[2] AS members, g[3] AS known,
[b IN g[4][..most] | b.uid] AS uids, total, everything

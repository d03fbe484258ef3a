// $limit = 100
MATCH (n:Deployment)
WHERE n.goneAt IS NULL
WITH n, coalesce([e IN nullIf(COLLECT { MATCH (n) ((b)-[p:PART_OF]->() WHERE p.goneAt IS NULL AND b.ownership IS NULL AND NOT EXISTS { (b)-[v:OWNED_BY]->() WHERE v.goneAt IS NULL }){0,4} ()-[o:OWNED_BY]->(t:Record) WHERE o.goneAt IS NULL RETURN DISTINCT [t.name, t.uid] AS e ORDER BY e[0], e[1] LIMIT 50 }, []) | e[0]], CASE WHEN n.ownership IN ['unowned', 'unowned on purpose'] THEN [n.ownership] ELSE [] END) AS l0
UNWIND CASE WHEN l0 IS NULL OR l0 = [] THEN [null] ELSE l0 END AS k0
WITH k0, count(n) AS value, count(n) AS members, count(n) AS known, collect(n)[..100] AS behind
RETURN k0, value, members, known, [b IN behind | b.uid] AS uids
ORDER BY value IS NULL, value DESC, k0 IS NULL, k0 LIMIT $limit

// $cluster = ['prod']
// $having = 10
// $limit = 100
MATCH (n:Pod:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Pod' AND NOT n:Gone
WITH n, n.namespace AS k0
WITH n, k0, COLLECT { MATCH (n)-[r:RUNS_ON]->(m:Node) WHERE r.goneAt IS NULL AND NOT m:Gone AND m.name IS NOT NULL RETURN DISTINCT m.name AS v ORDER BY v } AS l1
UNWIND CASE WHEN l1 IS NULL OR l1 = [] THEN [null] ELSE l1 END AS k1
WITH k0, k1, count(n) AS value, count(n) AS members, count(n) AS known, collect(n) AS behind
WHERE value > $having
WITH k0, k1, value, members, known, behind ORDER BY value IS NULL, value DESC, k0 IS NULL, k0, k1 IS NULL, k1
WITH collect([k0, k1, value, members, known, behind]) AS groups
WITH groups[..$limit] AS shown, size(groups) AS total, reduce(every = 0, g IN groups | every + g[3]) AS everything, CASE WHEN size(groups) > 10 THEN 20 ELSE 100 END AS most
UNWIND shown AS g
RETURN g[0] AS k0, g[1] AS k1, g[2] AS value, g[3] AS members, g[4] AS known,
[b IN g[5][..most] | b.uid] AS uids, total, everything

// $percentile = 0.95
// $limit = 100
MATCH (n:Pod)
WHERE NOT n:Gone
WITH n, n.namespace AS k0
WITH k0, percentileCont(n.restarts, $percentile) AS value, count(n) AS members, count(n.restarts) AS known, collect(n) AS behind
WITH k0, value, members, known, behind ORDER BY value IS NULL, value DESC, k0 IS NULL, k0
WITH collect([k0, value, members, known, behind]) AS groups
WITH groups[..$limit] AS shown, size(groups) AS total, reduce(every = 0, g IN groups | every + g[2]) AS everything, CASE WHEN size(groups) > 10 THEN 20 ELSE 100 END AS most
UNWIND shown AS g
RETURN g[0] AS k0, g[1] AS value, g[2] AS members, g[3] AS known,
[b IN g[4][..most] | b.uid] AS uids, total, everything

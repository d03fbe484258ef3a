// $percentile = 0.95
// $limit = 100
MATCH (n:Pod)
WHERE n.goneAt IS NULL
WITH n, n.namespace AS k0
WITH k0, percentileCont(n.restarts, $percentile) AS value, count(n) AS members, count(n.restarts) AS known, collect(n)[..100] AS behind
RETURN k0, value, members, known, [b IN behind | b.uid] AS uids
ORDER BY value IS NULL, value DESC, k0 IS NULL, k0 LIMIT $limit

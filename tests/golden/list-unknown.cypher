// $limit = 100
MATCH (n:Database)
WHERE NOT n:Gone
WITH collect(CASE WHEN n.encrypted IS NULL THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.kind AS c1, n.account AS c2, n.region AS c3, total, population
ORDER BY n.name, n.uid

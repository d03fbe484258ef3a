// $state = 'terminated'
// $limit = 100
MATCH (n:EC2Instance)
WHERE (NOT n:Gone OR coalesce(n.state IN ['terminated'], false))
WITH collect(CASE WHEN n.state = $state THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.account AS c1, n.region AS c2, total, population
ORDER BY n.name, n.uid

// $launchedAt = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.timezone.utc)
// $limit = 100
MATCH (n:EC2Instance)
WHERE NOT n:Gone AND NOT coalesce(n.state IN ['terminated'], false)
WITH collect(CASE WHEN n.launchedAt < $launchedAt THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH total, population, n.launchedAt AS ordered, collect(n) AS tied ORDER BY ordered IS NULL, ordered DESC LIMIT $limit
UNWIND tied AS n
WITH n, total, population, ordered
WITH n, total, population, ordered ORDER BY ordered IS NULL, ordered DESC, n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.account AS c1, n.region AS c2, n.launchedAt AS c3, total, population
ORDER BY ordered IS NULL, ordered DESC, n.name, n.uid

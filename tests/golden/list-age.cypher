// $launchedAt = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.timezone.utc)
// $limit = 100
MATCH (n:EC2Instance)
WHERE NOT n:Gone AND NOT coalesce(n.state IN ['terminated'], false) AND n.launchedAt < $launchedAt
WITH n, n.launchedAt AS ordered ORDER BY ordered IS NULL, ordered DESC, n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.account AS c1, n.region AS c2, n.launchedAt AS c3
ORDER BY ordered IS NULL, ordered DESC, n.name, n.uid

// $encrypted = False
// $limit = 100
MATCH (n:Database)
WHERE NOT n:Gone AND n.encrypted = $encrypted
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.kind AS c1, n.account AS c2, n.region AS c3
ORDER BY n.name, n.uid

// $state = 'terminated'
// $limit = 100
MATCH (n:EC2Instance)
WHERE (NOT n:Gone OR coalesce(n.state IN ['terminated'], false)) AND n.state = $state
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.account AS c1, n.region AS c2
ORDER BY n.name, n.uid

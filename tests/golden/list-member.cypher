// $images = 'shop:1'
// $limit = 100
MATCH (n:Deployment)
WHERE NOT n:Gone AND $images IN n.images
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, n.images AS c3
ORDER BY n.name, n.uid

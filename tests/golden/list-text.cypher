// $name = 'api'
// $limit = 100
MATCH (n:Deployment)
WHERE NOT n:Gone
WITH collect(CASE WHEN toLower(n.name) CONTAINS $name THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total, population
ORDER BY n.name, n.uid

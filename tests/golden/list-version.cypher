// $engineVersion = '00000000140000000002'
// $limit = 100
MATCH (n:RDSInstance)
WHERE NOT n:Gone
WITH collect(CASE WHEN reduce(k = '', e IN split(replace(replace(replace(CASE WHEN toLower(n.engineVersion) STARTS WITH 'v' THEN substring(toLower(n.engineVersion), 1) ELSE toLower(n.engineVersion) END, '-', '.'), '+', '.'), '_', '.'), '.')[..2] | k + right('0000000000' + e, 10)) < $engineVersion THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.account AS c1, n.region AS c2, n.engineVersion AS c3, total, population
ORDER BY n.name, n.uid

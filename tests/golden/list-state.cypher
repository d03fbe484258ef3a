// $account = ['012345671234']
// $region = ['eu-west-1']
// $state = 'running'
// $limit = 100
MATCH (n:EC2Instance:Record)
WHERE n.account IN $account AND n.region IN $region AND n.kind = 'EC2Instance' AND NOT n:Gone AND NOT coalesce(n.state IN ['terminated'], false)
WITH collect(CASE WHEN n.state = $state THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, total, population
ORDER BY n.name, n.uid

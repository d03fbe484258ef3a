// $account = ['012345671234']
// $region = ['eu-west-1']
// $state = 'running'
// $limit = 100
MATCH (n:EC2Instance:Record)
WHERE n.kind = 'EC2Instance' AND NOT n:Gone AND NOT coalesce(n.state IN ['terminated'], false) AND n.account IN $account AND n.region IN $region AND n.state = $state
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0
ORDER BY n.name, n.uid

// $account = ['012345671234']
// $region = ['eu-west-1']
MATCH (n:EC2Instance:Record)
WHERE n.account IN $account AND n.region IN $region AND n.kind = 'EC2Instance' AND NOT n:Gone AND NOT coalesce(n.state IN ['terminated'], false)
RETURN count(n) AS value, count(n) AS members, count(n) AS known

// $account = ['012345671234']
// $region = ['eu-west-1']
MATCH (n:Volume:Record)
WHERE n.account IN $account AND n.region IN $region AND n.kind = 'Volume' AND NOT n:Gone
RETURN CASE WHEN count(n.sizeGiB) = 0 THEN null ELSE sum(n.sizeGiB) END AS value, count(n) AS members, count(n.sizeGiB) AS known

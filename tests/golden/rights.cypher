// $account = ['012345671234']
// $cluster = ['prod']
// $limit = 100
MATCH (n:Deployment)
WHERE (((n.account IS NOT NULL OR n.cluster IS NOT NULL) AND (n.account IS NULL OR n.account IN $account) AND (n.cluster IS NULL OR n.cluster IN $cluster)) OR (n.account IS NULL AND n.region IS NULL AND n.cluster IS NULL AND n.namespace IS NULL AND n.environment IS NULL AND EXISTS { MATCH (n)--(y:Record) WHERE (y.account IS NOT NULL OR y.cluster IS NOT NULL) AND (y.account IS NULL OR y.account IN $account) AND (y.cluster IS NULL OR y.cluster IN $cluster) })) AND NOT n:Gone AND EXISTS { MATCH (n)-[r:DEPENDS_ON]->(m:Record) WHERE r.goneAt IS NULL AND (((m.account IS NOT NULL OR m.cluster IS NOT NULL) AND (m.account IS NULL OR m.account IN $account) AND (m.cluster IS NULL OR m.cluster IN $cluster)) OR (m.account IS NULL AND m.region IS NULL AND m.cluster IS NULL AND m.namespace IS NULL AND m.environment IS NULL AND EXISTS { MATCH (m)--(y2:Record) WHERE (y2.account IS NOT NULL OR y2.cluster IS NOT NULL) AND (y2.account IS NULL OR y2.account IN $account) AND (y2.cluster IS NULL OR y2.cluster IN $cluster) })) }
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

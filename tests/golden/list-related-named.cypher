// $uids = ['k8s://prod//Node//n']
// $limit = 100
MATCH (m:Record) WHERE m.uid IN $uids
MATCH (n:Pod)-[r:RUNS_ON]->(m:Record) WHERE r.goneAt IS NULL AND m.uid IN $uids
WITH DISTINCT n
WHERE NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

// $repository = ['acme/checkout']
// $limit = 100
MATCH (n:Deployment)
WHERE (EXISTS { MATCH (n) (()-[p:PART_OF WHERE p.goneAt IS NULL]->()){0,4} ()-[r:BUILT_FROM|DEPLOYED_FROM|DECLARED_IN]->(c:Repository) WHERE r.goneAt IS NULL AND (c.name IN $repository OR any(q IN $repository WHERE c.uid = 'repo://' + q OR c.uid ENDS WITH '/' + q)) }) AND NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

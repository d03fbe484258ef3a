// $source = 'a'
// $target = 'b'
MATCH (a:Record {uid: $source}), (b:Record {uid: $target})
MATCH p = allShortestPaths((a)-[:PART_OF|RUNS_ON|RUNS_AS|ASSUMES|ROUTES_TO|EXPOSED_BY|DEPENDS_ON|MOUNTS|STORED_ON|ATTACHED_TO|SCALES|BUILT_FROM|DEPLOYED_FROM|RULE_OF|RUNS_IMAGE|GRANTS|GRANTED_TO|APPLIES_TO|ENCRYPTED_BY|COPY_OF*..4]-(b))
WHERE all(r IN relationships(p) WHERE r.goneAt IS NULL)
RETURN [n IN nodes(p) | {uid: n.uid, kind: n.kind, name: n.name}] AS ends,
[r IN relationships(p) | {type: type(r), source: startNode(r).uid, confidence: r.confidence}] AS steps
LIMIT 100

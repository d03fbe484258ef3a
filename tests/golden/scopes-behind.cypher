// $cluster = ['prod']
// $namespace = ['shop']
// $kinds = ['Pod']
MATCH (n:Scope)
WHERE n.goneAt IS NULL AND n.source <> 'rules' AND (any(k IN n.kinds WHERE k IN $kinds) OR (coalesce(size(n.kinds), 0) = 0 AND n.outcome IN ['denied', 'failed']))
WITH n, (n.cluster IN $cluster OR (n.account IS NULL AND n.cluster IS NULL)) AND (n.namespace IS NULL OR n.namespace IN ['', 'global', 'aws-global'] OR n.namespace IN $namespace) AS inside
RETURN inside, collect(DISTINCT n.kinds) AS kinds,
sum(CASE WHEN n.completeAt IS NOT NULL OR n.outcome IN ['complete', 'not offered', 'partial'] THEN 1 ELSE 0 END) AS read,
min(CASE WHEN n.outcome = 'not offered' THEN null ELSE n.completeAt END) AS oldest,
collect(CASE WHEN inside AND NOT n.outcome IN ['complete', 'not offered'] THEN {uid: n.uid, words: n.words, outcome: n.outcome, since: n.since, reason: n.reason, missing: n.missing} ELSE null END)[..200] AS unread

// $rules = ['owner/k8s']
UNWIND $rules AS rule
OPTIONAL MATCH (n:Record {uid: 'scope://rules/' + rule})
RETURN rule, count(n) AS scopes,
sum(CASE WHEN n.completeAt IS NOT NULL OR n.outcome IN ['complete', 'not offered', 'partial'] THEN 1 ELSE 0 END) AS read,
min(CASE WHEN n.outcome = 'not offered' THEN null ELSE n.completeAt END) AS oldest,
collect(CASE WHEN n.uid IS NOT NULL AND NOT n.outcome IN ['complete', 'not offered', 'partial'] THEN {words: n.words, outcome: n.outcome, since: n.since, reason: n.reason, missing: n.missing} ELSE null END)[..200] AS unread

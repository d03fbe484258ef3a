// $holds = ['Pod', '*']
// $kinds = ['Pod']
// $cluster = ['prod']
// $namespace = ['shop']
MATCH (n:Scope)
WHERE n.cluster IN $cluster AND (n.namespace IS NULL OR n.namespace IN ['', 'global', 'aws-global'] OR n.namespace IN $namespace) AND n.source <> 'rules' AND n.holds IN $holds AND (any(k IN n.kinds WHERE k IN $kinds) OR (size(n.kinds) = 0 AND n.outcome IN ['denied', 'failed'] AND NOT n.uid CONTAINS '/joined/'))
RETURN collect(DISTINCT n.kinds) AS kinds,
sum(CASE WHEN n.completeAt IS NOT NULL OR n.outcome IN ['complete', 'not offered', 'partial'] THEN 1 ELSE 0 END) AS read,
min(CASE WHEN n.outcome = 'not offered' THEN null ELSE n.completeAt END) AS oldest,
collect(CASE WHEN NOT n.outcome IN ['complete', 'not offered'] THEN {words: n.words, outcome: n.outcome, since: n.since, reason: n.reason, missing: n.missing} ELSE null END)[..200] AS unread
UNION ALL MATCH (n:Scope)
WHERE n.outcome IN ['denied', 'failed'] AND n.account IS NULL AND n.cluster IS NULL AND n.source <> 'rules' AND n.holds IN $holds AND (any(k IN n.kinds WHERE k IN $kinds) OR (size(n.kinds) = 0 AND n.outcome IN ['denied', 'failed'] AND NOT n.uid CONTAINS '/joined/'))
RETURN collect(DISTINCT n.kinds) AS kinds,
sum(CASE WHEN n.completeAt IS NOT NULL OR n.outcome IN ['complete', 'not offered', 'partial'] THEN 1 ELSE 0 END) AS read,
min(CASE WHEN n.outcome = 'not offered' THEN null ELSE n.completeAt END) AS oldest,
collect(CASE WHEN NOT n.outcome IN ['complete', 'not offered'] THEN {words: n.words, outcome: n.outcome, since: n.since, reason: n.reason, missing: n.missing} ELSE null END)[..200] AS unread

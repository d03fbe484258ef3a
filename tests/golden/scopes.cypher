// $kinds = ['Pod']
// $holds = ['Pod', '*']
// $cluster = ['prod']
// $namespace = ['shop']
MATCH (n:Scope)
WHERE n.holds IN $holds AND any(k IN n.kinds WHERE k IN $kinds) AND n.cluster IN $cluster AND (n.namespace IS NULL OR n.namespace IN ['', 'global', 'aws-global'] OR n.namespace IN $namespace) AND NOT n.outcome IN ['complete', 'not offered']
RETURN n {.uid, .source, .kinds, .words, .name, .account, .region, .cluster, .namespace, .repository, .outcome, .reason, .missing, .records, triedAt: toString(n.triedAt), completeAt: toString(n.completeAt), since: toString(n.since)} AS scope ORDER BY n.words, n.uid

// $cluster = ['prod']
// $from = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.timezone.utc)
// $limit = 100
MATCH (n:Change:Record)
WHERE n.cluster IN $cluster AND n.at >= $from AND n.kind = 'Change' AND NOT n:Gone
WITH n ORDER BY n.at DESC, n.uid LIMIT $limit
RETURN n.uid AS uid, n.at AS c0, n.subject AS c1, n.action AS c2, n.field AS c3, n.before AS c4, n.after AS c5, n.actor AS c6
ORDER BY n.at DESC, n.uid

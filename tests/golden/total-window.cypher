// $cluster = ['prod']
// $from = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.timezone.utc)
MATCH (n:Change:Record)
WHERE n.cluster IN $cluster AND n.at >= $from AND n.kind = 'Change' AND NOT n:Gone
RETURN count(n) AS total

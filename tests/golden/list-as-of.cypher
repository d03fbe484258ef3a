// $asOf = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.timezone.utc)
// $cluster = ['prod']
// $replicas = 2
// $limit = 100
MATCH (n:Deployment:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Deployment' AND coalesce(n.firstSeen, $asOf) <= $asOf AND (n.goneAt IS NULL OR n.goneAt > $asOf)
WITH collect(CASE WHEN CASE WHEN n.changedAt <= $asOf THEN n.replicas ELSE coalesce(head(COLLECT { MATCH (n)<-[:CHANGE_OF]-(h:Change) WHERE h.field = 'replicas' AND h.at > $asOf AND coalesce(h.subjectUid, n.uid) = n.uid RETURN [toInteger(h.before)] AS was ORDER BY h.at, h.uid LIMIT 1 }), [n.replicas])[0] END > $replicas THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1, CASE WHEN n.changedAt <= $asOf THEN n.replicas ELSE coalesce(head(COLLECT { MATCH (n)<-[:CHANGE_OF]-(h2:Change) WHERE h2.field = 'replicas' AND h2.at > $asOf AND coalesce(h2.subjectUid, n.uid) = n.uid RETURN [toInteger(h2.before)] AS was ORDER BY h2.at, h2.uid LIMIT 1 }), [n.replicas])[0] END AS c2, total, population
ORDER BY n.name, n.uid

// $asOf = datetime.datetime(2026, 11, 30, 12, 0, tzinfo=datetime.timezone.utc)
// $cluster = ['prod']
// $replicas = 2
// $limit = 100
MATCH (n:Deployment)
WHERE coalesce(n.firstSeen, $asOf) <= $asOf AND (n.goneAt IS NULL OR n.goneAt > $asOf) AND n.cluster IN $cluster AND coalesce(head(COLLECT { MATCH (n)<-[:CHANGE_OF]-(h:Change) WHERE h.field = 'replicas' AND h.at > $asOf RETURN [toInteger(h.before)] AS was ORDER BY h.at, h.uid LIMIT 1 }), [n.replicas])[0] > $replicas
WITH n ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, coalesce(head(COLLECT { MATCH (n)<-[:CHANGE_OF]-(h2:Change) WHERE h2.field = 'name' AND h2.at > $asOf RETURN [h2.before] AS was ORDER BY h2.at, h2.uid LIMIT 1 }), [n.name])[0] AS c0, coalesce(head(COLLECT { MATCH (n)<-[:CHANGE_OF]-(h3:Change) WHERE h3.field = 'namespace' AND h3.at > $asOf RETURN [h3.before] AS was ORDER BY h3.at, h3.uid LIMIT 1 }), [n.namespace])[0] AS c1, coalesce(head(COLLECT { MATCH (n)<-[:CHANGE_OF]-(h4:Change) WHERE h4.field = 'replicas' AND h4.at > $asOf RETURN [toInteger(h4.before)] AS was ORDER BY h4.at, h4.uid LIMIT 1 }), [n.replicas])[0] AS c2
ORDER BY n.name, n.uid

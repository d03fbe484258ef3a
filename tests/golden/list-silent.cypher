// $cluster = ['prod']
// $ready = False
// $limit = 100
MATCH (n:Pod:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Pod' AND NOT n:Gone AND NOT coalesce(n.phase IN ['Succeeded'], false)
WITH collect(CASE WHEN n.ready = $ready AND NOT coalesce(n.phase IN ['Succeeded'], false) THEN n END) AS found, count(n) AS population
WITH found, size(found) AS total, population
UNWIND found AS n
WITH n, total, population
WITH n, total, population ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.namespace AS c1, total, population
ORDER BY n.name, n.uid

// $cluster = ['prod']
// $ready = False
MATCH (n:Pod:Record)
WHERE n.kind = 'Pod' AND NOT n:Gone AND n.cluster IN $cluster AND NOT coalesce(n.phase IN ['Succeeded'], false)
RETURN count(CASE WHEN n.ready = $ready AND NOT coalesce(n.phase IN ['Succeeded'], false) THEN 1 END) AS total, count(n) AS population

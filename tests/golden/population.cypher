// $cluster = ['prod']
MATCH (n:Pod:Record)
WHERE n.cluster IN $cluster AND n.kind = 'Pod' AND NOT n:Gone AND NOT coalesce(n.phase IN ['Succeeded'], false)
WITH count(n) AS total
RETURN total

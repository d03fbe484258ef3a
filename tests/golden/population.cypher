// $cluster = ['prod']
MATCH (n:Pod:Record)
WHERE n.kind = 'Pod' AND NOT n:Gone AND n.cluster IN $cluster AND NOT coalesce(n.phase IN ['Succeeded'], false)
WITH count(n) AS total
RETURN total

// $cluster = ['prod']
MATCH (n:Pod)
WHERE n.goneAt IS NULL AND n.cluster IN $cluster AND NOT coalesce(n.phase IN ['Succeeded'], false)
RETURN count(n) AS total

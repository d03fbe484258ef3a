// $named = ['k8s://prod//Pod/shop/a']
// $limit = 100
MATCH (n:Record)
WHERE n.uid IN $named AND n:Pod AND NOT n:Gone
WITH collect(n) AS found
WITH found, size(found) AS total
UNWIND found AS n
WITH n, total
WITH n, total ORDER BY n.name, n.uid LIMIT $limit
RETURN n.uid AS uid, n.name AS c0, n.cluster AS c1, n.namespace AS c2, total
ORDER BY n.name, n.uid

CALL { MATCH (n:Deployment) RETURN count(n) AS held }
CALL { MATCH (g:Deployment:Gone) RETURN count(g) AS gone }
WITH held - gone AS total
RETURN total

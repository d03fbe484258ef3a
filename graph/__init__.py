"""What exists: kinds, records, scopes, the store, and the typed query with its Cypher.

The lowest floor. It imports nothing of ours and is the only user of `neo4j`, `arcadedb_embedded` and `networkx`.
"""

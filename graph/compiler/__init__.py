"""From a typed query to parameterised Cypher that runs on Neo4j and on the embedded store alike.

Text comes from the declarations alone; everything that a question brings is a parameter.
"""

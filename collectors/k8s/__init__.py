"""What a Kubernetes cluster holds: read from its API server or from a dump of what it answered, by the same code.

`source` offers the looks. `resources` lists the kinds of objects, each with the function that shapes it; `api` and
`dump` are the two origins of raw objects; `joins` links what was read by selectors and names. Secrets are never read.
"""

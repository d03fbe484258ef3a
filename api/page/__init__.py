"""The page: server-rendered, readable without scripts, no third-party request. Templates and static files lie beside."""

"""Kubernetes, read as raw JSON from an API server or from a dump, through the same code."""

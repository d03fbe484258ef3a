"""Kinds of the aws area: declarations only."""

from graph.kind import Kind

KINDS: tuple[Kind, ...] = ()

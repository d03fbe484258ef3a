"""Kinds of the code area: declarations only."""

from graph.kind import Kind

KINDS: tuple[Kind, ...] = ()

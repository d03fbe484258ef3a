"""Kinds of the kubernetes area: declarations only."""

from graph.kind import Kind

KINDS: tuple[Kind, ...] = ()

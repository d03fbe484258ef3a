"""Kinds of AWS, a file per area."""

from graph.kind import Kind
from graph.kinds import (
    aws_compute,
    aws_container,
    aws_control,
    aws_data,
    aws_edge,
    aws_messaging,
    aws_network,
)

KINDS: tuple[Kind, ...] = (
    *aws_control.KINDS,
    *aws_compute.KINDS,
    *aws_container.KINDS,
    *aws_network.KINDS,
    *aws_edge.KINDS,
    *aws_data.KINDS,
    *aws_messaging.KINDS,
)

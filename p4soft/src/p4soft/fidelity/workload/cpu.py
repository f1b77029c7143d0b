# SPDX-License-Identifier: Apache-2.0
"""Which port a program takes for its control plane's: clone sessions lead there, and some packets come from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from finsy.proto.p4.config.v1 import p4info_pb2

_PORTS = ("ingress_port", "egress_port", "egress_spec")
_DROP_PORT = 511


def cpu_port(document: Mapping[str, object], info: p4info_pb2.P4Info) -> int | None:
    """The number that ports are compared with most often, in a program with headers for its controller."""
    if not info.controller_packet_metadata:
        return None
    found = Counter(port for port in _compared(document) if 0 < port < _DROP_PORT)
    return min(found, key=lambda port: (-found[port], port)) if found else None


def _compared(node: object) -> Iterator[int]:
    if isinstance(node, Mapping):
        if node.get("op") == "==":
            sides = [side for side in (node.get("left"), node.get("right")) if isinstance(side, Mapping)]
            ports = [s for s in sides if s.get("type") == "field" and _field(s.get("value")) in _PORTS]
            numbers = [s.get("value") for s in sides if s.get("type") == "hexstr"]
            if ports:
                yield from (int(number, 16) for number in numbers if isinstance(number, str))
        for inner in node.values():
            yield from _compared(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _compared(inner)


def _field(value: object) -> object:
    return value[-1] if isinstance(value, list) and value else None

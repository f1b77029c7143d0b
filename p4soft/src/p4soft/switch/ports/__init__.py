# SPDX-License-Identifier: Apache-2.0
"""Port transports of the standalone software switch, and the loop that runs it."""

from __future__ import annotations

from pathlib import Path

from p4soft.switch.ports.base import BurstTaker, FrameSink, Port, PortError
from p4soft.switch.ports.interface import InterfacePort
from p4soft.switch.ports.unix import UnixPort

__all__ = ["Port", "PortError", "open_port"]

UNIX_PREFIX = "unix:"


def open_port(number: int, spec: str, sink: FrameSink, bursts: BurstTaker) -> Port:
    """Open port `number` on `spec`: `unix:/path` or the name of a network interface. Raises PortError."""
    if "\0" in spec:
        raise PortError(f"port {number}: {spec!r} has a NUL byte; accepted: unix:/path or an interface name")
    if spec.startswith(UNIX_PREFIX):
        path = spec.removeprefix(UNIX_PREFIX)
        if not path:
            raise PortError(f"port {number}: {spec!r} names no path; accepted: unix:/path or an interface name")
        return UnixPort(number, Path(path), sink, bursts)
    return InterfacePort(number, spec, sink, bursts)

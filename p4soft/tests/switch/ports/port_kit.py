# SPDX-License-Identifier: Apache-2.0
"""A switch on ports, for tests."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from p4soft.switch import SimpleSwitch
from p4soft.switch.ports.loop import PortLoop

WAIT_S = 30.0


@contextlib.contextmanager
def running(
    switch: SimpleSwitch,
    folder: Path,
    ports: range,
    captures: Path | None = None,
    interfaces: Mapping[int, str] = MappingProxyType({}),
) -> Iterator[PortLoop]:
    """A switch at work on `unix:` ports in a folder, and on interfaces."""
    loop = PortLoop(switch)
    loop.open({port: f"unix:{folder}/{port}" for port in ports} | dict(interfaces), captures)
    thread = threading.Thread(target=loop.run)
    thread.start()
    try:
        yield loop
    finally:
        loop.stop()
        thread.join(WAIT_S)
        loop.close()


def attached(folder: Path, port: int) -> socket.socket:
    """A tester's end of a `unix:` port."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.settimeout(WAIT_S)
    made.connect(f"{folder}/{port}")
    return made

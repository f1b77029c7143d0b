# SPDX-License-Identifier: Apache-2.0
"""How BMv2's Python programs reach a switch: a connection with several services, and the JSON it runs."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from bm_runtime.standard import Standard
from thriftpy2.protocol.binary import TBinaryProtocol
from thriftpy2.protocol.multiplex import TMultiplexedProtocol
from thriftpy2.thrift import TException
from thriftpy2.transport import TTransportException
from thriftpy2.transport.buffered import TBufferedTransport
from thriftpy2.transport.socket import TSocket

if TYPE_CHECKING:
    Client = Any

Services = Sequence[tuple[str | None, Callable[[TMultiplexedProtocol], object] | None]]


def thrift_connect(thrift_ip: str, thrift_port: int, services: Services, out: TextIO = sys.stdout) -> list[Client]:
    """A client per (name, class), None for (None, None), over one connection; without a switch the process ends."""
    transport = TBufferedTransport(TSocket(thrift_ip, int(thrift_port), socket_timeout=None))
    protocol = TBinaryProtocol(transport)
    try:
        transport.open()
    except TTransportException:
        out.write(f"Could not connect to thrift client on port {thrift_port}\n")
        _give_up("Make sure the switch is running and that you have the right port\n", out)
    return [None if make is None else make(TMultiplexedProtocol(protocol, name)) for name, make in services]


def thrift_connect_standard(thrift_ip: str, thrift_port: int, out: TextIO = sys.stdout) -> Client:
    """A client of the service that every target has."""
    return thrift_connect(thrift_ip, thrift_port, [("standard", Standard.Client)], out)[0]


def get_json_config(standard_client: Client = None, json_path: str | None = None, out: TextIO = sys.stdout) -> str:
    """The JSON of a file, or without one what the switch runs."""
    if json_path:
        if standard_client is not None:
            check_JSON_md5(standard_client, json_path, out)
        return Path(json_path).read_text()
    out.write("Obtaining JSON from switch...\n")
    try:
        text: str = standard_client.bm_get_config()
    except (TException, OSError):
        _give_up("Error when requesting JSON config from switch\n", out)
    out.write("Done\n")
    return text


def check_JSON_md5(client: Client, json_src: str, out: TextIO = sys.stdout) -> None:  # noqa: N802 - BMv2's name
    """Warn when the switch runs another file than this one."""
    ours = hashlib.md5(Path(json_src).read_bytes(), usedforsecurity=False).digest()
    try:
        theirs: bytes = client.bm_get_config_md5()
    except (TException, OSError):
        _give_up("Error when requesting config md5 sum from switch\n", out)
    if ours != theirs:
        out.write(f"**********\nWARNING: the switch runs another JSON ({theirs.hex()}) than yours ({ours.hex()})\n")


def _give_up(reason: str, out: TextIO) -> NoReturn:
    out.write(reason)
    sys.exit(1)

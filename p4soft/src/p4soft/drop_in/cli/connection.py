# SPDX-License-Identifier: Apache-2.0
"""The way to a switch: its services, and the JSON of its program."""

from __future__ import annotations

import hashlib
import socket
from pathlib import Path
from typing import Any

from thriftpy2.protocol.binary import TBinaryProtocol
from thriftpy2.protocol.multiplex import TMultiplexedProtocol
from thriftpy2.thrift import TClient, TException
from thriftpy2.transport.buffered import TBufferedTransport
from thriftpy2.transport.socket import TSocket

from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard

BROKEN = (OSError, EOFError, TException)
"""What calls raise when the other end is gone, or speaks something else."""


class ConnectionFailedError(Exception):
    """There is no switch to talk to; the message is complete and meant for people."""


class Connection:
    """One TCP connection with the services of a switch.

    Attributes:
        standard: the service of every target.
        replication: multicast.
        simple_switch: mirroring, queues, time.
    """

    def __init__(self, host: str, port: int) -> None:
        """Connect; raises ConnectionFailedError."""
        try:
            connected = socket.create_connection((host, port))
        except OSError as error:
            raise ConnectionFailedError(
                f"Could not connect to thrift client on port {port}\n"
                f"Make sure the switch is running and that you have the right port ({host}: {error.strerror or error})"
            ) from None
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._transport: Any = TBufferedTransport(TSocket(sock=connected))
        protocol = TBinaryProtocol(self._transport)
        self.standard: Any = TClient(standard.Standard, TMultiplexedProtocol(protocol, "standard"))
        self.replication: Any = TClient(simple_pre_lag.SimplePreLAG, TMultiplexedProtocol(protocol, "simple_pre_lag"))
        self.simple_switch: Any = TClient(simple_switch.SimpleSwitch, TMultiplexedProtocol(protocol, "simple_switch"))

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def program_of_switch(self) -> str:
        """The JSON that the switch runs; raises ConnectionFailedError."""
        print("Obtaining JSON from switch...")
        try:
            text: str = self.standard.bm_get_config()
        except BROKEN as error:
            raise ConnectionFailedError(f"Error when requesting JSON config from switch ({error})") from None
        print("Done")
        return text

    def program_of_file(self, path: Path) -> str:
        """The JSON of a file, with a warning when it is not the switch's. Raises ConnectionFailedError, OSError."""
        data = path.read_bytes()
        ours = hashlib.md5(data, usedforsecurity=False).digest()
        try:
            theirs: bytes = self.standard.bm_get_config_md5()
        except BROKEN as error:
            raise ConnectionFailedError(f"Error when requesting config md5 sum from switch ({error})") from None
        if ours != theirs:
            print("*" * 10)
            print(
                "WARNING: the JSON files loaded into the switch and the one you just provided to this CLI don't have "
                "the same md5 sum. Are you sure they describe the same program?"
            )
            print(f"{'switch md5':<15}: {theirs.hex()}")
            print(f"{'CLI input md5':<15}: {ours.hex()}")
            print("*" * 10)
        return data.decode()

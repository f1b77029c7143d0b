# SPDX-License-Identifier: Apache-2.0
"""A client of the Thrift server, over the same interface files, and the program that tests load."""

from __future__ import annotations

import socket
import struct
from pathlib import Path

import pytest
from thriftpy2.protocol.binary import TBinaryProtocol
from thriftpy2.protocol.multiplex import TMultiplexedProtocol
from thriftpy2.thrift import TClient
from thriftpy2.transport.buffered import TBufferedTransport
from thriftpy2.transport.socket import TSocket

from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard

TIMEOUT_S = 20.0
EVERYTHING = Path(__file__).parents[1] / "p4runtime" / "programs" / "everything.json"
Code = standard.TableOperationErrorCode
TABLE_ERROR = standard.InvalidTableOperation
NO_OPTIONS = standard.BmAddEntryOptions()


class Client:
    """One connection with the three services."""

    def __init__(self, port: int) -> None:
        self._transport = TBufferedTransport(TSocket("127.0.0.1", port, socket_timeout=int(TIMEOUT_S * 1000)))
        self._transport.open()
        protocol = TBinaryProtocol(self._transport)
        self.standard = TClient(standard.Standard, TMultiplexedProtocol(protocol, "standard"))
        self.pre = TClient(simple_pre_lag.SimplePreLAG, TMultiplexedProtocol(protocol, "simple_pre_lag"))
        self.switch = TClient(simple_switch.SimpleSwitch, TMultiplexedProtocol(protocol, "simple_switch"))

    def close(self) -> None:
        self._transport.close()


def exact(value: int, size: int):
    return standard.BmMatchParam(
        standard.BmMatchParamType.EXACT, exact=standard.BmMatchParamExact(value.to_bytes(size))
    )


def lpm(value: int, size: int, prefix: int):
    kind = standard.BmMatchParamType.LPM
    return standard.BmMatchParam(kind, lpm=standard.BmMatchParamLPM(value.to_bytes(size), prefix))


def ternary(value: int, mask: int, size: int):
    kind = standard.BmMatchParamType.TERNARY
    part = standard.BmMatchParamTernary(value.to_bytes(size), mask.to_bytes(size))
    return standard.BmMatchParam(kind, ternary=part)


def priority(number: int):
    return standard.BmAddEntryOptions(number)


class refused:  # noqa: N801 - reads as pytest.raises
    """The block raises the interface's exception with this code."""

    def __init__(self, code: int, exception=TABLE_ERROR) -> None:
        self._code, self._raises = code, pytest.raises(exception)

    def __enter__(self) -> None:
        self._caught = self._raises.__enter__()

    def __exit__(self, *error) -> bool:
        handled = self._raises.__exit__(*error)
        assert self._caught.value.code == self._code, self._caught.value
        return handled


def call_bytes(name: str, arguments: bytes = b"\x00", kind: int = 1) -> bytes:
    """A whole message, by hand."""
    return struct.pack(">HHI", 0x8001, kind, len(name)) + name.encode() + struct.pack(">I", 1) + arguments


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)

# SPDX-License-Identifier: Apache-2.0
"""What native code cannot do it asks Python for, while a packet is where it is: see `context.Host`."""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable

from p4soft.switch.codegen.runtime import format_message
from p4soft.switch.native.compiler import NativeProgram
from p4soft.switch.native.context import Host
from p4soft.switch.state import SwitchState

_LOG = logging.getLogger("p4soft.switch.p4")
_MASK64 = (1 << 64) - 1
_SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p)


class HostCalls:
    """Python's end for one switch.

    Attributes:
        address: what native code calls.
        error: what went wrong in a call since it was last taken; the call itself gave 0.
        failed: a word that native code may look at: not 0 while there is an error.
    """

    def __init__(self, native: NativeProgram, state: SwitchState) -> None:
        self.error: Exception | None = None
        self.failed = ctypes.c_uint64(0)
        self._messages = native.artifact.messages
        program = native.program
        self._hashes = {c.id: state.hashes[c.name] for c in program.calculations.values()}
        self._selectors = {p.id: state.selector_hashes.get(p.name) for p in program.action_profiles.values()}
        self._calls: dict[int, Callable[[int, int], int]] = {
            Host.LOG: self._log,
            Host.HASH: self._hash,
            Host.SELECT: self._select,
        }
        self._function = _SIGNATURE(self._call)
        self.address = ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def take_error(self) -> Exception | None:
        """What went wrong; it is forgotten."""
        error, self.error = self.error, None
        self.failed.value = 0
        return error

    def _call(self, what: int, number: int, arguments: int | None) -> int:
        try:
            return self._calls[what](number, arguments or 0) & _MASK64
        except Exception as error:  # noqa: BLE001  it cannot pass through native code: whoever called that raises it
            self.error = error
            self.failed.value = 1
            return 0

    def _log(self, number: int, at: int) -> int:
        template, words = self._messages[number]
        values = []
        for size in words:
            values.append(int.from_bytes(ctypes.string_at(at, 8 * size), "little", signed=True))
            at += 8 * size
        _LOG.info("%s", format_message(template, values))
        return 0

    def _hash(self, number: int, at: int) -> int:
        return self._hashes[number](_pieces(at))

    def _select(self, number: int, at: int) -> int:
        function = self._selectors[number]
        assert function is not None, number
        return function(_pieces(at))


def _pieces(at: int) -> bytes:
    """The bytes of two (address, length) pairs."""
    first, length, second, more = (ctypes.c_uint64 * 4).from_address(at)
    return ctypes.string_at(first, length) + (ctypes.string_at(second, more) if more else b"")

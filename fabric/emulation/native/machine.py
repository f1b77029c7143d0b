# SPDX-License-Identifier: Apache-2.0
"""Machine code of the whole core (loop.c), as Python calls it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path

from llvmlite import ir

from p4soft.llvm import Fixed
from p4soft.llvm.jit import Compiled

LOOP = Fixed(Path(__file__).parent, ("loop",))

_WORD = ctypes.c_uint64
HOST = ctypes.CFUNCTYPE(_WORD, _WORD, _WORD, _WORD)
"""What the machine code calls: `(what, number, subject)`."""


class Machine:
    """The functions of loop.c. Python's lock is kept while they run: they come back soon."""

    def __init__(self) -> None:
        self._code = Compiled(ir.Module("emulator"), LOOP.public)
        self.run = self._function("run", 2, result=_WORD)
        self.pump = self._function("pump", 2, result=_WORD)
        self.arm = self._function("arm", 3)
        self.inject = self._function("inject", 3, _BYTES, _WORD, ctypes.py_object)
        self.forward = self._function("forward", 4, _BYTES, _WORD)
        self.emit = self._function("emit", 4, _BYTES, _WORD)
        self.call_later = self._function("call_later", 3)
        self.lose_queued = self._function("lose_queued", 2)
        self.forget_queued = self._function("forget_queued", 2)
        self.send_first = self._function("send_first", 2, _BYTES, _WORD)
        self.let_go = self._function("let_go", 2)
        self.give_back_held = self._function("give_back_held", 1)
        self.clear = self._function("clear", 2)

    def _function(self, name: str, words: int, *more: type, result: type | None = None) -> Callable[..., int]:
        kind = ctypes.PYFUNCTYPE(result, *([_WORD] * words), *more)
        return kind(self._code.address(name))


_BYTES = ctypes.c_char_p


@cache
def machine() -> Machine:
    return Machine()

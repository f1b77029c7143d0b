# SPDX-License-Identifier: Apache-2.0
"""What a switch needs to run one program natively."""

from __future__ import annotations

import random
from typing import Protocol

from p4soft.switch.codegen.layout import Layout
from p4soft.switch.dataplane import DataPlane, Owner
from p4soft.switch.native.bounds import CHECKED
from p4soft.switch.native.checked_engine import CheckedEngine
from p4soft.switch.native.compiler import NativeProgram, begin, compile_native, finish
from p4soft.switch.native.engine import NativeEngine
from p4soft.switch.native.errors import Unsupported
from p4soft.switch.native.fast_path import FastPath
from p4soft.switch.native.layout import NativeLayout
from p4soft.switch.native.queues import QueueMemory
from p4soft.switch.native.storage import NativeStorage
from p4soft.switch.native.tables import updates
from p4soft.switch.program.model import Program
from p4soft.switch.queues import TrafficManager
from p4soft.switch.standard import Slots
from p4soft.switch.state import SwitchState


class Wiring(Owner, Protocol):
    """What the fast path needs of the switch it belongs to."""

    cpu_port: int | None


class NativeSwitch:
    """One program's machine code, and the memory for one switch's state and queues, which need no machine code.

    Raises:
        Unsupported: native code cannot run the program, or not with this drop port.
        ProgramError: nothing can run it.
    """

    def __init__(self, program: Program, drop_port: int, *, later: bool = False) -> None:
        """Have both; or only the memory, if `later` and LLVM must work for the rest: `make` is for that."""
        self._begun = begin(program) if later else None
        self._native: NativeProgram | None = None
        if self._begun is None:
            self._native = compile_native(program)
        elif self._begun.unit is None:
            self.make()
        updates()  # what changes tables is compiled too: now is the time to say that it cannot be
        mask = Slots.of(NativeLayout(Layout(program)).layout).port_mask
        if drop_port > mask:
            raise Unsupported(f"drop port {drop_port} does not fit egress_spec; accepted: 0..{mask}")
        self._drop_port = drop_port
        self.storage = NativeStorage(program)
        self.queues = QueueMemory()

    @property
    def is_made(self) -> bool:
        """Whether there is machine code to bind."""
        return self._native is not None

    def make(self) -> None:
        """Compile what is not compiled; raises Unsupported. In any thread."""
        if self._begun is not None:
            self._native, self._begun = finish(self._begun), None

    def bind(self, owner: Wiring, state: SwitchState, queues: TrafficManager, rng: random.Random) -> FastPath:
        """The fast path over a state that was made with `storage`."""
        assert self._native is not None, "the machine code is not made"
        kind = CheckedEngine if CHECKED else NativeEngine
        engine = kind(self._native, state, self.storage, drop_port=self._drop_port, rng=rng)
        plane = DataPlane(owner, engine.engine, state, queues, None)
        return FastPath(engine, plane, queues, self.queues, owner.cpu_port)

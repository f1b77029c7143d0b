# SPDX-License-Identifier: Apache-2.0
"""The context: 64-bit words through which the machine code of a program finds the state of the switch it runs for."""

from __future__ import annotations

from enum import IntEnum

from p4soft.switch.hashes import CUSTOM_CRCS
from p4soft.switch.program.model import Program

# Words of the context that every program has.
DROP_PORT = 0
NOT_DROPPED = 1  # what egress_spec is before egress
PRIORITIES = 2  # queues per port
QUEUES = 3  # address of the addresses of ports' queues, see queues.py; 0: that port has none yet
QUEUE_PORTS = 4  # how many ports have a place there
NEXT_NS = 5  # when the next waiting packet leaves its queue; the largest integer when none waits
CPU_PORT = 6  # frames for this port go to Python; -1: none
HOST = 7  # address of the function that does what native code cannot
PACKET = 8  # address of the packet's struct that `burst` works on
NUMBER = 9  # how many packets were received
EXIT_STATUS = 10  # why a packet failed
EXIT_PORT = 11  # where a packet that left `burst` in egress was going
EXIT_PRIORITY = 12
LOOKED = 13  # address of what `lookahead` has found for the packet that `burst` works on; 0: nothing
RANDOM = 14  # address of the random numbers' state, see primitives.py
FIRST_OBJECT = 15

FOREVER = (1 << 63) - 1


class Exit(IntEnum):
    """Why `burst` stopped."""

    DONE = 0  # every frame is processed
    FULL = 1  # there is no room for what the next frame may become
    DUE = 2  # a queued packet leaves before the next frame arrives
    INGRESS_FAILED = 3  # from here on: the last frame taken is for Python to finish
    INGRESS_ENDS = 4
    ENQUEUE = 5
    EGRESS_FAILED = 6
    EGRESS_ENDS = 7


class Host(IntEnum):
    """What native code asks Python for."""

    LOG = 0  # log_msg number n, with its values
    HASH = 1  # calculation n, of bytes
    SELECT = 2  # the same for the selector of profile n


class ContextLayout:
    """Which word points to which object of a program, by the object's name; of a custom CRC by who uses it."""

    def __init__(self, program: Program) -> None:
        self._next = FIRST_OBJECT
        self.registers = {r.name: self._take() for r in program.registers.values()}
        self.counters = {c.name: self._take() for c in program.counters.values() if not c.direct}
        self.meters = {m.name: self._take() for m in program.meters.values()}
        algorithms = {(Host.HASH, c.id): c.algo for c in program.calculations.values()}
        algorithms.update({(Host.SELECT, p.id): p.selector_algo or "" for p in program.action_profiles.values()})
        self.crcs = {who: self._take() for who, algo in algorithms.items() if algo in CUSTOM_CRCS}
        self.roots = {t.name: self._take() for t in program.tables()}
        self.records = {t.name: self._take() for t in program.tables()}
        self.members = {p.name: self._take() for p in program.action_profiles.values()}
        self.groups = {p.name: self._take() for p in program.action_profiles.values()}
        self.value_sets = {v.name: self._take() for v in program.value_sets.values()}
        self.words = self._next

    def _take(self) -> int:
        self._next += 1
        return self._next - 1

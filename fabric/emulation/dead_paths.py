# SPDX-License-Identifier: Apache-2.0
"""What was still sent where a fault had left nothing: into links that are down and switches that are stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fabric.emulation.network import Network
from fabric.emulation.parts import Lost
from fabric.measuring.measurements import DeadPathUse
from fabric.scenario.faults import Fault
from host_stack.wire.network import read_network
from host_stack.wire.opcodes import PACKET_TYPES, Opcode
from roce.wire import opcodes as roce

_UDP_LEN: Final = 8
_DATA: Final = frozenset(opcode for opcode, kind in PACKET_TYPES.items() if kind.data) | frozenset(
    opcode
    for opcode, kind in roce.PACKET_TYPES.items()
    if kind.operation in (roce.Operation.SEND, roce.Operation.WRITE)
)
_EV_PROBES: Final = frozenset((int(Opcode.ENDPOINT_REQUEST), int(Opcode.ENDPOINT_RESPONSE)))
"""Endpoint operations: EV probes, which look whether a path is there again, and news of ports."""
_KILLS: Final = ("state", "forwarding")


class DeadPaths:
    """Watches a network from now on.

    Attributes:
        uses: by fault, in the order given; None for faults that kill nothing, or have not happened.
    """

    def __init__(self, network: Network, faults: Sequence[Fault]) -> None:
        self._open: dict[str, DeadPathUse] = {}
        self.uses: list[DeadPathUse | None] = [None] * len(faults)
        for name, link in network.links.items():
            for direction in link:
                direction.on_lost = self._of(name)
        for name, switch in network.switches.items():
            switch.on_lost = self._of(name)

    def struck(self, number: int, fault: Fault) -> None:
        """A fault has just happened, the one of this number."""
        if fault.affects not in _KILLS:
            return
        if fault.restores:
            self._open.pop(fault.target, None)
        else:
            self.uses[number] = self._open[fault.target] = DeadPathUse(fault.at_ns)

    def _of(self, target: str) -> Lost:
        def lost(frame: bytes, born_ns: int, now_ns: int) -> None:
            use = self._open.get(target)
            if use is not None:
                _count(use, frame, born_ns, now_ns)

        return lost


def _count(use: DeadPathUse, frame: bytes, born_ns: int, now_ns: int) -> None:
    use.frames += 1
    headers = read_network(frame)
    at = headers.at + _UDP_LEN if headers is not None else len(frame)
    opcode = frame[at] if at < len(frame) else None
    if opcode in _EV_PROBES:
        use.probes += 1
        return
    use.last_sent_ns, use.last_lost_ns = max(use.last_sent_ns, born_ns), now_ns
    if opcode in _DATA:
        use.data += 1
        use.last_data_sent_ns = max(use.last_data_sent_ns, born_ns)

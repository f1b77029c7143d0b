# SPDX-License-Identifier: Apache-2.0
"""When a NIC is to be asked again although nothing arrives: the timers of its queue pairs, and two of its own."""

from enum import IntEnum
from typing import Final

from host_stack.queue_pair import QueuePair
from host_stack.transport.timers import Timers


class Timer(IntEnum):
    """What a timer is for."""

    REQUESTOR = 0
    EV_PROBE = 1
    REVERSE = 2
    WAKE = 3
    """Of no queue pair: a verb has made something possible that ``transmit`` must be asked for."""
    PORTS = 4
    """Of no queue pair: a port, or a plane towards a peer, is due for something."""


_SHIFT: Final = 3
"""A key is a queue pair number (0: none) and, in its lowest bits, what for: one integer is found faster than two."""
_WHAT: Final = (1 << _SHIFT) - 1
_TIMERS: Final = tuple(Timer)
_WAKE: Final = int(Timer.WAKE)
_PORTS: Final = int(Timer.PORTS)
_REQUESTOR: Final = int(Timer.REQUESTOR)
_EV_PROBE: Final = int(Timer.EV_PROBE)
_REVERSE: Final = int(Timer.REVERSE)


class Wakeups:
    """The timers of one NIC."""

    __slots__ = ("_timers",)

    def __init__(self) -> None:
        self._timers: Timers[int] = Timers()

    def earliest(self) -> int | None:
        """The next of them."""
        return self._timers.earliest()

    def pop_due(self, now_ns: int) -> tuple[int, Timer] | None:
        """One that is due, which does not run any more: queue pair number (0: none), and what for; None if none is."""
        key = self._timers.pop_due(now_ns)
        return None if key is None else (key >> _SHIFT, _TIMERS[key & _WHAT])

    def wake(self, at_ns: int | None) -> None:
        """Have ``transmit`` asked then; None: not for what was to be possible then."""
        self._set(_WAKE, at_ns)

    def ports(self, at_ns: int | None) -> None:
        """A port, or a plane towards a peer, is due for something then; None: nothing is."""
        self._set(_PORTS, at_ns)

    def _set(self, key: int, at_ns: int | None) -> None:
        if at_ns is None:
            self._timers.cancel(key)
        else:
            self._timers.set(key, at_ns)

    def arm(self, qp: QueuePair) -> None:
        """Start those that ``qp`` needs and that do not run; a running one is left alone and checks when it fires."""
        timers = self._timers
        requestor = qp.requestor
        if requestor is not None:
            key = qp.qpn << _SHIFT | _REQUESTOR
            armed_ns = timers.get(key)
            if requestor.hurried() or armed_ns is None:
                at_ns = requestor.deadline_ns()
                if at_ns is not None and (armed_ns is None or at_ns < armed_ns):
                    timers.set(key, at_ns)
        if qp.evs is not None:
            at_ns = qp.evs.next_probe_ns()
            if at_ns is not None:
                timers.set(qp.qpn << _SHIFT | _EV_PROBE, at_ns)

    def on_data(self, qp: QueuePair, now_ns: int) -> None:
        """``qp`` has received: while it does and sends nothing, its way back is probed."""
        assert qp.probing is not None, "a queue pair in RTR has a schedule of probes"
        key = qp.qpn << _SHIFT | _REVERSE
        if self._timers.get(key) is None:
            self._timers.set(key, qp.probing.begin_interval(now_ns))

    def release(self, qp: QueuePair) -> None:
        """``qp`` has ended."""
        for timer in (_REQUESTOR, _EV_PROBE, _REVERSE):
            self._timers.cancel(qp.qpn << _SHIFT | timer)

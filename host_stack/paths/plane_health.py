# SPDX-License-Identifier: Apache-2.0
"""Which planes towards a peer have fallen silent: no packet sent by them is answered, while other planes are answered.

A switch next to a NIC or its peer may forward nothing while all links stay up, and no signal reports that. Each EV of
each queue pair would find out by itself, at the price of a packet. So the queue pairs to a peer share what they hear. A
plane is silent when packets on several of its EVs are missing, no later packet by it has been answered, and a packet
that left as much later by another plane has been answered.

* A plane with an EV that works is not silent: a packet that arrives by it clears all that left before.
* The last plane that works is never silent: a plane is silent only while another plane is heard.
"""

from collections.abc import Callable, Iterator
from typing import Final

from host_stack.unboxed import unboxed

FEW: Final = 8
"""Packets on this many EVs of a plane must be missing; or, if it has fewer in use, on each,"""
_LEAST: Final = 2
"""but never on one alone: that is a path."""


@unboxed(ints="watched", bools="suspicious")
class PlaneHealth:
    """What the queue pairs to one peer have heard, by plane.

    Attributes:
        watched: bit p: something of plane p is missing, or it has fallen silent.
        heard_ns: when the newest data left by each plane of which something has been heard; −1: none.
        suspicious: whether there may be something new for ``fallen`` or ``heard_again``.
    """

    __slots__ = ("_fallen_ns", "_lost_ns", "_missing", "_since_ns", "heard_ns", "suspicious", "watched")

    def __init__(self, planes: int) -> None:
        self.heard_ns = [-1] * planes
        self._lost_ns = [-1] * planes
        # By plane: the EVs of which a packet is missing that left after all that has been heard of, and when it left.
        self._missing: list[dict[int, int]] = [{} for _ in range(planes)]
        # By plane that has fallen silent: when the first of what was missing had left, and when that was found.
        self._since_ns: list[int | None] = [None] * planes
        self._fallen_ns = [-1] * planes
        self.suspicious = False
        self.watched = 0

    def heard(self, plane: int, sent_ns: int) -> None:
        """Data that left by a plane at ``sent_ns`` has arrived, or was trimmed on its way.

        Probes are not to be told: they have another priority, and a plane may carry them and no data.
        """
        if sent_ns <= self.heard_ns[plane]:
            return
        self.heard_ns[plane] = sent_ns
        missing = self._missing[plane]
        if missing:
            for entropy in [entropy for entropy, at_ns in missing.items() if at_ns <= sent_ns]:
                del missing[entropy]
        since_ns = self._since_ns[plane]
        if since_ns is not None and since_ns <= sent_ns <= self._fallen_ns[plane]:
            self._since_ns[plane] = since_ns = None
            self.suspicious = True
        if since_ns is None and not missing:
            self.watched &= ~(1 << plane)

    def missing(self, plane: int, entropy: int, sent_ns: int) -> None:
        """What left on an EV of a plane at ``sent_ns`` has not been reported, though what left a round trip later has.

        To be told only where that is no fault of the reports: where the peer has not counted more than it has named.
        """
        if sent_ns > self.heard_ns[plane]:
            self._missing[plane].setdefault(entropy, sent_ns)
            self.suspicious = True
            self.watched |= 1 << plane

    def lost(self, plane: int, sent_ns: int) -> None:
        """What left by a plane at ``sent_ns`` is lost."""
        self._lost_ns[plane] = max(sent_ns, self._lost_ns[plane])

    def heard_since(self, plane: int, since_ns: int) -> bool:
        """Whether data that left by a plane at ``since_ns`` or later has arrived."""
        return self.heard_ns[plane] >= since_ns

    def lost_since(self, plane: int, since_ns: int) -> bool:
        """Whether something that left by a plane at ``since_ns`` or later is lost."""
        return self._lost_ns[plane] >= max(since_ns, 0)

    def fallen(self, in_use: Callable[[int], int], patience_ns: int, now_ns: int) -> Iterator[int]:
        """The planes that are silent, and were not before.

        Args:
            in_use: how many EVs of a plane take part; 0 if it carries nothing anyhow.
            patience_ns: what was heard of another plane must have left so much later than what is missing.
            now_ns: the time.
        """
        for plane, missing in enumerate(self._missing):
            if len(missing) < _LEAST:
                continue
            first_ns = min(missing.values())
            others_ns = max((at_ns for other, at_ns in enumerate(self.heard_ns) if other != plane), default=-1)
            if others_ns < first_ns + patience_ns:
                continue
            count = in_use(plane)
            if count and len(missing) >= max(_LEAST, min(FEW, count)):
                self._since_ns[plane], self._fallen_ns[plane] = first_ns, now_ns
                missing.clear()
                yield plane

    def heard_again(self, plane: int) -> bool:
        """Whether a plane that fell silent was only slow: something that left before it was found silent has come."""
        return self._since_ns[plane] is None

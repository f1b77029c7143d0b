# SPDX-License-Identifier: Apache-2.0
"""Writes of the NIC under test that keep going: message by message, acknowledged as a healthy peer would."""

from __future__ import annotations

from collections.abc import Iterable

from ptf_tests.headers import mrc
from ptf_tests.nic.peer import MismatchError, Peer, Seen, data_of


class Traffic:
    """The NIC's writes from its first packet on.

    Attributes:
        packets: packets of first transmissions so far; also the index of the next.
        messages: messages so far, which is also the MSN of the last (they count from 1) and its wr_id.
    """

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.packets = 0
        self.messages = 0

    def send(self, count: int) -> list[Seen]:
        """Have the NIC write ``count`` full packets in one message; they must leave at once, and nothing else."""
        self.messages += 1
        seen = self._peer.write_packets(count, wr_id=self.messages)
        expected = [(self._peer.make.sent_psn(self.packets + i), 0) for i in range(count)]
        self._peer.equal("PSN and rtx bit of new packets", [(one.psn, one.rtx) for one in seen], expected)
        self.packets += count
        return seen

    def acknowledge(self, last: Seen, *, mark: int = mrc.MARK_NONE, entropy: int | None = None) -> list[Seen]:
        """All sent so far has arrived: one SACK, triggered by ``last`` (or by a packet on ``entropy``), and one ACK."""
        make, newest = self._peer.make, self.packets - 1
        return self._peer.give(
            make.sack(
                newest,
                newest,
                base=newest + 1,
                mark=mark,
                entropy=last.entropy if entropy is None else entropy,
                timestamp=last.timestamp,
            ),
            make.ack(newest, self.messages),
        )

    def turn(self, count: int) -> list[int]:
        """Send ``count`` packets, have them acknowledged; their EVs in order."""
        seen = self.send(count)
        self.acknowledge(seen[-1])
        return [one.entropy for one in seen]

    def mark(self, last: Seen, entropy: int, mark: int) -> None:
        """A SACK of all sent so far that blames ``entropy``; nothing may be sent again because of it."""
        self._peer.silent(data_of(self.acknowledge(last, mark=mark, entropy=entropy)), "a SACK of everything")


def absent(entropy: int, used: Iterable[int], why: str) -> None:
    """An EV must not be among those used. Raises MismatchError."""
    count = list(used).count(entropy)
    if count:
        raise MismatchError(f"{why}: EV {entropy:#010x} must not be used; it carried {count} packet(s)")


def present(entropy: int, used: Iterable[int], why: str) -> None:
    """An EV must be among those used. Raises MismatchError."""
    if entropy not in list(used):
        raise MismatchError(f"{why}: EV {entropy:#010x} must be used again; it carried no packet")

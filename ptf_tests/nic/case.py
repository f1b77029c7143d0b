# SPDX-License-Identifier: Apache-2.0
"""What a case for NICs is: a class with a docstring, requirement ids, and what to do with the NIC."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar

from ptf_tests.catalogue.requirements import CaseInfo, CatalogueCase, described, found_in
from ptf_tests.headers import mrc
from ptf_tests.nic.peer import MismatchError, Peer, Seen, data_of
from ptf_tests.nic.settings import Settings


class NicCase(CatalogueCase, ABC):
    """One scripted exchange.

    Attributes:
        settings: how the NIC is configured for it.
    """

    settings: ClassVar[Settings] = Settings()

    def run(self, peer: Peer) -> None:
        """Carry it out. Raises MismatchError when the NIC does something else than required."""
        self._exchange(peer)

    @abstractmethod
    def _exchange(self, peer: Peer) -> None:
        """Give, see, check."""


# --- The cases for NICs ----------------------------------------------------------------------------------------------


CASES = Path(__file__).resolve().parent / "cases"


@cache
def classes() -> Mapping[str, type[NicCase]]:
    """Every case by name (`module.Class`)."""
    base = NicCase  # abstract, to recognise cases by
    return found_in(CASES, "ptf_tests.nic.cases", base, "_exchange")  # type: ignore[type-abstract]


def cases() -> Mapping[str, CaseInfo]:
    """What every case says of itself, by name."""
    return described(classes())


# --- What cases share: writes of the NIC that keep going, acknowledged as a healthy peer would -----------------------


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

    def acknowledge(
        self, last: Seen, *, mark: int = mrc.MARK_NONE, entropy: int | None = None, ports: int = 0
    ) -> list[Seen]:
        """All sent so far has arrived: one SACK, triggered by ``last`` (or by a packet on ``entropy``), and one ACK.

        ``ports``: the SACK's bitmap of the peer's ports that are up, where port state is said in SACKs.
        """
        make, newest = self._peer.make, self.packets - 1
        return self._peer.give(
            make.sack(
                newest,
                newest,
                base=newest + 1,
                mark=mark,
                entropy=last.entropy if entropy is None else entropy,
                timestamp=last.timestamp,
                ports=ports,
            ),
            make.ack(newest, self.messages),
        )

    def rotation(self, count: int) -> list[int]:
        """Send ``count`` packets, have them acknowledged; their EVs in order: one rotation if there are as many EVs."""
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

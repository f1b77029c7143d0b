# SPDX-License-Identifier: Apache-2.0
"""What a case for NICs is: a class with a docstring, requirement ids, and what to do with the NIC.

`Peer` is the tester in the middle of its exchange: it gives frames, sees what comes back, checks, and keeps the
evidence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from ptf_tests.catalogue.requirements import CaseInfo, CatalogueCase, described, found_in
from ptf_tests.headers import codec, mrc
from ptf_tests.headers.decoding import first_difference
from ptf_tests.nic import wire
from ptf_tests.nic.api import Completion, NicUnderTest, Settings
from ptf_tests.nic.vectors import FrameVector
from ptf_tests.nic.wire import NetFrame, PeerFrames, payload
from ptf_tests.results import Evidence, ExpectedFrame, SentFrame

# --- The tester in the middle of an exchange -------------------------------------------------------------------------


_EVIDENCE_FRAMES = 40
"""Frames of each direction kept in the evidence: the last ones, which the failed check was about."""
REMOTE_ADDRESS, REMOTE_KEY = 0x1000_2000_3000_4000, 0x5566_7788
"""Where the NIC's writes go: memory that the tester only pretends to have."""


class MismatchError(AssertionError):
    """The NIC did something else than the requirement says; the message says what."""


class Seen(Struct, frozen=True):
    """A frame of the NIC: port, time, bytes and what they mean."""

    port: int
    time_ns: int
    data: bytes
    frame: wire.Frame

    @property
    def opcode(self) -> int:
        """The BTH's opcode, all eight bits."""
        return self.frame.bth["opcode"]

    @property
    def psn(self) -> int:
        """The BTH's packet sequence number."""
        return self.frame.bth["psn"]

    @property
    def rtx(self) -> int:
        return self.frame.bth["rtx"]

    @property
    def entropy(self) -> int:
        return self.frame.entropy

    @property
    def timestamp(self) -> int:
        """TSETH.tx_timestamp, 0 without TSETH."""
        return self.frame.headers.get("TSETH", {}).get("tx_timestamp", 0)

    def header(self, name: str) -> codec.Fields:
        """A header after the BTH; MismatchError if there is none of this name."""
        if name not in self.frame.headers:
            raise MismatchError(f"a {self.frame.name} has no {name}")
        return self.frame.headers[name]


class Peer:
    """One case's exchange with the NIC under test.

    Attributes:
        nic: the NIC; settings: what it was told; make: builds frames for it.
        ev_probes: EV probes and port status updates it sent, which it may do at any time and which are not answered
            unless a case does.
    """

    def __init__(self, nic: NicUnderTest, settings: Settings) -> None:
        self.nic = nic
        self.capabilities = nic.capabilities
        settings = replace(settings, planes=min(settings.planes, nic.capabilities.ports))
        self.settings = settings
        self.timing = nic.capabilities.timing
        self.connection = nic.configure(settings)
        self.make = PeerFrames(settings, nic.capabilities, self.connection)
        self.ev_probes: list[Seen] = []
        self._sent: list[SentFrame] = []
        self._received: list[SentFrame] = []
        self._expected: list[ExpectedFrame] = []
        self._counters = dict(nic.counters())

    # --- Acting -----------------------------------------------------------------------------------------------------

    def give(self, *frames: NetFrame) -> list[Seen]:
        """Hand frames in, one after the other; everything the NIC sends at once, EV probes of its own aside."""
        for frame in frames:
            self._sent.append(SentFrame(port=frame.port, hex=frame.data.hex()))
            self.nic.receive_from_network(frame.port, frame.data)
        return self._collect()

    def reconnect(self) -> PeerFrames:
        """Have the NIC reset its queue pair and connect again; frames of the former connection, which ``make`` made."""
        former = self.make
        self.connection = self.nic.reconnect(self.settings)
        self.make = PeerFrames(self.settings, self.capabilities, self.connection)
        return former

    def wait(self, duration_ns: int) -> list[Seen]:
        """Let time pass; what the NIC sends meanwhile, EV probes aside."""
        self.nic.advance(duration_ns)
        return self._collect()

    def write(self, data: bytes, *, wr_id: int = 1, immediate: int | None = None) -> list[Seen]:
        """Have the NIC write to the peer; what it sends at once."""
        self.nic.post_write(data, REMOTE_ADDRESS, REMOTE_KEY, wr_id=wr_id, immediate=immediate)
        return self._collect()

    def write_packets(self, count: int, *, wr_id: int = 1) -> list[Seen]:
        """Have the NIC write ``count`` full packets in one message; the data packets it sends at once."""
        return data_of(self.write(payload(wr_id, count * self.settings.mtu), wr_id=wr_id))

    def acknowledge(self, *packets: Seen, up_to: int, msn: int) -> list[Seen]:
        """Tell the NIC that everything up to its packet ``up_to`` (index) arrived and ``msn`` messages completed."""
        last = packets[-1]
        return self.give(
            self.make.sack(up_to, up_to, base=up_to + 1, entropy=last.entropy, timestamp=last.timestamp),
            self.make.ack(up_to, msn),
        )

    def _collect(self) -> list[Seen]:
        self.nic.settle()
        seen = []
        for sent in self.nic.transmitted():
            self._received.append(SentFrame(port=sent.port, hex=sent.frame.hex()))
            try:
                frame = wire.parse(sent.frame, self.capabilities.rules, self.settings.mode)
            except codec.WireError as error:
                raise MismatchError(f"the NIC sent a frame that cannot be read: {error}") from None
            one = Seen(sent.port, sent.time_ns, sent.frame, frame)
            if one.opcode == mrc.ENDPOINT_REQUEST:
                self.ev_probes.append(one)
            else:
                seen.append(one)
        if not self.capabilities.ordered:
            seen.sort(key=self._place)
        return seen

    def _place(self, seen: Seen) -> tuple[int, int]:
        """Data packets by PSN, then the others as they came: the order across ports was not seen."""
        if seen.opcode not in mrc.DATA:
            return 1, 0
        return 0, wire.distance(seen.psn, self.settings.first_psn_sent)

    # --- Checking ---------------------------------------------------------------------------------------------------

    def one(self, seen: Sequence[Seen], opcode: int) -> Seen:
        """The only frame, which must be of this kind."""
        self.kinds(seen, opcode)
        return seen[0]

    def kinds(self, seen: Sequence[Seen], *opcodes: int) -> None:
        """Exactly frames of these kinds, in any order. Raises MismatchError."""
        if sorted(one.opcode for one in seen) != sorted(opcodes):
            raise MismatchError(f"expected {_names(opcodes)}; the NIC sent {_names([one.opcode for one in seen])}")

    def silent(self, seen: Sequence[Seen], why: str) -> None:
        """No frame at all. Raises MismatchError."""
        if seen:
            raise MismatchError(f"{why}: expected no answer; the NIC sent {_names([one.opcode for one in seen])}")

    def equal(self, what: str, actual: object, expected: object) -> None:
        """One value, compared. Raises MismatchError."""
        if actual != expected:
            raise MismatchError(f"{what}: expected {_show(expected)}, the NIC has {_show(actual)}")

    def fields(self, header: str, actual: Mapping[str, int], **expected: int) -> None:
        """Fields of one header, compared by name. Raises MismatchError."""
        wrong = [f"{n} is {_show(actual[n])}, not {_show(v)}" for n, v in expected.items() if actual[n] != v]
        if wrong:
            raise MismatchError(f"{header}: {'; '.join(wrong)}")

    def true(self, condition: bool, otherwise: str) -> None:
        """A condition, with the sentence that says how it failed. Raises MismatchError."""
        if not condition:
            raise MismatchError(otherwise)

    def memory(self, offset: int, expected: bytes, when: str) -> None:
        """Bytes of the NIC's registered memory. Raises MismatchError."""
        actual = self.nic.read_memory(offset, len(expected))
        if actual != expected:
            at = next(i for i, pair in enumerate(zip(actual, expected, strict=True)) if pair[0] != pair[1])
            raise MismatchError(
                f"memory {when}: byte {offset + at} is {actual[at]:#04x}; expected {expected[at]:#04x} "
                f"({len(expected)} bytes from {offset})"
            )

    def untouched(self, offset: int, size: int, when: str) -> None:
        """Registered memory that nothing may have written."""
        self.memory(offset, bytes(size), when)

    def golden(self, seen: Seen, vector: FrameVector, **replaced: int) -> None:
        """A frame against literal bytes; ``replaced`` says which number stands for each name in the vector.

        Raises MismatchError.
        """
        expected = vector.fill(seen.data, replaced, self.capabilities)
        self._expected.append(ExpectedFrame(port=seen.port, accepted=(expected.hex(),)))
        if seen.data != expected:
            where = first_difference(expected, seen.data)
            raise MismatchError(f"{vector.name}: {len(expected)} bytes expected, {len(seen.data)} received; {where}")

    def completed(self) -> list[Completion]:
        """What has completed at the NIC since the last call."""
        return self.nic.completions()

    def evidence(self, message: str) -> Evidence:
        moved = []
        for name, value in sorted(self.nic.counters().items()):
            change = value - self._counters.get(name, 0)
            if change:
                moved.append(f"counter {name}: {change:+d}")
        return Evidence(
            message=message,
            sent=tuple(self._sent[-_EVIDENCE_FRAMES:]),
            expected=tuple(self._expected[-1:]),
            received=tuple(self._received[-_EVIDENCE_FRAMES:]),
            trace=tuple(moved),
        )


def data_of(seen: Sequence[Seen]) -> list[Seen]:
    return [one for one in seen if one.opcode in mrc.DATA]


def kind_of(seen: Sequence[Seen], opcode: int) -> list[Seen]:
    return [one for one in seen if one.opcode == opcode]


def _names(opcodes: Sequence[int]) -> str:
    return ", ".join(mrc.opcode_name(op) for op in opcodes) or "nothing"


def _show(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 9:
        return f"{value:#x}"
    return repr(value)


# --- A case ----------------------------------------------------------------------------------------------------------


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

# SPDX-License-Identifier: Apache-2.0
"""The tester in the middle of an exchange: gives frames, sees what comes back, checks, and keeps the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ptf_tests.headers import codec, mrc
from ptf_tests.headers.decoding import first_difference
from ptf_tests.nic import wire
from ptf_tests.nic.api import Completion, NicUnderTest
from ptf_tests.nic.frames import NetFrame, PeerFrames, payload
from ptf_tests.nic.settings import Settings
from ptf_tests.nic.vectors import FrameVector
from ptf_tests.results import Evidence, ExpectedFrame, SentFrame

_EVIDENCE_FRAMES = 40
"""Frames of each direction kept in the evidence: the last ones, which the failed check was about."""
REMOTE_ADDRESS, REMOTE_KEY = 0x1000_2000_3000_4000, 0x5566_7788
"""Where the NIC's writes go: memory that the tester only pretends to have."""


class MismatchError(AssertionError):
    """The NIC did something else than the requirement says; the message says what."""


@dataclass(frozen=True, slots=True)
class Seen:
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

# SPDX-License-Identifier: GPL-2.0-only
"""What every case stands on: a configuration that starts empty, and one `check` that looks at everything at once.

`check` sends frames, then compares *every* port's output (exact bytes) and *every* counter of the ports in use.
Nothing is proved by waiting: after the frames, `check` sends one sentinel to each port on the same ingress port. A
sentinel travels in the lowest queue, behind everything sent before it, so once all have come out, so has everything
else.

A session is what a process that runs cases knows: the device, the profile, and where to leave what a case saw. Whoever
runs cases says with `use` in which session. PTF's process cannot before PTF has opened its data plane: it says with
`use_later` how to open one.
"""

from __future__ import annotations

import contextlib
import io
import json
import time
import unittest
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from ipaddress import IPv6Address
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import cast

from msgspec import Struct

from controller.program import QUEUES
from ptf_tests.catalogue.requirements import CaseInfo, CatalogueCase, described, found_in
from ptf_tests.headers.decoding import first_difference
from ptf_tests.results import CaseOutcome, CounterChange, Evidence, ExpectedFrame, Outcome, SentFrame
from ptf_tests.switch import packets, wiring
from ptf_tests.switch.device import (
    PORT_COUNTER,
    PORTS,
    Cell,
    Controlled,
    Count,
    DeviceError,
    DeviceGoneError,
    DeviceUnderTest,
    untimed,
)
from ptf_tests.switch.profile import Profile, Values
from ptf_tests.switch.settings import Route, Setting, mac, merged, neighbour_mac, without

# --- The session -----------------------------------------------------------------------------------------------------


UNANSWERED_LIMIT = 3
"""A device that forwarded nothing in this number of cases in a row is gone."""


class Session:
    """One device for all cases of a process."""

    def __init__(
        self,
        device: DeviceUnderTest,
        profile: Profile,
        on_outcome: Callable[[CaseOutcome], None],
        on_start: Callable[[str], None] = lambda _: None,
        *,
        on_gone: Callable[[str, DeviceGoneError], None] | None = None,
        record: Path | None = None,
        traces: Path | None = None,
    ) -> None:
        """Cases run on `device`.

        Args:
            device: under test.
            profile: of the device.
            on_outcome: told how each case ended.
            on_start: told the name of each case before it starts.
            on_gone: told the case in which the device turned out to be gone, instead of how that case ended; to end the
                run, it does not return. None: the case ends in an error, and the next one is tried.
            record: file that every exchange is appended to (JSON lines), or None.
            traces: file that the device's trace of each case that fails is appended to, or None.
        """
        self.device = device
        self.profile = profile
        self._on_outcome = on_outcome
        self.on_start = on_start
        self._on_gone = on_gone
        self._record = record
        self._traces = traces
        self._trace: list[str] = []
        self._evidence: Evidence | None = None
        self._unanswered_cases = 0
        self._unanswered = False
        self._forwards = False  # once a sentinel has come out of every port

    def reset(self) -> None:
        """Let a case begin with an empty device. Raises DeviceGoneError when there is none to be had."""
        self._unanswered = False
        try:
            self.device.reset()
        except DeviceError as error:
            raise DeviceGoneError(str(error)) from None

    def silent(self, port: int, seconds: float) -> DeviceError:
        """Count a sentinel that did not come back; the error to raise: a device that is silent for long is gone."""
        self._unanswered_cases += 1
        self._unanswered = True
        text = f"{self.device.name}: port {port}: no answer to the sentinel within {seconds:.0f} s"
        if self._unanswered_cases < UNANSWERED_LIMIT:
            return DeviceError(f"{text}; is it forwarding?")
        return DeviceGoneError(f"{text}, in {UNANSWERED_LIMIT} cases in a row; is it forwarding?")

    def answered(self) -> None:
        """The device forwards."""
        self._unanswered_cases = 0
        self._unanswered = False
        self._forwards = True

    def check_tester(self) -> None:
        """Raise DeviceGoneError if a case that did not pass says nothing about the device.

        Somebody else controls it by now, or an external one does not forward between all ports of its profile. The
        device is given a configuration of its own for this.
        """
        if isinstance(self.device, Controlled):
            self.device.check_control()
        if self.profile.dut != "external" or (self._forwards and not self._unanswered):
            return
        with untimed(), contextlib.suppress(unittest.SkipTest):
            self.reset()
            fault = wiring.fault(wiring.probe(self.device), self.profile, before=self._forwards)
            if fault:
                raise DeviceGoneError(fault)
            self.answered()

    def gone(self, case: str, error: DeviceGoneError) -> bool:
        """Tell that the device is gone since `case`; False where no one asked for that, and the run goes on."""
        if self._on_gone is None:
            return False
        self._on_gone(case, error)
        return True

    def save_evidence(self, evidence: Evidence) -> None:
        """Keep what the running case saw, for its outcome; the first failure counts."""
        self._evidence = self._evidence or evidence

    def trace(self) -> list[str]:
        """What the device says it did since the last call."""
        lines = self.device.trace()
        if self._traces is not None:
            self._trace += lines
        return lines

    def save_outcome(self, case: str, outcome: Outcome, seconds: float, text: str) -> None:
        """Tell how a case ended; the trace of one that failed is kept."""
        if self._traces is not None:
            self.trace()
            if outcome in ("failed", "error"):
                with self._traces.open("a", encoding="utf-8") as file:
                    file.writelines(f"{line}\n" for line in (f"=== {case}", *self._trace))
            self._trace = []
        line = CaseOutcome(
            name=case,
            outcome=outcome,
            seconds=seconds,
            text=text,
            evidence=self._evidence,
            unanswered=self._unanswered,
        )
        self._evidence = None
        self._on_outcome(line)

    def save_record(
        self, case: str, ingress: int, frames: Sequence[bytes], received: Mapping[int, Sequence[bytes]]
    ) -> None:
        """Append one exchange, to compare runs packet for packet."""
        if self._record is None:
            return
        line = {
            "case": case,
            "ingress": ingress,
            "in": [frame.hex() for frame in frames],
            "out": {str(port): [frame.hex() for frame in output] for port, output in received.items()},
        }
        with self._record.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, sort_keys=True) + "\n")


_current: list[Session] = []
_openers: list[Callable[[], Session]] = []


def use(session: Session) -> None:
    _current[:] = [session]


def use_later(opener: Callable[[], Session]) -> None:
    """Let the cases of this process run in the session that `opener` makes when the first of them starts."""
    _openers[:] = [opener]


def current() -> Session:
    """The session of this process. Raises whatever the opener given to `use_later` does."""
    if not _current:
        use(_openers[0]())
    return _current[0]


# --- What should come out of a port; frames are matched by content, not by order -------------------------------------


class OneOf(Struct, frozen=True):
    """One frame that may have any of several forms, because the requirement leaves the choice to the device."""

    accepted: tuple[bytes, ...]


Expected = bytes | OneOf


def accepted(frame: Expected) -> tuple[bytes, ...]:
    """Every form of an expected frame."""
    return frame.accepted if isinstance(frame, OneOf) else (frame,)


class PortDifference(Struct, frozen=True):
    """Frames that should have come out of a port and did not, and those that did and should not have."""

    missing: tuple[Expected, ...]
    unexpected: tuple[bytes, ...]


def difference(expected: Sequence[Expected], received: Sequence[bytes]) -> PortDifference:
    """Match every expected frame with one received; frames with fewer forms choose first."""
    left = list(received)
    missing = []
    for frame in sorted(expected, key=lambda item: len(accepted(item))):
        found = next((form for form in accepted(frame) if form in left), None)
        if found is None:
            missing.append(frame)
        else:
            left.remove(found)
    return PortDifference(tuple(missing), tuple(left))


# --- The exchange ----------------------------------------------------------------------------------------------------


def cell(name: str, port: int, queue: int | None = None) -> Cell:
    """A counter cell: (name, port) for drop and port counters, (name, port, queue) for queue counters."""
    return (name, port if queue is None else port * QUEUES + queue)


class Exchange(Struct, frozen=True):
    """What a case sends and what the requirement says of it.

    Attributes:
        ingress: port the frames enter.
        frames: in order.
        expected: egress port to frames; no other port may say anything.
        counters: cells and by how many packets they grow; no other may, but `port_tx_packets`, which follows.
    """

    ingress: int
    frames: tuple[bytes, ...]
    expected: Mapping[int, Sequence[Expected]]
    counters: Mapping[Cell, int]

    def evidence(
        self, received: Mapping[int, Sequence[bytes]], before: Mapping[Cell, Count], after: Mapping[Cell, Count]
    ) -> Evidence | None:
        """None if all is as it should be.

        Args:
            received: what came out of each port, sentinels left out; one sentinel per port was sent behind the frames.
            before: every counter the device has, before the frames.
            after: the same counters after the sentinels.
        """
        differences = {port: difference(self.expected.get(port, ()), frames) for port, frames in received.items()}
        wrong = self._wrong_counters(received, before, after)
        if not wrong and not any(d.missing or d.unexpected for d in differences.values()):
            return None
        return Evidence(
            message=_message(differences, wrong),
            sent=tuple(SentFrame(port=self.ingress, hex=frame.hex()) for frame in self.frames),
            expected=tuple(
                ExpectedFrame(port=port, accepted=tuple(form.hex() for form in accepted(frame)))
                for port, outputs in sorted(self.expected.items())
                for frame in outputs
            ),
            received=tuple(
                SentFrame(port=port, hex=frame.hex()) for port, outputs in sorted(received.items()) for frame in outputs
            ),
            counters=tuple(wrong),
        )

    def _wrong_counters(
        self, ports: Mapping[int, object], before: Mapping[Cell, Count], after: Mapping[Cell, Count]
    ) -> list[CounterChange]:
        wanted = {**self.counters, **{cell(PORT_COUNTER, port): len(out) for port, out in self.expected.items()}}
        sentinels = {cell("queue_packets", port, 0) for port in ports} | {cell(PORT_COUNTER, port) for port in ports}
        found = []
        for key, was in sorted(before.items()):
            moved = after[key].packets - was.packets - (key in sentinels)
            if moved != wanted.get(key, 0):
                found.append(_change(key, wanted.get(key, 0), moved))
        return found


def describe(evidence: Evidence) -> str:
    """What a failed case saw, for a terminal: the message, the counters, and the first frames decoded and in hex."""
    parts = [evidence.message]
    for change in evidence.counters:
        place = f"port {change.port}" if change.queue is None else f"port {change.port} queue {change.queue}"
        parts.append(f"  {change.name} of {place}: expected +{change.expected}, actual {change.actual:+d}")
    for title, frame in (
        *((f"sent into port {f.port}", f.hex) for f in evidence.sent[:1]),
        *((f"expected out of port {f.port}", f.accepted[0]) for f in evidence.expected[:1]),
        *((f"received from port {f.port}", f.hex) for f in evidence.received[:1]),
    ):
        raw = bytes.fromhex(frame)
        parts.append(f"--- {title} ({len(raw)} bytes)\n{packets.describe(raw)}")
    return "\n".join(parts)


def _message(differences: Mapping[int, PortDifference], wrong: Sequence[CounterChange]) -> str:
    parts = []
    for port, found in differences.items():
        if found.missing:
            parts.append(f"port {port}: {len(found.missing)} expected frame(s) did not come out")
        if found.unexpected:
            parts.append(f"port {port}: {len(found.unexpected)} frame(s) came out that should not have")
        if found.missing and found.unexpected:
            want, got = accepted(found.missing[0])[0], found.unexpected[0]
            parts.append(f"{len(want)} bytes expected, {len(got)} received; {first_difference(want, got)}")
    if wrong:
        parts.append(f"{len(wrong)} counter(s) moved otherwise than they should")
    return "; ".join(parts)


def _change(key: Cell, expected: int, actual: int) -> CounterChange:
    name, index = key
    port, queue = divmod(index, QUEUES) if name.startswith("queue_") else (index, None)
    return CounterChange(name=name, port=port, queue=queue, expected=expected, actual=actual)


# --- A case ----------------------------------------------------------------------------------------------------------


with contextlib.redirect_stdout(io.StringIO()):  # PTF prints which library it makes packets with
    from ptf.base_tests import BaseTest

__all__ = [
    "HOST",
    "IN",
    "OUT",
    "PORTS",
    "SPARE",
    "SwitchTest",
    "cell",
    "forwarded",
    "with_destination",
]


IN, OUT, HOST, SPARE = PORTS
"""Roles in most cases: where frames enter, a fabric-facing port, a host-facing port, one that stays silent."""

DEADLINE_S = 10.0

_SWITCH_MAC = bytes.fromhex(packets.SWITCH_MAC.replace(":", ""))
_sentinel_ids = count(1)


class SwitchTest(CatalogueCase, BaseTest):
    """Base of all cases. A case configures the device, then calls `check` once or more."""

    device: DeviceUnderTest
    profile: Profile
    values: Values

    def run(self, result: unittest.TestResult | None = None) -> None:
        """Run the case and leave its outcome in the session, so that an interrupted run has it."""
        session = current()  # outside of the case: a device that cannot be driven ends the run
        result = result if result is not None else unittest.TestResult()
        started = time.monotonic()
        before = _tally(result)
        listening = _Listening(result)
        super().run(cast(unittest.TestResult, listening))
        seconds = time.monotonic() - started
        outcome, text = _outcome(result, before)
        gone = listening.gone
        if gone is None and outcome in ("failed", "error"):
            try:
                session.check_tester()
            except DeviceGoneError as error:
                gone = error
            except DeviceError:
                pass  # it refuses even what every case begins with: the case counts
        if gone is not None and session.gone(str(self), gone):
            return
        session.save_outcome(str(self), outcome, seconds, text)

    def setUp(self) -> None:
        """An empty device, then the sentinel routes."""
        self._session: Session = current()  # PTF's own setUp would only open its log
        self._session.on_start(str(self))
        self.device = self._session.device
        self.profile = self._session.profile
        self.values = self.profile.values
        self._session.reset()
        self.device.flush()
        self._settings: tuple[Setting, ...] = ()
        self._counters: Mapping[Cell, Count] | None = None  # as after the last check, if nothing was done since
        self.configure(*(Route(f"{packets.sentinel_address(port)}/128", port) for port in PORTS))

    def configure(self, *settings: Setting) -> None:
        """Add settings, each in place of the one it replaces; the next case starts from an empty device."""
        self._counters = None
        self._settings = merged(self._settings, settings)
        self.device.configure(self._settings)

    def remove(self, *settings: Setting) -> None:
        self._counters = None
        self._settings = without(self._settings, settings)
        self.device.configure(self._settings)

    def block(self, port: int, queue: int) -> None:
        self._counters = None
        self.device.block(port, queue)

    def unblock(self, port: int, queue: int) -> None:
        """Let it admit and drain again."""
        self._counters = None
        self.device.unblock(port, queue)

    def hits(self, setting: Setting) -> Count:
        """Packets and bytes that matched a SID, route or rule; only cases of a requirement that claims this ask.

        Raises DeviceError when the device does not count them.
        """
        found = self.device.hits(setting)
        if found is None:
            raise DeviceError(f"{self.device.name}: does not count what matches {setting}; claim no such counter")
        return found

    def send(self, port: int, frame: bytes) -> None:
        """Send a frame outside of `check`; `collect` tells what comes out."""
        self._counters = None
        self.device.send(port, addressed(frame, port))

    def check(
        self,
        frames: Sequence[bytes],
        expected: Mapping[int, Sequence[Expected]],
        counters: Mapping[Cell, int],
        *,
        ingress: int = IN,
    ) -> Mapping[int, Sequence[bytes]]:
        """Send `frames` into `ingress`; all outputs and all counter changes must be exactly these.

        Args:
            frames: what to send, in order.
            expected: egress port to frames; ports left out must stay silent. MAC addresses are part of it (see
                `forwarded`). The order among the frames of a port is not compared: it is returned.
            counters: cells and by how many packets they grow; every other cell the device has must not move.
                `port_tx_packets` follows from `expected` and is checked without being listed.
            ingress: port to send on.

        Returns:
            What came out of each port, in order.
        """
        frames = [addressed(frame, ingress) for frame in frames]
        exchange = Exchange(ingress, tuple(frames), expected, dict(counters))
        self._session.trace()
        before = self._counters or self.device.counters(PORTS)
        for frame in frames:
            self.device.send(ingress, frame)
        received = self.collect(ingress)
        after = self._counters = self.device.counters(PORTS)
        self._session.save_record(str(self), ingress, frames, received)
        evidence = exchange.evidence(received, before, after)
        if evidence is not None:
            evidence = evidence.model_copy(update={"trace": tuple(self._session.trace())})
            self._session.save_evidence(evidence)
            self.fail(describe(evidence))
        return received

    def collect(self, ingress: int) -> dict[int, list[bytes]]:
        """Everything that has come out of each port up to the sentinels sent now, without the sentinels."""
        self._counters = None
        received: dict[int, list[bytes]] = {port: [] for port in PORTS}
        for port in PORTS:
            identity = next(_sentinel_ids)
            self.device.send(ingress, addressed(packets.sentinel(port, identity), ingress))
            deadline = time.monotonic() + DEADLINE_S
            while True:
                frame = self.device.receive(port, deadline - time.monotonic())
                if frame is None:
                    raise self._session.silent(port, DEADLINE_S)
                if packets.is_sentinel(frame, identity):
                    break
                received[port].append(frame)
        self._session.answered()
        self._settle(received)
        return received

    def same_frames(self, received: Sequence[bytes], wanted: Sequence[Expected]) -> None:
        """What `collect` returned for a port is exactly this, in any order: a device may let frames overtake."""
        found = difference(wanted, received)
        text = f"{len(found.missing)} of {len(wanted)} frames did not come out; {len(found.unexpected)} others did"
        self.assertFalse(found.missing or found.unexpected, text)

    def _settle(self, received: dict[int, list[bytes]]) -> None:
        """On devices where a sentinel may overtake: listen on until every port has been silent for so long."""
        if not self.values.settle_ms:
            return
        for port in PORTS:
            while (frame := self.device.receive(port, self.values.settle_ms / 1000)) is not None:
                received[port].append(frame)


def addressed(frame: bytes, port: int) -> bytes:
    """`frame` to the device's MAC address on `port` if it is to `SWITCH_MAC`: a router drops what is not for it."""
    return mac(port).to_bytes(6, "big") + frame[6:] if frame[:6] == _SWITCH_MAC else frame


class _Listening:
    """A result that hears of a device that is gone; everything is told to the one behind it."""

    def __init__(self, result: unittest.TestResult) -> None:
        self._result = result
        self.gone: DeviceGoneError | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self._result, name)

    def addError(
        self,
        test: unittest.TestCase,
        err: tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Keep what ended the case, if that is it."""
        if isinstance(err[1], DeviceGoneError):
            self.gone = err[1]
        self._result.addError(test, err)


def _tally(result: unittest.TestResult) -> tuple[int, int, int]:
    return len(result.failures), len(result.errors), len(result.skipped)


def _outcome(result: unittest.TestResult, before: tuple[int, int, int]) -> tuple[Outcome, str]:
    """How the case ended that was added to `result` since `before`, and the text that goes with it."""
    failures, errors, skips = (
        found[old:] for found, old in zip((result.failures, result.errors, result.skipped), before, strict=True)
    )
    if failures:
        return "failed", str(failures[0][1])
    if errors:
        return "error", str(errors[0][1])
    return ("skipped", str(skips[0][1])) if skips else ("passed", "")


def forwarded(frame: bytes, port: int, *, hop: bool = True) -> bytes:
    """`frame` as it leaves on `port`: MAC addresses rewritten and, with `hop`, the hop limit (TTL) down by one."""
    copy = bytearray(frame)
    copy[0:6] = neighbour_mac(port).to_bytes(6, "big")
    copy[6:12] = mac(port).to_bytes(6, "big")
    if hop and packets.is_ipv4(frame):
        return packets.with_ttl(bytes(copy), copy[22] - 1)
    if hop:
        copy[21] -= 1
    return bytes(copy)


def with_destination(frame: bytes, address: str) -> bytes:
    return frame[:38] + IPv6Address(address).packed + frame[54:]


# --- The cases for switches ------------------------------------------------------------------------------------------


CASES = Path(__file__).resolve().parent / "cases"


@cache
def classes() -> Mapping[str, type[SwitchTest]]:
    """Every case by name, as PTF knows it (`module.Class`)."""
    return found_in(CASES, "ptf_tests.switch.cases", SwitchTest, "runTest")


def cases() -> Mapping[str, CaseInfo]:
    """What every case says of itself, by name."""
    return described(classes())

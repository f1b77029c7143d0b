# SPDX-License-Identifier: GPL-2.0-only
"""What every case stands on: a configuration that starts empty, and one `check` that looks at everything at once.

`check` sends frames, then compares *every* port's output (exact bytes) and *every* counter of the ports in use.
Nothing is proved by waiting: after the frames, `check` sends one sentinel to each port on the same ingress port. A
sentinel travels in the lowest queue, behind everything sent before it, so once all have come out, so has everything
else.
"""

from __future__ import annotations

import contextlib
import io
import time
import unittest
from collections.abc import Mapping, Sequence
from functools import cache
from ipaddress import IPv6Address
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import cast

from ptf_tests.catalogue.requirements import CaseInfo, CatalogueCase, described, found_in
from ptf_tests.results import Outcome
from ptf_tests.switch import packets
from ptf_tests.switch.device import PORTS, Cell, Count, DeviceError, DeviceGoneError, DeviceUnderTest
from ptf_tests.switch.exchange import Exchange, Expected, cell, describe, difference
from ptf_tests.switch.profile import Profile, Values
from ptf_tests.switch.session import Session, current
from ptf_tests.switch.settings import Route, Setting, mac, merged, neighbour_mac, without

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
        if listening.gone is not None and session.gone(str(self), listening.gone):
            return
        outcome, text = _outcome(result, before)
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

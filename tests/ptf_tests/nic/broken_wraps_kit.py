# SPDX-License-Identifier: Apache-2.0
"""NICs whose counters of messages do not wrap as they should."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import HEADER, BrokenNic, opcode, with_fields

from ptf_tests.dut.embedded_nic import DEFAULT
from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.wire import INNER


class PatientNic(BrokenNic):
    """A good one, which claims to take part in long exchanges."""

    @property
    def capabilities(self):
        return DEFAULT


class MsnSkipsZero(PatientNic):
    """After 65,535 comes 1."""

    def spoil(self):
        self.wrapped = False

    def outgoing(self, sent):
        frame, at = sent.frame, HEADER + 2
        if opcode(frame) not in mrc.DATA:
            return [sent]
        msn = int.from_bytes(frame[at : at + 2], "big")
        self.wrapped = self.wrapped or not msn
        if not self.wrapped:
            return [sent]
        frame = frame[:at] + (msn + 1).to_bytes(2, "big") + frame[at + 2 : -4]
        return [replace(sent, frame=frame + wire.icrc(frame[INNER:]))]


class AcksCountSixteenBits(PatientNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.ACK or sent.frame[HEADER + 1] == 0:
            return [sent]
        return with_fields(sent, HEADER, mrc.AETH, msn=int.from_bytes(sent.frame[HEADER + 2 : HEADER + 4], "big"))


class WrappedIsOld(PatientNic):
    """A message whose MSN is lower than the one before is taken for one that has been."""

    def spoil(self):
        self.newest = 0

    def incoming(self, port, frame):
        if opcode(frame) not in mrc.DATA:
            return [(port, frame)]
        msn = int.from_bytes(frame[HEADER + 2 : HEADER + 4], "big")
        old = msn < self.newest
        self.newest = max(msn, self.newest)
        return [] if old else [(port, frame)]


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    MsnSkipsZero: ("messages.MsnSentWraps",),
    AcksCountSixteenBits: ("messages.MsnReceivedWraps",),
    WrappedIsOld: ("messages.MsnReceivedWraps",),
}
"""Each fault -> cases that must fail on it."""

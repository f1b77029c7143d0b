# SPDX-License-Identifier: Apache-2.0
"""NICs with one fault each in what makes up a message, and in counters that wrap."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import HEADER, BrokenNic, opcode, with_fields

from ptf_tests.dut.embedded_nic import DEFAULT
from ptf_tests.headers import mrc
from ptf_tests.nic import wire
from ptf_tests.nic.wire import INNER

# --- Messages --------------------------------------------------------------------------------------------------------
# NICs with one fault each in what makes up a message, and the cases that must notice it.


class WithRules(BrokenNic):
    """A fault in the rules of messages: ``alone`` and ``follows`` stand before them."""

    def spoil(self):
        good = self.good.qp.responder
        rules = good._rules
        rules_class = type(rules)
        fault = self

        class Spoilt(rules_class):
            __slots__ = ()

            def alone(self, kind, size, length):
                return fault.alone(kind, size, length, right=super().alone(kind, size, length))

            def follows(self, part):
                return fault.follows(right=super().follows(part))

        good._rules = Spoilt(rules._mtu, judge_msn=True)

    def alone(self, _kind, _size, _length, *, right):
        return right

    def follows(self, *, right):
        return right


class LengthsOfFirstUnchecked(WithRules):
    def alone(self, kind, _size, _length, *, right):
        return right or (kind.first and not kind.last)


class LengthsOfOnlyUnchecked(WithRules):
    def alone(self, kind, _size, _length, *, right):
        return right or (kind.first and kind.last)


class LengthsInsideUnchecked(WithRules):
    def alone(self, kind, _size, _length, *, right):
        return right or not kind.first


class LastOfAPathMtuRefused(WithRules):
    def alone(self, kind, size, _length, *, right):
        return right and (kind.first or size < self.settings.mtu)


class SequenceUnchecked(WithRules):
    def follows(self, *, right):
        return right or True


class WritesOfNothingRefused(WithRules):
    def alone(self, _kind, size, _length, *, right):
        return right and size > 0


class ReportsWithoutBound(BrokenNic):
    def spoil(self):
        answers = self.good.qp.responder.answers
        answers._most_credit = 1 << 40
        answers._credited = -(1 << 40)


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    LengthsOfFirstUnchecked: ("messages.WrongPayloadLengths",),
    LengthsOfOnlyUnchecked: ("messages.WrongPayloadLengths", "messages.LengthIsNotHearsay"),
    LengthsInsideUnchecked: ("messages.WrongPayloadLengthsInside",),
    LastOfAPathMtuRefused: ("messages.FullAndShortPackets",),
    SequenceUnchecked: (
        "messages.LastWithoutFirst",
        "messages.MiddleWithoutFirst",
        "messages.OnlyInsideAMessage",
        "messages.AnotherAddressInside",
        "messages.AnotherLengthInside",
    ),
    WritesOfNothingRefused: ("messages.NothingIsWritten",),
    ReportsWithoutBound: ("messages.ProbesDrawLittle",),
}
"""Each fault -> cases that must fail on it."""


# --- Wraps -----------------------------------------------------------------------------------------------------------
# NICs whose counters of messages do not wrap as they should.


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


CAUGHT_AT_WRAPS: dict[type[BrokenNic], tuple[str, ...]] = {
    MsnSkipsZero: ("messages.MsnSentWraps",),
    AcksCountSixteenBits: ("messages.MsnReceivedWraps",),
    WrappedIsOld: ("messages.MsnReceivedWraps",),
}
"""Each fault -> cases that must fail on it."""

# SPDX-License-Identifier: Apache-2.0
"""NICs with one fault each in what makes up a message, and the cases that must notice it."""

from broken_nics_kit import BrokenNic


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

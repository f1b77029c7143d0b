# SPDX-License-Identifier: Apache-2.0
"""NICs that send too much, too long, or believe the wrong answers: retries, NAKs, rarer moves of the window."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import BTH_LAYOUT, HEADER, BrokenNic, field, opcode, with_fields
from broken_nscc_kit import BrokenNscc, with_parameters
from broken_peers_kit import Proxy, edited, is_whole

from ptf_tests.headers import mrc
from ptf_tests.nic.wire import BTH

_DEFINED = (mrc.TRIMMED, mrc.TRIMMED_LASTHOP, mrc.NO_BITMAP, mrc.NO_PKT_BUFFER, mrc.NO_RESOURCE, mrc.PSN_OOR_WINDOW)
_PACKET = 1112


class OfNacks(BrokenNic):
    """``nack`` gives other fields for the NETH of a NACK that arrives, by its reason, or None to lose it."""

    def nack(self, _reason):
        return {}

    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) != mrc.NACK:
            return [(port, frame)]
        fields = self.nack(field(frame, HEADER, mrc.NETH, "reason"))
        return [] if fields is None else [(port, edited(port, frame, HEADER, mrc.NETH, **fields) if fields else frame)]


class OfNaks(BrokenNic):
    """``nak`` gives (PSN, MSN) for those of a transport NAK that arrives."""

    def nak(self, psn, msn):
        return psn, msn

    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) != mrc.ACK or not field(frame, HEADER, mrc.AETH, "syndrome") & 0x60:
            return [(port, frame)]
        psn, msn = self.nak(field(frame, BTH, BTH_LAYOUT, "psn"), field(frame, HEADER, mrc.AETH, "msn"))
        return [(port, edited(port, edited(port, frame, HEADER, mrc.AETH, msn=msn), BTH, BTH_LAYOUT, psn=psn))]

    @property
    def oldest(self):
        """PSN of the oldest packet that is not acknowledged."""
        return self.good.qp.requestor.flight.una & mrc.PSN_MASK


# --- Retries and NAKs -----------------------------------------------------------------------------------------------


class RefusalsAreProgress(BrokenNic):
    def spoil(self):
        requestor = self.good.qp.requestor
        budget = requestor.state.budget

        def refuse(_times, now_ns):
            budget.progress(now_ns)
            return False

        requestor.state.budget = Proxy(budget, refuse=refuse)


class TrimsAreProgress(OfNacks):
    def nack(self, reason):
        if reason in (mrc.TRIMMED, mrc.TRIMMED_LASTHOP):
            self.good.qp.requestor.state.budget.progress(self.good.now_ns)
        return {}


class TrimsAreCounted(OfNacks):
    """So many trims of one packet end the queue pair, whatever else arrives."""

    def spoil(self):
        self.trims = 0

    def nack(self, reason):
        self.trims += reason == mrc.TRIMMED
        if self.trims > self.settings.linear_retries + self.settings.exponential_retries:
            self.good.qp.modify_to_error()
        return {}


class ProgressGivesNothingBack(BrokenNic):
    def spoil(self):
        requestor = self.good.qp.requestor
        budget = requestor.state.budget

        def progress(now_ns):
            budget.since_ns = now_ns

        requestor.state.budget = Proxy(budget, progress=progress)


class OutOfWindowNackIgnored(OfNacks):
    def nack(self, reason):
        return None if reason == mrc.PSN_OOR_WINDOW else {}


class UndefinedReasonsAreFatal(OfNacks):
    def nack(self, reason):
        return {} if reason in _DEFINED else {"reason": mrc.UNEXP_EVENT}


class UndefinedReasonsAreTrims(OfNacks):
    def nack(self, reason):
        return {} if reason in (*_DEFINED, mrc.UNEXP_EVENT) else {"reason": mrc.TRIMMED}


class FatalWhateverThePsn(OfNacks):
    def nack(self, reason):
        return {"nack_psn": self.good.qp.requestor.flight.una & mrc.PSN_MASK} if reason == mrc.UNEXP_EVENT else {}


class NakBlamesTheOldest(OfNaks):
    def nak(self, _psn, _msn):
        return self.oldest, 0


class NakCompletesAllBefore(OfNaks):
    def nak(self, psn, _msn):
        return psn, 0x7FFF


class StaleNaksObeyed(OfNaks):
    def nak(self, _psn, msn):
        return self.oldest, msn


class EndsInSilence(BrokenNic):
    """When it fails, the write that failed is reported, and the others never."""

    def completions(self):
        done = super().completions()
        failed = [one for one in done if not one.ok]
        return [one for one in done if one.ok] + failed[:1]


class FlushedIsSuccess(BrokenNic):
    def completions(self):
        done = super().completions()
        return [replace(one, ok=one.ok or one.status == "flushed") for one in done]


# --- The window -----------------------------------------------------------------------------------------------------


class DelayIsAMark(BrokenNscc):
    def hear(self, controller, sample):
        return sample._replace(marked=sample.rtt_ns is not None and sample.rtt_ns - controller.base_rtt > 8_000)


class BaseRttIsFixed(BrokenNscc):
    def hear(self, _controller, sample):
        return sample._replace(full_rtt_ns=None)


class BaseRttRises(BrokenNscc):
    def hear(self, controller, sample):
        if sample.rtt_ns is not None and sample.rtt_ns > controller.base_rtt:
            controller._max_cwnd *= sample.rtt_ns / controller.base_rtt
            controller.base_rtt = sample.rtt_ns
        return sample


class NoEta(BrokenNic):
    def configured(self, settings):
        return with_parameters(settings, eta=0.0)


class LossesDoNotCut(BrokenNscc):
    def lose(self, *_):
        pass


class LossesHalve(BrokenNscc):
    def lose(self, controller, *_):
        controller.cwnd /= 2


class EveryTrimToldCuts(OfNacks):
    def nack(self, reason):
        if reason == mrc.TRIMMED and self.settings.congestion is not None:
            controller = self.good.qp.requestor._cc._destination.controller
            controller.cwnd = max(_PACKET, controller.cwnd - _PACKET)
        return {}


class AdaptsAndCuts(BrokenNscc):
    """Trims of packets sent before a quick adapt are taken off what it left."""

    def trim(self, controller, size, inflight, last_hop, now_ns):
        controller._ignore = 0
        super().trim(controller, size, inflight, last_hop, now_ns)


class FastFromTheFirstSack(BrokenNscc):
    def hear(self, controller, sample):
        controller._fast = True
        return sample


class FastForEver(BrokenNscc):
    def hear(self, controller, sample):
        return sample._replace(rtt_ns=controller.base_rtt) if controller._fast and sample.rtt_ns else sample


class RestoresUnderAPenalty(BrokenNscc):
    def hear(self, _controller, sample):
        return sample._replace(penalty=0) if sample.restore else sample


class RestoresAgainAndAgain(BrokenNscc):
    def spoil(self):
        self.saved = 0.0
        super().spoil()

    def hear(self, controller, sample):
        self.saved = self.saved or controller.saved_cwnd
        controller.saved_cwnd = self.saved
        return sample


class NeverAsks(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, BTH, BTH_LAYOUT, ack_req=0) if opcode(sent.frame) in mrc.DATA else [sent]


class TimestampZeroIsNone(BrokenNic):
    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) != mrc.SACK or field(frame, HEADER + 28, mrc.CC_STATE, "tx_timestamp"):
            return [(port, frame)]
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, rtx=1))]


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    RefusalsAreProgress: ("retries.RefusedForEver",),
    TrimsAreProgress: ("retries.TrimmedForEver",),
    TrimsAreCounted: ("retries.TrimsWithProgressAreNoError",),
    ProgressGivesNothingBack: ("retries.ProgressRestoresWhatRefusalsDrew", "recovery.ProgressRestoresRetries"),
    OutOfWindowNackIgnored: ("retries.OutOfWindowNackIsRecoverable",),
    UndefinedReasonsAreFatal: ("retries.UndefinedNackReasons",),
    UndefinedReasonsAreTrims: ("retries.UndefinedNackReasons",),
    FatalWhateverThePsn: ("retries.StaleFatalNack",),
    NakBlamesTheOldest: ("retries.NakFailsTheWriteItNames",),
    NakCompletesAllBefore: ("retries.NakCompletesNoMoreThanItCounts",),
    StaleNaksObeyed: ("retries.StaleNak",),
    EndsInSilence: ("retries.EverythingEnds", "retries.NakFailsTheWriteItNames"),
    FlushedIsSuccess: ("retries.EverythingEnds", "retries.NakCompletesNoMoreThanItCounts"),
    DelayIsAMark: ("windows.DelayAloneCutsNothing",),
    BaseRttIsFixed: ("windows.BaseRttFalls",),
    BaseRttRises: ("windows.BaseRttDoesNotRise",),
    NoEta: ("windows.EtaPerPeriod",),
    LossesDoNotCut: ("windows.LossTakesAPacket",),
    LossesHalve: ("windows.LossTakesAPacket",),
    EveryTrimToldCuts: ("windows.TheSameTrimTwice",),
    AdaptsAndCuts: ("windows.OneAdaptationPerPeriod",),
    FastFromTheFirstSack: ("windows.FastIncreaseNeedsAWindow",),
    FastForEver: ("windows.FastIncreaseEnds",),
    RestoresUnderAPenalty: ("windows.RestoreWaitsForTheEndOfThePenalty",),
    RestoresAgainAndAgain: ("windows.RestoredOnce",),
    NeverAsks: ("windows.SmallWindowsAsk",),
    TimestampZeroIsNone: ("windows.TimestampZeroIsATime",),
}
"""Each fault -> cases that must fail on it."""

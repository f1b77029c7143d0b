# SPDX-License-Identifier: Apache-2.0
"""NICs whose congestion control has one fault each. Some case must catch each of them."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import BTH_LAYOUT, HEADER, BrokenNic, field, opcode, with_fields

from ptf_tests.headers import codec, mrc
from ptf_tests.nic.api import Settings
from ptf_tests.nic.wire import BTH, NetFrame, changed


class BrokenNscc(BrokenNic):
    """NSCC behind a fault: ``hear`` changes what it is told by SACKs, ``trim`` and ``lose`` what it makes of both."""

    def spoil(self):
        destination = self.good.qp.requestor._cc._destination
        destination.controller = _Tampered(self, destination.controller)

    def hear(self, _controller, sample):
        return sample

    def trim(self, controller, size, inflight, last_hop, now_ns):
        controller.on_trim(size, inflight, last_hop=last_hop, now_ns=now_ns)

    def lose(self, controller, size, inflight, now_ns):
        controller.on_loss(size, inflight, now_ns=now_ns)


class _Tampered:
    def __init__(self, broken, controller) -> None:
        self._broken, self._controller = broken, controller

    @property
    def window(self):
        return self._controller.window

    def on_sack(self, sample):
        self._controller.on_sack(self._broken.hear(self._controller, sample))

    def on_trim(self, size, inflight, *, last_hop, now_ns):
        self._broken.trim(self._controller, size, inflight, last_hop, now_ns)

    def on_loss(self, size, inflight, *, now_ns):
        self._broken.lose(self._controller, size, inflight, now_ns)


def with_parameters(settings: Settings, **parameters: float) -> Settings:
    if settings.congestion is None:
        return settings
    return replace(settings, congestion={**settings.congestion, **parameters})


class HalfTheWindowOnly(BrokenNic):
    def configured(self, settings):
        whole = (settings.congestion or {}).get("max_cwnd", 0)
        return with_parameters(settings, max_cwnd=whole // 2)


class WindowWithoutAnEnd(BrokenNic):
    def configured(self, settings):
        whole = (settings.congestion or {}).get("max_cwnd", 0)
        return with_parameters(settings, max_cwnd=whole * 2)


class ReceivedBytesIgnored(BrokenNic):
    def incoming(self, port, frame):
        return [(port, _state(port, frame, rcvd_bytes=0))]


class ReceivedBytesNotModulo(BrokenNic):
    """A counter that is lower than before counts as the same."""

    def spoil(self):
        self.highest = 0

    def incoming(self, port, frame):
        if not _is_sack(frame):
            return [(port, frame)]
        self.highest = max(self.highest, field(frame, HEADER + 28, mrc.CC_STATE, "rcvd_bytes"))
        return [(port, _state(port, frame, rcvd_bytes=self.highest))]


class OvertakenSackTakenForNews(ReceivedBytesNotModulo):
    """A counter that is lower than before counts as growth by the difference."""

    def incoming(self, port, frame):
        if not _is_sack(frame):
            return [(port, frame)]
        configured = field(frame, HEADER + 28, mrc.CC_STATE, "rcvd_bytes")
        self.highest += abs(configured - self.highest)
        return [(port, _state(port, frame, rcvd_bytes=self.highest & 0xFFFFFF))]


class DelayIgnored(BrokenNscc):
    def hear(self, controller, sample):
        return sample._replace(rtt_ns=None if sample.rtt_ns is None else controller.base_rtt)


class EcnIgnoredByTheWindow(BrokenNscc):
    def hear(self, _controller, sample):
        return sample._replace(marked=False)


class MarksAloneDecrease(BrokenNscc):
    def hear(self, _controller, sample):
        return sample._replace(rtt_ns=40_000) if sample.marked and sample.rtt_ns is not None else sample


class DecreasesForEverySack(BrokenNscc):
    def hear(self, controller, sample):
        controller.decreased_ns = None
        return sample


class TrimsDoNotCut(BrokenNscc):
    def trim(self, *_):
        pass


class LastHopTrimsDoNotCut(BrokenNscc):
    def trim(self, controller, size, inflight, last_hop, now_ns):
        if not last_hop:
            controller.on_trim(size, inflight, last_hop=last_hop, now_ns=now_ns)


class TrimsHalve(BrokenNscc):
    def trim(self, controller, *_):
        controller.cwnd /= 2


class NeverAdapts(BrokenNic):
    def configured(self, settings):
        return with_parameters(settings, disable_qa=1)


class AdaptsAlways(BrokenNic):
    def configured(self, settings):
        return with_parameters(settings, disable_qa=0)


class NoFairIncrease(BrokenNic):
    def configured(self, settings):
        return with_parameters(settings, fi=0.0)


class NoFastIncrease(BrokenNic):
    def configured(self, settings):
        return with_parameters(settings, fi_scale=0.0)


class GrowsBlindly(BrokenNscc):
    """Every byte received without a mark grows the window, whatever the delay."""

    def hear(self, controller, sample):
        if not sample.marked:
            controller.cwnd += sample.received_bytes / 10
        return sample


class DecreasesWithoutALimit(BrokenNic):
    def configured(self, settings):
        return with_parameters(settings, max_md_jump=0.0)


class RetransmissionsMeasured(BrokenNic):
    def incoming(self, port, frame):
        if not _is_sack(frame):
            return [(port, frame)]
        return [(port, changed(NetFrame(port, frame), BTH, BTH_LAYOUT, seal=True, rtx=0).data)]


class PenaltyIgnored(BrokenNic):
    def incoming(self, port, frame):
        return [(port, _state(port, frame, rcv_cwnd_pen=0))]


class SmallPenaltyIgnored(BrokenNscc):
    def hear(self, _controller, sample):
        return sample._replace(penalty=0) if sample.penalty < 2 else sample


class NeverRestores(BrokenNic):
    def incoming(self, port, frame):
        return [(port, _state(port, frame, restore_cwnd=0))]


class RestoresUnasked(BrokenNic):
    def incoming(self, port, frame):
        return [(port, _state(port, frame, restore_cwnd=1))]


class ServiceTimeCounted(BrokenNic):
    def configured(self, settings):
        return replace(settings, service_time=False)


class AsksEverybodyForLess(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK:
            return [sent]
        return with_fields(sent, HEADER + codec.size_of(mrc.SETH), mrc.CC_STATE, rcv_cwnd_pen=1)


def _is_sack(frame: bytes) -> bool:
    return len(frame) >= HEADER + 36 and opcode(frame) == mrc.SACK


def _state(port: int, frame: bytes, **fields: int) -> bytes:
    if not _is_sack(frame):
        return frame
    return changed(NetFrame(port, frame), HEADER + codec.size_of(mrc.SETH), mrc.CC_STATE, seal=True, **fields).data


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    HalfTheWindowOnly: ("congestion.FirstWindow",),
    WindowWithoutAnEnd: ("congestion.FirstWindow",),
    ReceivedBytesIgnored: ("congestion.ReceivedBytesMakeRoom",),
    ReceivedBytesNotModulo: ("congestion.ReceivedBytesWrap",),
    OvertakenSackTakenForNews: ("congestion.OvertakenSacksMakeNoRoom",),
    DelayIgnored: ("congestion.MultiplicativeDecrease", "congestion.DecreaseHasALimit"),
    EcnIgnoredByTheWindow: ("congestion.MultiplicativeDecrease", "congestion.OneDecreasePerBaseRtt"),
    MarksAloneDecrease: ("congestion.MarksAloneHold",),
    DecreasesForEverySack: ("congestion.OneDecreasePerBaseRtt",),
    TrimsDoNotCut: ("congestion.TrimsTakeAPacketEach",),
    LastHopTrimsDoNotCut: ("congestion.TrimsTakeAPacketEach",),
    TrimsHalve: ("congestion.TrimsTakeAPacketEach",),
    NeverAdapts: ("congestion.QuickAdapt",),
    AdaptsAlways: ("congestion.QuickAdaptCanBeDisabled",),
    NoFairIncrease: ("congestion.FairIncrease",),
    NoFastIncrease: ("congestion.FastIncrease",),
    GrowsBlindly: ("congestion.PenaltyStopsIncreases",),
    DecreasesWithoutALimit: ("congestion.DecreaseHasALimit",),
    RetransmissionsMeasured: ("congestion.RoundTripsOfRetransmissionsAreRefused",),
    PenaltyIgnored: ("congestion.PenaltyHalves", "congestion.PenaltyToOnePacket"),
    SmallPenaltyIgnored: ("congestion.PenaltyStopsIncreases",),
    NeverRestores: ("congestion.RestoreBringsTheWindowBack",),
    RestoresUnasked: ("congestion.RestoreBringsTheWindowBack",),
    ServiceTimeCounted: ("congestion.ServiceTimeIsLeftOut",),
    AsksEverybodyForLess: ("congestion.OneSenderIsNotPenalised",),
}
"""Each fault -> cases that must fail on it."""

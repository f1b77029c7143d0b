# SPDX-License-Identifier: Apache-2.0
"""NICs with one fault each, made by spoiling what goes in and out of a good one. Some case must catch each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nic_kit import QUICK

from host_stack.native.data_path import in_python
from ptf_tests.dut.embedded_nic import EmbeddedNic
from ptf_tests.headers import codec, internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Capabilities, Completion, Connection, Settings, Timing, Transmitted
from ptf_tests.nic.wire import BTH, OUTER, NetFrame, changed

HEADER = BTH + 12
"""Where the header behind the BTH starts."""
RULES = mrc.WireRules()
BTH_LAYOUT = mrc.bth_layout(RULES)


class BrokenNic:
    """A good NIC; a fault overrides one of ``incoming``, ``outgoing``, ``spoil``, ``configured``, or ``actual``."""

    actual: Capabilities = QUICK
    """What the NIC is really like, while it says of itself that it is as it should be."""

    def __init__(self) -> None:
        self.good = EmbeddedNic(self.actual)
        self.settings = Settings()
        self.connection = Connection(0, 0, 0)

    def incoming(self, port: int, frame: bytes) -> list[tuple[int, bytes]]:
        return [(port, frame)]

    def outgoing(self, sent: Transmitted) -> list[Transmitted]:
        return [sent]

    def spoil(self) -> None:
        """After each configuration."""

    def configured(self, settings: Settings) -> Settings:
        return settings

    @property
    def capabilities(self) -> Capabilities:
        return QUICK

    def configure(self, settings: Settings) -> Connection:
        self.settings = settings
        with in_python():  # its parts are replaced
            self.connection = self.good.configure(self.configured(settings))
        self.spoil()
        return self.connection

    def reconnect(self, settings: Settings) -> Connection:
        self.settings = settings
        with in_python():
            self.connection = self.good.reconnect(self.configured(settings))
        self.spoil()
        return self.connection

    def withdraw_region(self) -> None:
        self.good.withdraw_region()

    def post_write(
        self, data: bytes, remote_address: int, r_key: int, *, wr_id: int = 0, immediate: int | None = None
    ) -> None:
        self.good.post_write(data, remote_address, r_key, wr_id=wr_id, immediate=immediate)

    def receive_from_network(self, port: int, frame: bytes) -> None:
        for one in self.incoming(port, frame):
            self.good.receive_from_network(*one)

    def settle(self) -> None:
        self.good.settle()

    def advance(self, duration_ns: int) -> None:
        self.good.advance(duration_ns)

    def transmitted(self) -> list[Transmitted]:
        return [changed_one for sent in self.good.transmitted() for changed_one in self.outgoing(sent)]

    def completions(self) -> list[Completion]:
        return self.good.completions()

    def control_ev(self, entropy: int, *, denied: bool) -> None:
        self.good.control_ev(entropy, denied=denied)

    def set_port(self, port: int, *, up: bool) -> None:
        self.good.set_port(port, up=up)

    def enable_port(self, port: int, *, enabled: bool) -> None:
        self.good.enable_port(port, enabled=enabled)

    def read_memory(self, offset: int, length: int) -> bytes:
        return self.good.read_memory(offset, length)

    def counters(self) -> Mapping[str, int]:
        return self.good.counters()

    def close(self) -> None:
        self.good.close()


def opcode(frame: bytes) -> int:
    return frame[BTH]


def field(frame: bytes, at: int, layout: codec.Layout, name: str) -> int:
    return codec.decode(layout, frame[at:])[name]


def with_fields(sent: Transmitted, at: int, layout: codec.Layout, **fields: int) -> list[Transmitted]:
    new = changed(NetFrame(sent.port, sent.frame), at, layout, seal=True, **fields)
    return [replace(sent, frame=new.data)]


# --- Frames the NIC sends -------------------------------------------------------------------------------------------


class WrongIcrc(BrokenNic):
    def outgoing(self, sent):
        return [replace(sent, frame=sent.frame[:-1] + bytes((sent.frame[-1] ^ 1,)))]


class EvNotEchoed(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, HEADER, mrc.SETH, entropy=0xC0000000) if opcode(sent.frame) == mrc.SACK else [sent]


class EvNotEchoedInNacks(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, HEADER, mrc.NETH, entropy=0xC0000000) if opcode(sent.frame) == mrc.NACK else [sent]


class BitmapOffByOne(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK:
            return [sent]
        bitmap = field(sent.frame, HEADER, mrc.SETH, "bitmap")
        return with_fields(sent, HEADER, mrc.SETH, bitmap=bitmap << 1 & (1 << 64) - 1)


class AckedPsnOffByOne(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK:
            return [sent]
        offset = field(sent.frame, HEADER, mrc.SETH, "ack_psn_offset")
        return with_fields(sent, HEADER, mrc.SETH, ack_psn_offset=offset + 1)


class ProbeIdForgotten(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK or not field(sent.frame, HEADER, mrc.SETH, "pr"):
            return [sent]
        return with_fields(sent, HEADER, mrc.SETH, ack_psn_offset=0)


class TimestampNotReflected(BrokenNic):
    def outgoing(self, sent):
        at = HEADER + codec.size_of(mrc.SETH)
        return with_fields(sent, at, mrc.CC_STATE, tx_timestamp=0) if opcode(sent.frame) == mrc.SACK else [sent]


class RtxNotEchoed(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) not in (mrc.SACK, mrc.NACK):
            return [sent]
        return with_fields(sent, BTH, BTH_LAYOUT, rtx=0)


class ReservedBitSent(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, BTH, BTH_LAYOUT, rsvd_invariant=1) if opcode(sent.frame) == mrc.PROBE else [sent]


class LastHopReportedAsTrimmed(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, HEADER, mrc.NETH, reason=mrc.TRIMMED) if opcode(sent.frame) == mrc.NACK else [sent]


class WrongMessageNumberInAcks(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, HEADER, mrc.AETH, msn=0) if opcode(sent.frame) == mrc.ACK else [sent]


class DataInTheControlClass(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) not in mrc.DATA:
            return [sent]
        return with_fields(sent, OUTER, internet.IPV6, dscp=46)


class WrongPort(BrokenNic):
    def outgoing(self, sent):
        return [replace(sent, port=sent.port ^ 1)] if opcode(sent.frame) in mrc.DATA else [sent]


class OneReth(BrokenNic):
    """The RETH of the first packet in all of them."""

    def outgoing(self, sent):
        if opcode(sent.frame) not in (mrc.WRITE_MIDDLE, mrc.WRITE_LAST):
            return [sent]
        return with_fields(sent, HEADER + 8, mrc.RETH, va=0x1000_2000_3000_4000)


class NeverRetransmits(BrokenNic):
    def outgoing(self, sent):
        return [] if field(sent.frame, BTH, BTH_LAYOUT, "rtx") and opcode(sent.frame) in mrc.DATA else [sent]


class RetransmitsOnTheSamePath(BrokenNic):
    def spoil(self):
        self.first: dict[int, Transmitted] = {}

    def outgoing(self, sent):
        psn = field(sent.frame, BTH, BTH_LAYOUT, "psn")
        if opcode(sent.frame) not in mrc.DATA:
            return [sent]
        if not field(sent.frame, BTH, BTH_LAYOUT, "rtx"):
            self.first[psn] = sent
            return [sent]
        return with_fields(replace(self.first[psn], time_ns=sent.time_ns), BTH, BTH_LAYOUT, rtx=1)


class NeverProbes(BrokenNic):
    def outgoing(self, sent):
        return [] if opcode(sent.frame) == mrc.PROBE else [sent]


class Mute(BrokenNic):
    def transmitted(self):
        self.good.transmitted()
        return []


class Babbling(BrokenNic):
    def outgoing(self, sent):
        return [replace(sent, frame=sent.frame[: len(sent.frame) // 2]), sent, sent]


# --- Frames it receives ---------------------------------------------------------------------------------------------


class IcrcNotChecked(BrokenNic):
    def incoming(self, port, frame):
        if field(frame, OUTER, internet.IPV6, "payload_length") + 54 != len(frame) or len(frame) < 122:
            return [(port, frame)]
        return [(port, frame[:-4] + wire.icrc(frame[wire.INNER : -4]))]


class MarksIgnored(BrokenNic):
    def incoming(self, port, frame):
        if len(frame) < 54 or field(frame, OUTER, internet.IPV6, "ecn") != internet.CE:
            return [(port, frame)]
        return [(port, changed(NetFrame(port, frame), OUTER, internet.IPV6, seal=False, ecn=internet.ECT0).data)]


class ReservedBitsRefused(BrokenNic):
    def incoming(self, port, frame):
        bits = len(frame) > HEADER and field(frame, BTH, BTH_LAYOUT, "rsvd_6")
        return [] if bits else [(port, frame)]


class DuplicatesPlaced(BrokenNic):
    def incoming(self, port, frame):
        try:
            seen = wire.parse(frame, RULES)
        except codec.WireError:
            return [(port, frame)]
        if "RETH" in seen.headers and seen.icrc == seen.icrc_expected:
            at = seen.headers["RETH"]["va"] - self.connection.region_address
            if 0 <= at <= len(self.good.region.data) - len(seen.payload):
                self.good.region.data[at : at + len(seen.payload)] = seen.payload
        return [(port, frame)]


class CompletesOnSack(BrokenNic):
    def incoming(self, port, frame):
        if len(frame) < HEADER + 36 or opcode(frame) != mrc.SACK:
            return [(port, frame)]
        make = wire.PeerFrames(self.settings, QUICK, self.connection)
        cack = wire.distance(field(frame, HEADER, mrc.SETH, "cack_psn"), self.settings.first_psn_sent)
        return [(port, frame), (port, make.ack(cack, 1).data)]


class LastHopBlamesThePath(BrokenNic):
    def incoming(self, port, frame):
        if len(frame) < HEADER + 20 or opcode(frame) != mrc.NACK:
            return [(port, frame)]
        return [(port, changed(NetFrame(port, frame), HEADER, mrc.NETH, seal=True, reason=mrc.TRIMMED).data)]


class Port4971Refused(BrokenNic):
    def incoming(self, port, frame):
        refused = len(frame) > BTH and field(frame, wire.UDP, internet.UDP, "dport") == 4971
        return [] if refused else [(port, frame)]


# --- What it does inside --------------------------------------------------------------------------------------------


class LossDoesNotRetire(BrokenNic):
    def spoil(self):
        self.good.qp.evs.on_loss = lambda *_: None


class MarkedEvNotLeftOut(BrokenNic):
    def spoil(self):
        self.good.qp.evs.on_mark = lambda *_: None


class TrimmedEvNotLeftOut(BrokenNic):
    def spoil(self):
        self.good.qp.evs.on_trim = lambda *_: None


class OnePathOnly(BrokenNic):
    def spoil(self):
        entry = next(iter(self.good.qp.evs))
        self.good.qp.evs.choose = lambda *_: entry


class DenylistIgnored(BrokenNic):
    def control_ev(self, entropy, *, denied):
        pass

    def configured(self, settings):
        return replace(settings, denied=frozenset())


class ImmediateDeliveredAtOnce(BrokenNic):
    def __init__(self) -> None:
        self.early: list[Completion] = []
        super().__init__()

    def incoming(self, port, frame):
        if len(frame) > HEADER and "ImmDt" in mrc.PACKET_TYPES[opcode(frame)].headers:
            immediate = field(frame, HEADER + 24, mrc.IMMDT, "immediate")
            self.early.append(Completion("immediate", True, 0, 4, immediate, "early"))
        return [(port, frame)]

    def completions(self):
        early, self.early = self.early, []
        return early + [done for done in super().completions() if done.kind == "write"]


class WindowTooLarge(BrokenNic):
    def configured(self, settings):
        return replace(settings, mpr=settings.mpr + 1)


class CongestionWindowIgnored(BrokenNic):
    def configured(self, settings):
        return replace(settings, window_bytes=1 << 20)


class SackForEveryPacket(BrokenNic):
    def configured(self, settings):
        return replace(settings, sack_threshold_bytes=1)


class FloorIgnored(BrokenNic):
    def configured(self, settings):
        return replace(settings, min_active_evs=1)


class TooManyImmediatesSent(BrokenNic):
    def configured(self, settings):
        return replace(settings, max_immediates=settings.max_immediates + 1)


class RetriesForEver(BrokenNic):
    def configured(self, settings):
        return replace(settings, exponential_retries=25)


class RevivesTooSoon(BrokenNic):
    actual = replace(QUICK, timing=Timing(ev_probe_successes=1))


class TimeoutTooLong(BrokenNic):
    actual = replace(QUICK, timing=Timing(ack_timeout=8))


class ReorderingTakenForLoss(BrokenNic):
    actual = replace(QUICK, timing=Timing(reorder_ns=1))


class NacksAboveTheWindow(BrokenNic):
    actual = replace(QUICK, choices={"out_of_window": "nack"})


class EvSplitSwapped(BrokenNic):
    actual = replace(QUICK, choices={"ev_halves": "sport_low"})


class EndpointAnswerMisplaced(BrokenNic):
    actual = replace(QUICK, choices={"eeth_op_bits": "bits_5_4"})


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    WrongIcrc: ("headers.TheWholeConversation", "headers.WriteOnlyFrame", "headers.SackFrame"),
    EvNotEchoed: ("sacks.EntropyIsEchoed", "sacks.CeTriggers"),
    EvNotEchoedInNacks: ("trims.TrimmedIsNacked",),
    BitmapOffByOne: ("sacks.BitmapWithHoles", "sacks.BitmapIsExact", "sacks.NeverMoreThanArrived"),
    AckedPsnOffByOne: ("headers.SackFrame", "sacks.AckReqTriggers", "sacks.FilledHoles"),
    ProbeIdForgotten: ("headers.ProbeAnswerFrame", "sacks.ProbeTriggers"),
    TimestampNotReflected: ("headers.SackFrame", "sacks.TimestampIsReflected"),
    RtxNotEchoed: ("sacks.RtxTriggers", "trims.TrimmedRetransmission"),
    ReservedBitSent: ("headers.TheWholeConversation", "headers.ReliabilityProbeFrame"),
    LastHopReportedAsTrimmed: ("trims.TrimmedAtTheLastHop",),
    WrongMessageNumberInAcks: ("headers.TransportAckFrame", "placement.AckAfterTheWholeMessage"),
    DataInTheControlClass: ("headers.DscpRoles", "headers.OuterAndInnerClassAgree"),
    WrongPort: ("headers.OuterDestinationIsThePath",),
    OneReth: ("headers.MessageOfManyPackets", "recovery.LossyTransfer"),
    NeverRetransmits: ("recovery.NackedIsSentAgain", "recovery.HolesAreSentAgain", "recovery.LossyTransfer"),
    RetransmitsOnTheSamePath: ("recovery.NackedIsSentAgain", "recovery.HolesAreSentAgain"),
    NeverProbes: ("recovery.SilenceIsProbed", "headers.ReliabilityProbeFrame"),
    IcrcNotChecked: ("receiving.WrongIcrcIsDropped", "receiving.WrongIcrcOfControlIsDropped"),
    MarksIgnored: ("sacks.CeTriggers",),
    ReservedBitsRefused: ("receiving.ReservedBitsOfDataAreIgnored", "receiving.ReservedBitsOfControlAreIgnored"),
    DuplicatesPlaced: ("placement.DuplicateBelow", "placement.DuplicateAbove"),
    CompletesOnSack: ("sending.CompletionNeedsTheAck",),
    LastHopBlamesThePath: ("entropy.LastHopBlamesNoPath",),
    Port4971Refused: ("receiving.BothUdpPorts",),
    LossDoesNotRetire: ("entropy.LossRetires", "entropy.TimeoutRetires"),
    MarkedEvNotLeftOut: ("entropy.MarkedIsLeftOutOnce", "entropy.AlwaysSkipRetires"),
    TrimmedEvNotLeftOut: ("entropy.TrimmedIsLeftOutOnce",),
    OnePathOnly: ("sending.OneEvPerPacket", "sending.PlanesShareEqually"),
    DenylistIgnored: ("entropy.DeniedByTheController", "entropy.DeniedFromTheStart"),
    ImmediateDeliveredAtOnce: ("placement.ImmediateWaitsItsTurn", "placement.ImmediatesInOrder"),
    WindowTooLarge: ("sending.PsnWindow", "placement.AboveTheWindowDropped"),
    CongestionWindowIgnored: ("sending.CongestionWindow", "sending.RetransmissionsUseTheWindowToo"),
    SackForEveryPacket: ("sacks.NoTrigger", "sacks.ByteThreshold"),
    FloorIgnored: ("entropy.FloorOfTheActiveSet",),
    TooManyImmediatesSent: ("sending.ImmediatesInFlight", "placement.TooManyImmediates"),
    RetriesForEver: ("recovery.RetriesRunOut",),
    RevivesTooSoon: ("entropy.AnsweredProbesRevive", "entropy.ProbesMustBeAnsweredInARow"),
    TimeoutTooLong: ("recovery.Timeouts",),
    ReorderingTakenForLoss: ("recovery.ReorderingIsNotLoss",),
    NacksAboveTheWindow: ("placement.AboveTheWindowDropped",),
    EvSplitSwapped: ("headers.WriteOnlyFrame", "sacks.EntropyIsEchoed"),
    EndpointAnswerMisplaced: ("headers.EvProbeAnswerFrame",),
    Mute: ("headers.WriteOnlyFrame", "sacks.AckReqTriggers", "placement.DuplicateBelow"),
    Babbling: ("headers.TransportAckFrame", "sending.PsnsInOrder"),
}
"""Each fault -> cases that must fail on it."""

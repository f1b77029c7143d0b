# SPDX-License-Identifier: Apache-2.0
"""NICs that take too much or too little from others: rights, partitions, resets, NAKs, planes, and what has to wait."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import BTH_LAYOUT, HEADER, RULES, BrokenNic, RetriesForEver, field, opcode, with_fields

from ptf_tests.headers import codec, internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import PEER_ADDRESS, Completion
from ptf_tests.nic.wire import BTH, INNER, OUTER, NetFrame, changed

HALF = 1 << 23


class Proxy:
    """An object of the NIC with some of its methods replaced."""

    def __init__(self, target, **replaced) -> None:
        self.__dict__.update(replaced, target=target)

    def __getattr__(self, name):
        return getattr(self.target, name)

    def __setattr__(self, name, value):
        setattr(self.target, name, value)


def edited(port, frame, at, layout, *, seal=True, **fields):
    return changed(NetFrame(port, frame), at, layout, seal=seal, **fields).data


def is_whole(frame: bytes) -> bool:
    """Whether a frame can be edited and sealed again: a packet of MRC, not trimmed."""
    try:
        return bool(wire.parse(frame, RULES))
    except codec.WireError:
        return False


def is_data(frame: bytes) -> bool:
    return len(frame) >= HEADER and opcode(frame) in mrc.DATA


# --- Rights, keys, partitions ---------------------------------------------------------------------------------------


class DomainsIgnored(BrokenNic):
    def configured(self, settings):
        return replace(settings, region_of_another_domain=False)


class RightsOfRegionsIgnored(BrokenNic):
    def configured(self, settings):
        return replace(settings, region_writable=True)


class RightsOfQueuePairsIgnored(BrokenNic):
    def configured(self, settings):
        return replace(settings, qp_writable=True)


class WithdrawnKeyStillOpens(BrokenNic):
    def withdraw_region(self):
        pass


class FirstPacketsCheckedOnly(BrokenNic):
    """The address of a later packet is believed, and taken modulo the size of the region."""

    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) not in (mrc.WRITE_MIDDLE, mrc.WRITE_LAST):
            return [(port, frame)]
        at = HEADER + 8
        offset = field(frame, at, mrc.RETH, "va") - self.connection.region_address
        va = self.connection.region_address + offset % self.settings.region_bytes
        return [(port, edited(port, frame, at, mrc.RETH, va=va))]


class PartitionsIgnored(BrokenNic):
    def incoming(self, port, frame):
        ours = self.settings.pkey | 0x8000
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, pkey=ours) if is_whole(frame) else frame)]


class MembershipIgnored(BrokenNic):
    def incoming(self, port, frame):
        if not is_whole(frame) or (field(frame, BTH, BTH_LAYOUT, "pkey") ^ self.settings.pkey) & 0x7FFF:
            return [(port, frame)]
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, pkey=self.settings.pkey | 0x8000))]


class LimitedMembersUnheard(BrokenNic):
    def incoming(self, port, frame):
        limited = len(frame) > HEADER and not field(frame, BTH, BTH_LAYOUT, "pkey") & 0x8000
        return [] if limited else [(port, frame)]


# --- Transport NAKs -------------------------------------------------------------------------------------------------


class WithResponder(BrokenNic):
    """A fault in the receiving half: ``on_data`` and ``on_control`` stand before it."""

    def spoil(self):
        qp = self.good.qp
        qp.responder = Proxy(
            qp.responder,
            on_data=lambda packet, now: self.on_data(qp.responder.target, packet, now),
            on_control=lambda packet, now: self.on_control(qp.responder.target, packet, now),
            answer_failed=lambda packet: self.answer_failed(qp.responder.target, packet),
        )

    def on_data(self, responder, packet, now_ns):
        responder.on_data(packet, now_ns)

    def on_control(self, responder, packet, now_ns):
        return responder.on_control(packet, now_ns)

    def answer_failed(self, responder, packet):
        return responder.answer_failed(packet)


class NaksAtOnce(WithResponder):
    def on_data(self, responder, packet, now_ns):
        responder.on_data(packet, now_ns)
        if responder._refused is not None and not responder.failed:
            responder._refuse(*responder._refused)


class NeverRepeatsANak(WithResponder):
    def answer_failed(self, _responder, _packet):
        return False


class RefusedIsNotReceived(WithResponder):
    """A refused packet leaves no trace in the window; the NAK comes with the next one."""

    def on_data(self, responder, packet, now_ns):
        if packet.reth is None or packet.reth.r_key == self.connection.r_key:
            responder.on_data(packet, now_ns)


class PlacesBehindARefusal(WithResponder):
    def on_data(self, responder, packet, now_ns):
        responder.on_data(packet, now_ns)
        if responder._refused is not None and packet.reth is not None and packet.reth.r_key == self.connection.r_key:
            self.good.region.write(packet.reth.address - self.connection.region_address, packet.payload)


class NakNamesTheWrongPacket(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.ACK or not field(sent.frame, HEADER, mrc.AETH, "syndrome") & 0x60:
            return [sent]
        return with_fields(sent, BTH, BTH_LAYOUT, psn=field(sent.frame, BTH, BTH_LAYOUT, "psn") + 1 & mrc.PSN_MASK)


class CountsTheRefusedWrite(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.ACK or not field(sent.frame, HEADER, mrc.AETH, "syndrome") & 0x60:
            return [sent]
        return with_fields(sent, HEADER, mrc.AETH, msn=field(sent.frame, HEADER, mrc.AETH, "msn") + 1)


# --- One connection after another -----------------------------------------------------------------------------------


class HearsFormerConnections(BrokenNic):
    def incoming(self, port, frame):
        if not is_whole(frame) or field(frame, BTH, BTH_LAYOUT, "dest_qp") == mrc.ENDPOINT_QP:
            return [(port, frame)]
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, dest_qp=self.connection.qp))]


class ResetKeepsTheWindow(BrokenNic):
    def reconnect(self, settings):
        held = self.good.qp.requestor._cc.inflight
        connection = super().reconnect(settings)
        self.good.qp.requestor._cc._destination.inflight += held
        return connection


class ResetKeepsImmediates(BrokenNic):
    def __init__(self) -> None:
        self.waiting: list[Completion] = []
        self.given: list[Completion] = []
        super().__init__()

    def incoming(self, port, frame):
        if is_data(frame) and "ImmDt" in mrc.PACKET_TYPES[opcode(frame)].headers:
            number = field(frame, HEADER + 24, mrc.IMMDT, "immediate")
            self.waiting.append(Completion("immediate", True, 0, 4, number, "left over"))
        return [(port, frame)]

    def reconnect(self, settings):
        self.given, self.waiting = self.waiting, []
        return super().reconnect(settings)

    def completions(self):
        given, self.given = self.given, []
        return given + super().completions()


# --- Planes, probes, ports ------------------------------------------------------------------------------------------


class ProbesWithoutBackOff(BrokenNic):
    def spoil(self):
        evs = self.good.qp.evs
        due = evs.due_probes

        def due_probes(now_ns):
            for entry in evs:
                entry.failures = 0
            return due(now_ns)

        evs.due_probes = due_probes


class ProbesWithoutABudget(BrokenNic):
    def spoil(self):
        prober = self.good.nic.prober
        prober._spacing_ns = (0,) * len(prober._spacing_ns)


class DenyingIsDoubting(BrokenNic):
    """A denied EV is assumed bad: it is probed, and comes back when it answers."""

    def control_ev(self, entropy, *, denied):
        if denied:
            if self.good.qp.evs.get(entropy).state.name != "ASSUMED_BAD":
                self.good.qp.evs.on_mark(entropy, mrc.MARK_ALWAYS_SKIP, None, self.good.now_ns)
        else:
            super().control_ev(entropy, denied=False)


class BelievesStrangers(BrokenNic):
    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) != mrc.ENDPOINT_RESPONSE:
            return [(port, frame)]
        return [(port, edited(port, frame, INNER, internet.IPV6, src=int.from_bytes(PEER_ADDRESS, "big")))]


class CountsEveryAnswer(BrokenNic):
    """An answer to an EV probe counts for the EV that it came by, asked for or not."""

    def incoming(self, port, frame):
        if is_whole(frame) and opcode(frame) == mrc.ENDPOINT_RESPONSE:
            self.good.qp.evs.on_probe_answer(wire.parse(frame, RULES).entropy, mrc.MARK_NONE, self.good.now_ns)
        return [(port, frame)]


class FloorHoldsADeadPlane(BrokenNic):
    def spoil(self):
        self.good.qp.evs._another_works = lambda *_: False


class ProbesAnsweredAnywhere(BrokenNic):
    def outgoing(self, sent):
        answers = opcode(sent.frame) == mrc.SACK and field(sent.frame, HEADER, mrc.SETH, "pr")
        return [replace(sent, port=sent.port ^ 1)] if answers else [sent]


class NoOtherPortForAProbe(WithResponder):
    """The answer to a probe leaves by its plane or not at all."""

    def on_control(self, responder, packet, now_ns):
        plane = self.settings.path(packet.entropy).port
        return responder.on_control(packet, now_ns) if self.good.nic.ports.up >> plane & 1 else None


class DeafWithoutPorts(BrokenNic):
    def __init__(self) -> None:
        self.down: set[int] = set()
        super().__init__()

    def configure(self, settings):
        self.down.clear()
        return super().configure(settings)

    def set_port(self, port, *, up):
        (self.down.discard if up else self.down.add)(port)
        super().set_port(port, up=up)

    def incoming(self, port, frame):
        return [] if len(self.down) == self.settings.planes else [(port, frame)]


# --- Answers --------------------------------------------------------------------------------------------------------


class CountsTrimmedBytes(BrokenNic):
    def spoil(self):
        self.trims = 0

    def incoming(self, port, frame):
        self.trims += is_data(frame) and field(frame, OUTER, internet.IPV6, "dscp") == 12
        return [(port, frame)]

    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK:
            return [sent]
        at = HEADER + codec.size_of(mrc.SETH)
        rcvd_bytes = field(sent.frame, at, mrc.CC_STATE, "rcvd_bytes") + 5 * self.trims & mrc.PSN_MASK
        return with_fields(sent, at, mrc.CC_STATE, rcvd_bytes=rcvd_bytes)


class CompletesTrimmedMessages(WithResponder):
    """What is left of a trimmed packet is enough to complete its message."""

    def on_data(self, responder, packet, now_ns):
        if packet.trimmed is not None and packet.kind.last:
            responder.answers.ack()
        responder.on_data(packet, now_ns)


class NacksTrimsAnywhere(BrokenNic):
    """A trimmed packet above the window is NACKed as if it were its last."""

    def incoming(self, port, frame):
        window = self.settings.mpr * 128
        if not is_data(frame) or field(frame, OUTER, internet.IPV6, "dscp") != 12:
            return [(port, frame)]
        ahead = wire.distance(field(frame, BTH, BTH_LAYOUT, "psn"), self.settings.first_psn_received)
        if ahead < window:
            return [(port, frame)]
        last = wire.later(self.settings.first_psn_received, window - 1)
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, seal=False, psn=last))]


class TakesFarPsns(BrokenNic):
    """PSNs are compared in 16 bits."""

    def incoming(self, port, frame):
        if not is_whole(frame) or not is_data(frame):
            return [(port, frame)]
        first = self.settings.first_psn_received
        ahead = field(frame, BTH, BTH_LAYOUT, "psn") - first & 0xFFFF
        psn = wire.later(first, ahead if ahead < 0x8000 else 1)
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, psn=psn))]


class ProbeIdsOf15Bits(BrokenNic):
    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK or not field(sent.frame, HEADER, mrc.SETH, "pr"):
            return [sent]
        return with_fields(
            sent, HEADER, mrc.SETH, ack_psn_offset=field(sent.frame, HEADER, mrc.SETH, "ack_psn_offset") & 0x7FFF
        )


class MarksOfProbesIgnored(BrokenNic):
    def incoming(self, port, frame):
        if len(frame) < HEADER or opcode(frame) != mrc.PROBE:
            return [(port, frame)]
        return [(port, edited(port, frame, OUTER, internet.IPV6, seal=False, ecn=internet.ECT0))]


class Remembers(BrokenNic):
    """Knows by which EV each PSN came first."""

    def spoil(self):
        self.first: dict[int, int] = {}


class DuplicatesEchoTheFirst(Remembers):
    def incoming(self, port, frame):
        if is_whole(frame) and is_data(frame):
            seen = wire.parse(frame, RULES)
            self.first.setdefault(seen.bth["psn"], seen.entropy)
        return [(port, frame)]

    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.SACK:
            return [sent]
        seth = codec.decode(mrc.SETH, sent.frame[HEADER:])
        acked = seth["cack_psn"] + seth["ack_psn_offset"] & mrc.PSN_MASK
        return with_fields(sent, HEADER, mrc.SETH, entropy=self.first.get(acked, seth["entropy"]))


class MarksOfDuplicatesIgnored(Remembers):
    def incoming(self, port, frame):
        if not is_whole(frame) or not is_data(frame):
            return [(port, frame)]
        psn = field(frame, BTH, BTH_LAYOUT, "psn")
        if self.first.setdefault(psn, len(self.first)) == len(self.first) - 1:
            return [(port, frame)]
        return [(port, edited(port, frame, OUTER, internet.IPV6, seal=False, ecn=internet.ECT0))]


class CountsOnAfterAckReq(WithResponder):
    def on_data(self, responder, packet, now_ns):
        before = responder.reception.bytes_since_sack
        responder.on_data(packet, now_ns)
        if packet.bth.ack_req:
            responder.reception.bytes_since_sack = before + len(packet.payload)


class MergesWaitingSacks(BrokenNic):
    MERGED = mrc.SACK

    def transmitted(self):
        sent = super().transmitted()
        merged = [one for one in sent if opcode(one.frame) == self.MERGED]
        return [one for one in sent if opcode(one.frame) != self.MERGED] + merged[-1:]


class MergesWaitingNacks(MergesWaitingSacks):
    MERGED = mrc.NACK


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    DomainsIgnored: ("access.RegionOfAnotherDomain",),
    RightsOfRegionsIgnored: ("access.RegionWithoutRemoteWrite",),
    RightsOfQueuePairsIgnored: ("access.QueuePairWithoutRemoteWrite",),
    WithdrawnKeyStillOpens: ("access.WithdrawnRegion",),
    FirstPacketsCheckedOnly: ("access.EveryPacketIsChecked",),
    PartitionsIgnored: (
        "access.ForeignPartition",
        "access.AnswersOfAForeignPartition",
        "access.ProbesOfAForeignPartition",
    ),
    MembershipIgnored: ("access.LimitedMembers",),
    LimitedMembersUnheard: ("access.LimitedMembersAreHeardByFullOnes",),
    NaksAtOnce: ("access.NakWaitsForItsTurn",),
    NeverRepeatsANak: ("access.LostNakIsRepeated",),
    RefusedIsNotReceived: ("access.RefusedAndSacked",),
    PlacesBehindARefusal: ("access.NothingBehindARefusedPacket",),
    NakNamesTheWrongPacket: ("access.NakCountsWhatCompleted", "access.EveryPacketIsChecked"),
    CountsTheRefusedWrite: ("access.NakCountsWhatCompleted",),
    HearsFormerConnections: ("connections.DataOfTheFormerConnection", "connections.AnswersOfTheFormerConnection"),
    ResetKeepsTheWindow: ("connections.ResetGivesTheWindowBack",),
    ResetKeepsImmediates: ("connections.ResetForgetsImmediates",),
    ProbesWithoutBackOff: ("planes.ProbingBacksOff",),
    ProbesWithoutABudget: ("planes.ProbesHaveABudget",),
    DenyingIsDoubting: ("planes.DeniedIsNotProbed",),
    BelievesStrangers: ("planes.AnswersOfStrangers",),
    CountsEveryAnswer: ("planes.AnAnswerCountsOnce", "planes.AnswersOfStrangers"),
    FloorHoldsADeadPlane: ("planes.DeadPlaneIsLeft",),
    ProbesAnsweredAnywhere: ("planes.ProbeIsAnsweredByItsPlane",),
    NoOtherPortForAProbe: ("planes.ProbeOfAPlaneWithoutItsPort",),
    DeafWithoutPorts: ("planes.AllPortsDownAndUp", "answers.WaitingMarksAreNotMerged"),
    RetriesForEver: ("recovery.RetriesRunOut", "planes.NoPathEndsInAnError", "retries.EverythingEnds"),
    CountsTrimmedBytes: ("answers.TrimmedHasNotArrived", "answers.BytesOfEveryNewPacketOnce"),
    CompletesTrimmedMessages: ("answers.TrimmedLastPacket",),
    NacksTrimsAnywhere: ("answers.TrimmedAboveTheWindow",),
    TakesFarPsns: ("answers.FarFromTheWindow",),
    ProbeIdsOf15Bits: ("answers.ProbeIdsOf16Bits",),
    MarksOfProbesIgnored: ("answers.MarkedProbe",),
    DuplicatesEchoTheFirst: ("answers.DuplicatesEchoTheirOwnEv",),
    MarksOfDuplicatesIgnored: ("answers.MarkedDuplicates",),
    CountsOnAfterAckReq: ("answers.AnyAnswerRestartsTheCount",),
    MergesWaitingSacks: ("answers.WaitingMarksAreNotMerged",),
    MergesWaitingNacks: ("answers.WaitingNacksAreNotMerged",),
}
"""Each fault -> cases that must fail on it."""

# SPDX-License-Identifier: Apache-2.0
"""NICs with one fault each in ways of travel without SRv6, and in what SACKs say of ports."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import BrokenNic
from nic_kit import QUICK

from ptf_tests.headers import codec, internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.wire import HOP_LIMIT, PeerFrames

IP = 14
SETH_PORTS = 12
"""Byte of SETH in which ports are said."""


class BareNic(BrokenNic):
    """A frame is taken apart as bytes: ``ip`` is how long its only IP header is."""

    @property
    def ip(self) -> int:
        return 20 if self.settings.mode == "ipv4" else 40

    @property
    def bare(self) -> bool:
        return self.settings.mode != "srv6"

    @property
    def layout(self) -> codec.Layout:
        return internet.IPV4 if self.settings.mode == "ipv4" else internet.IPV6

    @property
    def bth(self) -> int:
        return IP + self.ip + 8

    def opcode(self, frame):
        return frame[self.bth]

    def head(self, frame):
        return codec.decode(self.layout, frame[IP:])

    def remade(self, frame, *, seal=True, keep_checksum=False, **fields):
        """``frame`` with fields of its IP header replaced, its checksum right, and (``seal``) an ICRC that fits."""
        header = {**self.head(frame), **fields}
        if self.settings.mode == "ipv4" and not keep_checksum:
            header["checksum"] = wire.ipv4_checksum(codec.encode(self.layout, {**header, "checksum": 0}))
        whole = frame[:IP] + codec.encode(self.layout, header) + frame[IP + self.ip :]
        return whole[:-4] + wire.icrc(whole[IP:-4]) if seal else whole

    def resealed(self, frame):
        return frame[:-4] + wire.icrc(frame[IP:-4])

    def sport(self, frame, sport):
        at = IP + self.ip
        return self.resealed(frame[:at] + sport.to_bytes(2, "big") + frame[at + 2 :])

    def sack_entropy(self, sent, change):
        """A SACK with another EV in it, all others as they are."""
        frame, at = sent.frame, self.bth + 12 + 4
        if not self.bare or self.opcode(frame) != mrc.SACK:
            return [sent]
        entropy = change(int.from_bytes(frame[at : at + 4], "big"))
        return [replace(sent, frame=self.resealed(frame[:at] + entropy.to_bytes(4, "big") + frame[at + 4 :]))]


class EncapsulatesAlways(BareNic):
    def configured(self, settings):
        return replace(settings, mode="srv6")


class LabelsNothing(BareNic):
    """The EV is in the source port, and its low half nowhere."""

    def outgoing(self, sent):
        return [replace(sent, frame=self.remade(sent.frame, flow_label=0))] if self.bare else [sent]


class LabelsEverything(BareNic):
    def outgoing(self, sent):
        plain = self.settings.mode != "udp"
        return [sent] if plain else [replace(sent, frame=self.remade(sent.frame, flow_label=0x12345))]


class LeavesByAnyPort(BareNic):
    def outgoing(self, sent):
        return [replace(sent, port=sent.port ^ 1)] if self.bare else [sent]


class OnePlaneIsEnough(BareNic):
    def configured(self, settings):
        return replace(settings, denied=frozenset(path.entropy for path in settings.paths() if path.port))


class SameEvAgain(BareNic):
    def spoil(self):
        self.ports: dict[int, tuple[int, bytes]] = {}

    def outgoing(self, sent):
        frame, at = sent.frame, self.bth
        if not self.bare or self.opcode(frame) not in mrc.DATA:
            return [sent]
        psn = int.from_bytes(frame[at + 9 : at + 12], "big")
        port, head = self.ports.setdefault(psn, (sent.port, frame[IP : at - 6]))
        return [replace(sent, port=port, frame=self.resealed(frame[:IP] + head + frame[at - 6 :]))]


class EchoesNoEv(BareNic):
    def outgoing(self, sent):
        return self.sack_entropy(sent, lambda _: 0)


class EchoesWhatWasNotThere(BareNic):
    def outgoing(self, sent):
        return self.sack_entropy(sent, lambda entropy: entropy | 0x5555)


class MarksUnseen(BareNic):
    def incoming(self, port, frame):
        marked = self.bare and self.head(frame)["ecn"] == internet.CE
        return [(port, self.remade(frame, seal=False, ecn=internet.ECT0) if marked else frame)]


class TrimsUnseen(BareNic):
    def incoming(self, port, frame):
        dscp = self.capabilities.dscp
        trim = self.bare and self.head(frame)["dscp"] in (dscp.trimmed, dscp.trimmed_lasthop)
        return [] if trim else [(port, frame)]


class ProbesAnsweredElsewhere(BareNic):
    def outgoing(self, sent):
        frame = sent.frame
        if not self.bare or self.opcode(frame) != mrc.ENDPOINT_RESPONSE:
            return [sent]
        last = self.settings.paths()[-1]
        moved = self.sport(frame, last.entropy >> 16)
        if self.settings.mode == "stev":
            moved = self.remade(moved, flow_label=last.entropy & 0xFFFF)
        return [replace(sent, port=last.port, frame=moved)]


class OnIpv4(BareNic):
    """Its fault is on IPv4 only."""

    def outgoing(self, sent):
        return [replace(sent, frame=self.sent(sent.frame))] if self.settings.mode == "ipv4" else [sent]

    def incoming(self, port, frame):
        taken = self.heard(frame) if self.settings.mode == "ipv4" else frame
        return [] if taken is None else [(port, taken)]

    def sent(self, frame):
        return frame

    def heard(self, frame):
        return frame


class NoChecksum(OnIpv4):
    def sent(self, frame):
        return self.remade(frame, keep_checksum=True, checksum=0)


class MayBeFragmented(OnIpv4):
    def sent(self, frame):
        return self.remade(frame, flags=0)


class IcrcCoversTtl(OnIpv4):
    def heard(self, frame):
        return frame if self.head(frame)["ttl"] == HOP_LIMIT else None


class IcrcNotLookedAt(OnIpv4):
    def heard(self, frame):
        return self.resealed(frame)


class ChecksumNotLookedAt(OnIpv4):
    def heard(self, frame):
        return self.remade(frame, seal=False)


class FragmentsTakenForPackets(OnIpv4):
    def heard(self, frame):
        return self.remade(frame, flags=2, fragment_offset=0)


# --- Ports in SACKs -------------------------------------------------------------------------------------------------


class BitmapNic(BrokenNic):
    """A good NIC that says its ports in SACKs; a fault changes SACKs that leave, or those that arrive."""

    actual = replace(QUICK, choices={"port_state": "sack_bitmap"})

    @property
    def capabilities(self):
        return self.actual

    def said(self, ports: int) -> int:
        return ports

    def heard(self, ports: int) -> int:
        return ports

    def outgoing(self, sent):
        return [replace(sent, frame=self._changed(sent.frame, self.said))]

    def incoming(self, port, frame):
        return [(port, self._changed(frame, self.heard))]

    @staticmethod
    def _changed(frame, change):
        bth = IP + 88
        at = bth + 12 + SETH_PORTS
        if frame[bth] != mrc.SACK:
            return frame
        frame = frame[:at] + bytes((change(frame[at]),)) + frame[at + 1 :]
        return frame[:-4] + wire.icrc(frame[IP + 40 : -4])


class SaysNoPorts(BitmapNic):
    def said(self, _ports):
        return 0


class SaysPortsOnce(BitmapNic):
    """What SACKs say is what was so when the queue pair was connected."""

    def said(self, _ports):
        return (1 << self.settings.planes) - 1


class SaysPortsFromOne(BitmapNic):
    def said(self, ports):
        return ports << 1 & 0xFF


class HearsNoBitmap(BitmapNic):
    def heard(self, _ports):
        return 0


class HearsEmptyBitmaps(BitmapNic):
    """An empty bitmap is taken for the first port alone."""

    def heard(self, ports):
        return ports or 1


class HearsTheOpposite(BitmapNic):
    def heard(self, ports):
        return ~ports & (1 << self.settings.planes) - 1 if ports else 0


class OpensUnproved(BitmapNic):
    """An EV probe counts as answered when it has left."""

    def outgoing(self, sent):
        if sent.frame[IP + 88] == mrc.ENDPOINT_REQUEST:
            probe = wire.parse(sent.frame, mrc.WireRules())
            make = PeerFrames(self.settings, self.capabilities, self.connection)
            answer = make.ev_answer(probe.bth["psn"] & 0xFFFF, probe.entropy, probe.headers["ERTH"]["tx_timestamp"])
            self.good.receive_from_network(answer.port, answer.data)
        return super().outgoing(sent)


class TellsBesides(BitmapNic):
    """Updates are sent as well."""

    actual = QUICK

    @property
    def capabilities(self):
        return BitmapNic.actual


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    EncapsulatesAlways: ("modes.StevForm", "modes.StevSpread"),
    LabelsNothing: ("modes.StevSpread",),
    LabelsEverything: ("modes.UdpForm", "modes.UdpSpread"),
    LeavesByAnyPort: ("modes.StevForm", "modes.UdpForm", "modes.Ipv4Form"),
    OnePlaneIsEnough: ("modes.StevSpread", "modes.UdpSpread", "modes.Ipv4Spread"),
    SameEvAgain: ("modes.StevAgain", "modes.UdpAgain", "modes.Ipv4Again"),
    EchoesNoEv: ("modes.StevEcho", "modes.UdpEcho", "modes.Ipv4Echo"),
    EchoesWhatWasNotThere: ("modes.UdpEcho", "modes.UdpLabelIgnored", "modes.Ipv4Echo"),
    MarksUnseen: ("modes.StevMarked", "modes.UdpMarked", "modes.Ipv4Marked"),
    TrimsUnseen: ("modes.StevTrimmed", "modes.UdpTrimmed", "modes.Ipv4Trimmed"),
    ProbesAnsweredElsewhere: ("modes.StevProbed", "modes.UdpProbed", "modes.Ipv4Probed"),
    NoChecksum: ("modes.Ipv4Form",),
    MayBeFragmented: ("modes.Ipv4Form",),
    IcrcCoversTtl: ("modes.Ipv4Routed",),
    IcrcNotLookedAt: ("modes.Ipv4Corrupted",),
    ChecksumNotLookedAt: ("modes.Ipv4HeaderChecked",),
    FragmentsTakenForPackets: ("modes.Ipv4HeaderChecked",),
}
"""Each fault -> cases that must fail on it."""

CAUGHT_WITH_BITMAPS: dict[type[BrokenNic], tuple[str, ...]] = {
    SaysNoPorts: ("ports.SacksSayPorts",),
    SaysPortsOnce: ("ports.SacksSayPorts",),
    SaysPortsFromOne: ("ports.SacksSayPorts",),
    HearsNoBitmap: ("ports.BitmapClosesThePlane", "ports.BitmapBringsThePlaneBack"),
    HearsEmptyBitmaps: ("ports.BitmapWithoutAPort",),
    HearsTheOpposite: ("ports.BitmapClosesThePlane",),
    OpensUnproved: ("ports.BitmapBringsThePlaneBack",),
    TellsBesides: ("ports.NoUpdatesBesides",),
}
"""The same of NICs that say port state in SACKs."""

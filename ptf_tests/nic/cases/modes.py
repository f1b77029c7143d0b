# SPDX-License-Identifier: Apache-2.0
"""Ways of travel without SRv6: structured EVs, EVs in the UDP source port alone, and those on IPv4."""

from __future__ import annotations

from abc import ABC
from collections import Counter

from msgspec.structs import replace

from ptf_tests.headers import codec, internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import Settings
from ptf_tests.nic.case import NicCase, Peer, Seen, kind_of
from ptf_tests.nic.wire import NetFrame

STEV, UDP, IPV4 = (Settings(mode=mode) for mode in ("stev", "udp", "ipv4"))
_IP = 14
"""Where the only IP header starts."""
_SPREAD = 32


class _Mode(NicCase, ABC):
    """One exchange that every mode has; a class for each of them says which it is."""


def _with_ip(peer: Peer, frame: NetFrame, *, size: int | None = None, **fields: int) -> NetFrame:
    """A frame as the network leaves it: fields of its IP header changed, cut to ``size`` bytes; the ICRC stays."""
    data = frame.data[:size]
    if peer.settings.mode != "ipv4":
        length = {} if size is None else {"payload_length": len(data) - _IP - codec.size_of(internet.IPV6)}
        return wire.changed(NetFrame(frame.port, data), _IP, internet.IPV6, seal=False, **length, **fields)
    header = codec.decode(internet.IPV4, data[_IP:])
    header = {**header, "total_length": len(data) - _IP, "checksum": 0, **fields}
    after = _IP + codec.size_of(internet.IPV4)
    if "checksum" not in fields:
        header["checksum"] = wire.ipv4_checksum(codec.encode(internet.IPV4, header))
    return NetFrame(frame.port, data[:_IP] + codec.encode(internet.IPV4, header) + data[after:])


class _Form(_Mode):
    """What is sent is not encapsulated, carries its EV where this mode has it, and leaves by the EV's port."""

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(8)
        seen += peer.give(peer.make.write(0, b"abcd", ack_req=1))
        peer.true(len(seen) > 8, "the NIC did not answer a write that asked for a SACK")
        for one in seen:
            self._check(peer, one)

    def _check(self, peer: Peer, one: Seen) -> None:
        inner = one.frame.inner
        path = peer.make.path_of(one.entropy)
        if path is None:
            peer.true(False, f"a {one.frame.name} has EV {one.entropy:#010x}, which is none of the connection's")
            return
        peer.equal(f"port of a {one.frame.name} on EV {one.entropy:#010x}", one.port, path.port)
        peer.equal("source", inner["src"], int.from_bytes(peer.settings.nic_address, "big"))
        peer.equal("destination", inner["dst"], int.from_bytes(peer.settings.peer_address, "big"))
        peer.equal("UDP destination port", one.frame.udp["dport"], peer.capabilities.rules.udp_port)
        peer.equal("ICRC", one.frame.icrc.hex(), one.frame.icrc_expected.hex())
        if peer.settings.mode == "ipv4":
            header = codec.encode(internet.IPV4, {**inner, "checksum": 0})
            peer.equal("IPv4 checksum", inner["checksum"], wire.ipv4_checksum(header))
            peer.fields("IPv4", inner, flags=2, fragment_offset=0)
            peer.true(inner["ttl"] > 0, "TTL is 0")
        elif peer.settings.mode == "udp":
            peer.equal("flow label", inner["flow_label"], 0)
        else:
            peer.equal("high 4 bits of the flow label", inner["flow_label"] >> 16, 0)


class _Spread(_Mode):
    """Packets rotate over every EV of the set, as many on each plane, and each message arrives in order."""

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(_SPREAD)
        peer.equal("EVs in use", {one.entropy for one in seen}, {path.entropy for path in peer.make.paths})
        share = _SPREAD // peer.settings.planes
        peer.equal(
            "packets by port", Counter(one.port for one in seen), dict.fromkeys(range(peer.settings.planes), share)
        )
        peer.acknowledge(*seen, up_to=_SPREAD - 1, msn=1)
        peer.equal("completions", [done.ok for done in peer.completed()], [True])


class _Again(_Mode):
    """A NACK TRIMMED has the packet sent again on another EV, with the rtx bit and an ICRC that fits it."""

    def _exchange(self, peer: Peer) -> None:
        seen = peer.write_packets(8)
        for index in (2, 5):
            again = peer.one(peer.give(peer.make.nack(index, mrc.TRIMMED, seen[index].entropy)), seen[index].opcode)
            peer.equal("PSN and rtx", (again.psn, again.rtx), (seen[index].psn, 1))
            peer.true(again.entropy != seen[index].entropy, "it was sent again on the EV on which it was trimmed")
            peer.equal("payload", again.frame.payload, seen[index].frame.payload)
            peer.equal("ICRC", again.frame.icrc.hex(), again.frame.icrc_expected.hex())


class _Echo(_Mode):
    """The SACK that a packet brings names the EV that it came by, whichever of the set that is."""

    def _exchange(self, peer: Peer) -> None:
        for index, path in enumerate(peer.make.paths):
            answers = peer.give(peer.make.data(index, ack_req=1, entropy=path.entropy))
            sack = peer.one(kind_of(answers, mrc.SACK), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), entropy=path.entropy, mark=mrc.MARK_NONE)
        peer.memory(0, wire.payload(0, peer.settings.mtu), "after the first packet")


class _Marked(_Mode):
    """CE in the only IP header brings a SACK with M = SKIP_ONCE and that packet's EV; the packet is placed."""

    def _exchange(self, peer: Peer) -> None:
        path = peer.make.paths[1]
        marked = _with_ip(peer, peer.make.data(0, entropy=path.entropy), ecn=internet.CE)
        sack = peer.one(kind_of(peer.give(marked), mrc.SACK), mrc.SACK)
        peer.fields("SETH", sack.header("SETH"), entropy=path.entropy, mark=mrc.MARK_SKIP_ONCE)
        peer.memory(0, wire.payload(0, peer.settings.mtu), "of the marked packet")


class _Trimmed(_Mode):
    """A packet that was cut, its only IP header re-marked, is NACKed with its PSN and EV, and not placed."""

    def _exchange(self, peer: Peer) -> None:
        path, dscp = peer.make.paths[2], peer.capabilities.dscp
        for index, (role, reason) in enumerate(
            ((dscp.trimmed, mrc.TRIMMED), (dscp.trimmed_lasthop, mrc.TRIMMED_LASTHOP))
        ):
            cut = _with_ip(peer, peer.make.data(index, entropy=path.entropy), size=110, dscp=role)
            nack = peer.one(peer.give(cut), mrc.NACK)
            expected = {"reason": reason, "entropy": path.entropy, "nack_psn": peer.make.received_psn(index)}
            peer.fields("NETH", nack.header("NETH"), **expected)
        peer.untouched(0, 2 * peer.settings.mtu, "after two trimmed packets")


class _Probed(_Mode):
    """An EV probe is answered on the EV that it came by, from its port."""

    def _exchange(self, peer: Peer) -> None:
        for number, path in enumerate(peer.make.paths):
            answer = peer.one(peer.give(peer.make.ev_probe(number, entropy=path.entropy)), mrc.ENDPOINT_RESPONSE)
            peer.equal("EV of the answer", answer.entropy, path.entropy)
            peer.equal("port of the answer", answer.port, path.port)
            peer.equal("request id", answer.psn & 0xFFFF, number)


# --- Structured EVs -------------------------------------------------------------------------------------------------


class StevForm(_Form):
    """Structured EV: not encapsulated, EV in UDP source port and flow label, out by its port."""

    requirements = ("NIC-010", "NIC-188")
    settings = STEV


class StevSpread(_Spread):
    """Structured EV: every EV of the set, as many packets on each plane."""

    requirements = ("NIC-010", "NIC-195")
    needs = frozenset({"nic.stev"})
    settings = STEV


class StevAgain(_Again):
    """Structured EV: what was trimmed is sent again on another EV."""

    requirements = ("NIC-010", "NIC-195")
    needs = frozenset({"nic.stev", "nic.trimming"})
    settings = STEV


class StevEcho(_Echo):
    """Structured EV: SACKs name the EV that a packet came by."""

    requirements = ("NIC-010", "NIC-189")
    settings = STEV


class StevMarked(_Marked):
    """Structured EV: CE in the only IP header is reported."""

    requirements = ("NIC-010", "NIC-189")
    needs = frozenset({"nic.ecn"})
    settings = STEV


class StevTrimmed(_Trimmed):
    """Structured EV: trimmed packets are NACKed by the DSCP of the only IP header."""

    requirements = ("NIC-010", "NIC-189")
    needs = frozenset({"nic.trimming"})
    settings = STEV


class StevProbed(_Probed):
    """Structured EV: EV probes are answered on their own EV."""

    requirements = ("NIC-010", "NIC-189")
    needs = frozenset({"nic.ev_probes"})
    settings = STEV


# --- EVs in the UDP source port alone -------------------------------------------------------------------------------


class UdpForm(_Form):
    """EV in the source port alone: not encapsulated, flow label 0, out by its port."""

    requirements = ("NIC-010", "NIC-190")
    settings = UDP


class UdpSpread(_Spread):
    """EV in the source port alone: every EV of the set, as many packets on each plane."""

    requirements = ("NIC-010", "NIC-195")
    needs = frozenset({"nic.udp_ev"})
    settings = UDP


class UdpAgain(_Again):
    """EV in the source port alone: what was trimmed is sent again on another EV."""

    requirements = ("NIC-010", "NIC-195")
    needs = frozenset({"nic.udp_ev", "nic.trimming"})
    settings = UDP


class UdpEcho(_Echo):
    """EV in the source port alone: SACKs name it, and 16 zero bits."""

    requirements = ("NIC-010", "NIC-191")
    settings = UDP


class UdpLabelIgnored(NicCase):
    """EV in the source port alone: a flow label that the peer's host sets is no part of the EV that SACKs name."""

    requirements = ("NIC-010", "NIC-191")
    settings = UDP

    def _exchange(self, peer: Peer) -> None:
        for index, path in enumerate(peer.make.paths):
            frame = _with_ip(peer, peer.make.data(index, ack_req=1, entropy=path.entropy), flow_label=0x54321)
            sack = peer.one(kind_of(peer.give(frame), mrc.SACK), mrc.SACK)
            peer.fields("SETH", sack.header("SETH"), entropy=path.entropy)


class UdpMarked(_Marked):
    """EV in the source port alone: CE in the only IP header is reported."""

    requirements = ("NIC-010", "NIC-191")
    needs = frozenset({"nic.ecn"})
    settings = UDP


class UdpTrimmed(_Trimmed):
    """EV in the source port alone: trimmed packets are NACKed by the DSCP of the only IP header."""

    requirements = ("NIC-010", "NIC-191")
    needs = frozenset({"nic.trimming"})
    settings = UDP


class UdpProbed(_Probed):
    """EV in the source port alone: EV probes are answered on their own EV."""

    requirements = ("NIC-010", "NIC-191")
    needs = frozenset({"nic.ev_probes"})
    settings = UDP


# --- On IPv4 --------------------------------------------------------------------------------------------------------


class Ipv4Form(_Form):
    """IPv4: a header of 20 bytes with the right checksum, not to be fragmented, EV in the source port."""

    requirements = ("NIC-010", "NIC-192", "NIC-193")
    settings = IPV4


class Ipv4Spread(_Spread):
    """IPv4: every EV of the set, as many packets on each plane."""

    requirements = ("NIC-010", "NIC-195")
    needs = frozenset({"nic.ipv4"})
    settings = IPV4


class Ipv4Again(_Again):
    """IPv4: what was trimmed is sent again on another EV."""

    requirements = ("NIC-010", "NIC-195")
    needs = frozenset({"nic.ipv4", "nic.trimming"})
    settings = IPV4


class Ipv4Echo(_Echo):
    """IPv4: SACKs name the EV that a packet came by, and 16 zero bits."""

    requirements = ("NIC-010", "NIC-193")
    settings = IPV4


class Ipv4Marked(_Marked):
    """IPv4: CE in the header is reported."""

    requirements = ("NIC-010", "NIC-193")
    needs = frozenset({"nic.ecn"})
    settings = IPV4


class Ipv4Trimmed(_Trimmed):
    """IPv4: trimmed packets are NACKed by the DSCP of the header."""

    requirements = ("NIC-010", "NIC-193")
    needs = frozenset({"nic.trimming"})
    settings = IPV4


class Ipv4Probed(_Probed):
    """IPv4: EV probes are answered on their own EV."""

    requirements = ("NIC-010", "NIC-193")
    needs = frozenset({"nic.ev_probes"})
    settings = IPV4


class Ipv4Routed(NicCase):
    """What routers change on the way (TOS, TTL, and with them the checksum) is not covered by the ICRC."""

    requirements = ("NIC-010", "NIC-193")
    settings = IPV4

    def _exchange(self, peer: Peer) -> None:
        for index, change in enumerate(({"ttl": 1}, {"ecn": internet.ECT1}, {"ttl": 255})):
            sacks = kind_of(peer.give(_with_ip(peer, peer.make.data(index, ack_req=1), **change)), mrc.SACK)
            peer.fields("SETH", peer.one(sacks, mrc.SACK).header("SETH"), cack_psn=peer.make.received_psn(index))


class Ipv4Corrupted(NicCase):
    """IPv4: a byte that the ICRC covers was changed, an address too: dropped."""

    requirements = ("NIC-010", "NIC-193")
    settings = IPV4

    def _exchange(self, peer: Peer) -> None:
        whole = peer.make.data(0, ack_req=1)
        for at in (_IP + 20 + 8 + 5, len(whole.data) - 20, len(whole.data) - 2):
            peer.silent(peer.give(wire.corrupted(whole, at)), f"byte {at} was changed on the way")
        identified = _with_ip(peer, whole, identification=7)
        peer.silent(peer.give(identified), "the identification, which the ICRC covers, was changed on the way")
        peer.untouched(0, peer.settings.mtu, "after four packets with a wrong ICRC")


class Ipv4HeaderChecked(NicCase):
    """IPv4: a wrong checksum of the header, and fragments, are dropped."""

    requirements = ("NIC-010", "NIC-194")
    settings = IPV4

    def _exchange(self, peer: Peer) -> None:
        whole = peer.make.data(0, ack_req=1)
        right = codec.decode(internet.IPV4, whole.data[_IP:])["checksum"]
        peer.silent(peer.give(_with_ip(peer, whole, checksum=right ^ 0x0100)), "the header's checksum is wrong")
        for fields in ({"flags": 1}, {"flags": 0, "fragment_offset": 8}):
            header = {**codec.decode(internet.IPV4, whole.data[_IP:]), **fields, "checksum": 0}
            header["checksum"] = wire.ipv4_checksum(codec.encode(internet.IPV4, header))
            inner = codec.encode(internet.IPV4, header) + whole.data[_IP + codec.size_of(internet.IPV4) : -4]
            fragment = replace(whole, data=whole.data[:_IP] + inner + wire.icrc(inner))
            peer.silent(peer.give(fragment), f"it is a fragment: {fields}")
        peer.untouched(0, peer.settings.mtu, "after three packets that are none")

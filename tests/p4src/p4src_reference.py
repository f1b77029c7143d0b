# SPDX-License-Identifier: Apache-2.0
"""What a switch of docs/pipeline.md does with a frame, told once more in Python: RFC 8986, 9800, 8754, 6040, 1812, SAI.

Written from those documents, working on bytes, so that fuzzing has something to compare with. Slow and simple.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from p4src_frames import ICMPV6, IPV4_HEADER, IPV6_HEADER, ROUTING, UDP, internet_checksum
from p4src_queue_model import PortModel, Profile

from controller.program import ENUMS
from p4soft.table_entries import Exact, Lpm, TableEntry, Ternary

MAX_SEGMENTS = 8
CE = 3


class Dropped(Exception):  # noqa: N818  an outcome, not an error
    """The packet ends here; the argument is the drop counter's name without `drop_`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What must happen: a drop reason, or a frame on a port. `may_mark`: the ECN field may be CE instead (WRED)."""

    reason: str | None = None
    port: int = -1
    priority: int = -1
    frame: bytes = b""
    may_mark: bool = False
    must_mark: bool = False
    trimmed: bool = False


@dataclass(slots=True)
class Packet:
    """A frame on its way. `ip` is where the outermost IP header starts: 14 here always, decapsulation moves bytes."""

    data: bytearray
    port: int
    ipv4: bool = False
    hop_counted: bool = False
    nexthop: Mapping[str, int] | None = None
    srh: bool = False
    kind: int = 59
    """What follows the outer header and its SRH."""
    inner: int | None = None
    """Offset of the inner IP header, None when it cannot be found."""
    udp: bytes | None = None
    checksum_ok: bool = True

    @property
    def destination(self) -> int:
        return int.from_bytes(self.data[30:34] if self.ipv4 else self.data[38:54], "big")

    @property
    def source(self) -> int:
        return int.from_bytes(self.data[26:30] if self.ipv4 else self.data[22:38], "big")

    @property
    def traffic_class(self) -> int:
        return self.data[15] if self.ipv4 else (self.data[14] & 0xF) << 4 | self.data[15] >> 4

    def set_traffic_class(self, value: int) -> None:
        if self.ipv4:
            self.data[15] = value
        else:
            self.data[14] = self.data[14] & 0xF0 | value >> 4
            self.data[15] = (value & 0xF) << 4 | self.data[15] & 0xF


@dataclass(slots=True)
class Reference:
    """The model of one switch. Give it every frame the switch gets, in order: queues have memory."""

    port_rates: Mapping[int, int]
    tables: dict[str, list[TableEntry]] = field(default_factory=dict)
    ports: dict[int, PortModel] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[TableEntry]) -> Reference:
        model = cls({})
        rates = {}
        for entry in entries:
            model.tables.setdefault(entry.table.removeprefix("FabricIngress."), []).append(entry)
            if entry.params.get("rate"):
                rates[entry.match["egress_port"].value] = entry.params["rate"]
        model.port_rates = rates
        return model

    def process(self, port: int, frame: bytes, now_us: int) -> Outcome:
        """What the switch does with one frame."""
        try:
            packet = self._validate(port, frame)
            if not packet.ipv4 and self._my_sid(packet, "my_sid") and packet.nexthop is None:
                self._my_sid(packet, "my_sid_redispatch")
            if not packet.hop_counted:
                self._count_hop(packet)
            _refuse_multicast(packet.destination, ipv4=packet.ipv4)
            nexthop = packet.nexthop or self._route(packet)
            return self._queue(packet, nexthop, now_us)
        except Dropped as drop:
            return Outcome(reason=drop.args[0])

    # -- stages --------------------------------------------------------------------------------------------------------

    def _validate(self, port: int, frame: bytes) -> Packet:
        packet = Packet(bytearray(frame), port, ipv4=frame[12:14] == b"\x08\x00")
        if packet.ipv4:
            _validate_ipv4(packet)
        elif frame[12:14] != b"\x86\xdd":
            raise Dropped("not_ip")
        elif len(frame) < 54 or frame[14] >> 4 != 6:
            raise Dropped("malformed")
        elif frame[21] == 0:
            raise Dropped("hop_limit")
        elif frame[38] == 0xFF or frame[22] == 0xFF:
            raise Dropped("multicast")
        isolated = any(e.match["ingress_port"] == Exact(port) for e in self._entries("validate.port_isolation"))
        if isolated and (packet.ipv4 or frame[20] != ICMPV6):
            raise Dropped("port_isolated")
        if not packet.ipv4:
            _look_inside(packet)
        return packet

    def _my_sid(self, packet: Packet, control: str) -> bool:
        """Whether the destination was shifted, so that it may be local again."""
        entry = self._longest_prefix(f"{control}.my_sid", packet.destination, 128)
        if entry is None:
            return False
        behaviour = entry.action.rsplit(".", 1)[1]
        decap_only = behaviour in ("uDT6", "uDT46")
        if behaviour in ("uA", "uN_uA"):
            packet.nexthop = entry.params
        own = 64 if behaviour == "uN_uA" else 48
        argument = packet.destination & ((1 << (128 - own)) - 1)
        segments_left = packet.data[57] if packet.srh else 0
        if argument and not decap_only:
            block = packet.destination >> 96 << 96
            packet.data[38:54] = (block | argument << (own - 32)).to_bytes(16, "big")
            self._count_hop(packet)
            return True
        if segments_left and not decap_only:
            self._count_hop(packet)
            _advance_srh(packet)
            return False
        usd = decap_only or entry.params["usd_flavor"] == 1
        if segments_left or not usd or packet.kind not in (IPV6_HEADER, IPV4_HEADER):
            raise Dropped("sid_upper_layer")
        if packet.inner is None or (packet.kind == IPV4_HEADER and behaviour == "uDT6"):
            raise Dropped("inner_unsupported")
        if not packet.checksum_ok:
            raise Dropped("inner_checksum")
        _decapsulate(packet, uniform=entry.params["dscp_mode"] == ENUMS["dscp_mode_t"]["UNIFORM"])
        return False

    @staticmethod
    def _count_hop(packet: Packet) -> None:
        """RFC 8200 §3, RFC 8986 S05 and S12: once by every endpoint function, else once by the look-up."""
        at = 22 if packet.ipv4 else 21
        if packet.data[at] <= 1:
            raise Dropped("hop_limit")
        packet.data[at] -= 1
        packet.hop_counted = True

    def _route(self, packet: Packet) -> Mapping[str, int]:
        table = "route.route_ipv4" if packet.ipv4 else "route.route_ipv6"
        entry = self._longest_prefix(table, packet.destination, 32 if packet.ipv4 else 128)
        if entry is None:
            raise Dropped("no_route")
        action = entry.action.rsplit(".", 1)[1]
        if action.startswith("blackhole"):
            raise Dropped("blackhole")
        if action.startswith("set_nexthop"):
            return entry.params
        member = _flow_hash(packet) % (entry.params["members"] or 1)
        wanted = {"ecmp_group": Exact(entry.params["group"]), "member": Exact(member)}
        for candidate in self._entries("route.ecmp_member"):
            if candidate.match == wanted:
                return candidate.params
        raise Dropped("no_route")

    def _queue(self, packet: Packet, nexthop: Mapping[str, int], now_us: int) -> Outcome:
        dscp, ecn = packet.traffic_class >> 2, packet.traffic_class & 3
        tc, eligible = self._traffic_class(packet, dscp)
        queue = next(
            (e.params["queue"] for e in self._entries("classify.tc_to_queue") if e.match == {"tc": Exact(tc)}), 0
        )
        port = nexthop["port"]
        packet.data[0:6] = nexthop["dst_mac"].to_bytes(6, "big")
        packet.data[6:12] = nexthop["src_mac"].to_bytes(6, "big")
        size = len(packet.data)
        profile = self._profile("data_queue", port, queue)
        admitted, backlog = self._offer(port, queue, size, profile, now_us)
        if admitted:
            chance = profile.marking_probability(backlog) if profile and ecn else Fraction(0)
            packet.set_traffic_class(dscp << 2 | (CE if chance == 1 else ecn))
            _write_checksum(packet)
            return Outcome(None, port, queue, bytes(packet.data), may_mark=0 < chance < 1, must_mark=chance == 1)
        trim = self._find("admission.switch_trimming", {"egress_port": Exact(port)})
        if not (eligible and profile is not None and profile.trim and trim is not None):
            raise Dropped("queue_full")
        kept, queue = min(size, trim.params["size"]), trim.params["queue"]
        admitted, _ = self._offer(port, queue, kept, self._profile("trim_queue", port, queue), now_us)
        if not admitted:
            raise Dropped("trim_queue_full")
        packet.set_traffic_class(trim.params["dscp"] << 2 | ecn)
        if kept < size:
            del packet.data[kept:]
            if trim.params["length_mode"] == ENUMS["length_mode_t"]["UPDATE"]:
                at, header = (16, 14) if packet.ipv4 else (18, 54)
                stated = int.from_bytes(packet.data[at : at + 2], "big")
                packet.data[at : at + 2] = min(stated, kept - header).to_bytes(2, "big")
        _write_checksum(packet)
        return Outcome(None, port, queue, bytes(packet.data), trimmed=True)

    def _traffic_class(self, packet: Packet, dscp: int) -> tuple[int, bool]:
        entry = self._find("classify.dscp_to_tc", {"dscp": Exact(dscp)})
        if entry is None:
            return 0, False
        eligible = entry.params["trim_eligible"] == 1
        key = {
            "ingress_port": packet.port,
            "src_addr": packet.source,
            "dst_addr": packet.destination,
            "protocol" if packet.ipv4 else "next_header": packet.data[23 if packet.ipv4 else 20],
            "dscp": dscp,
        }
        for rule in self._entries(f"classify.acl_disable_trim{'_ipv4' if packet.ipv4 else ''}"):
            if all(isinstance(m, Ternary) and key[name] & m.mask == m.value for name, m in rule.match.items()):
                eligible = False
        return entry.params["tc"], eligible

    # -- look-ups ------------------------------------------------------------------------------------------------------

    def _entries(self, table: str) -> list[TableEntry]:
        return self.tables.get(table, [])

    def _find(self, table: str, match: Mapping[str, object]) -> TableEntry | None:
        return next((e for e in self._entries(table) if e.match == match), None)

    def _longest_prefix(self, table: str, value: int, width: int) -> TableEntry | None:
        best, length = None, -1
        for entry in self._entries(table):
            match = entry.match["dst_addr"]
            assert isinstance(match, Lpm)
            shift = width - match.prefix_len
            if value >> shift == match.value >> shift and match.prefix_len > length:
                best, length = entry, match.prefix_len
        return best

    def _profile(self, control: str, port: int, queue: int) -> Profile | None:
        entry = self._find(f"admission.{control}.queue_profile", {"egress_port": Exact(port), "queue": Exact(queue)})
        if entry is None:
            return None
        p = entry.params
        return Profile(
            p["rate"],
            p["limit"],
            trim=p["packet_discard_action"] == ENUMS["discard_action_t"]["DROP_AND_TRIM"],
            ecn=p["ecn"] == 1,
            ecn_min=p["ecn_min_threshold"],
            ecn_max=p["ecn_max_threshold"],
            slope=p["ecn_slope_per_byte"],
            overhead=p["frame_overhead"],
        )

    def _offer(self, port: int, queue: int, size: int, profile: Profile | None, now_us: int) -> tuple[bool, int]:
        model = self.ports.get(port)
        if model is None:
            model = self.ports[port] = PortModel(self.port_rates.get(port, 0))
        return model.offer(queue, size, profile, now_us)


# -- headers -----------------------------------------------------------------------------------------------------------


def _validate_ipv4(packet: Packet) -> None:
    """RFC 1812 §5.2.2, in its order but for the checksum, which options would be part of."""
    data = packet.data
    if len(data) < 34 or data[14] >> 4 != 4 or data[14] & 0xF < 5 or int.from_bytes(data[16:18], "big") < 20:
        raise Dropped("malformed")
    if data[14] & 0xF > 5:
        raise Dropped("ipv4_options")
    if internet_checksum(bytes(data[14:34])):
        raise Dropped("ipv4_checksum")
    _refuse_multicast(packet.source, ipv4=True)
    _find_udp(packet, 34, data[23] == UDP and int.from_bytes(data[20:22], "big") & 0x1FFF == 0)


def _look_inside(packet: Packet) -> None:
    data = packet.data
    packet.kind, at = data[20], 54
    if packet.kind == ROUTING:
        if len(data) < 62 or data[56] != 4:
            return
        packet.srh, packet.kind = True, data[54]
        count = data[58] + 1
        at = 62 + 16 * count
        if count > MAX_SEGMENTS or len(data) < at or data[55] != 2 * count:
            return
    if packet.kind == IPV6_HEADER and len(data) >= at + 40 and data[at] >> 4 == 6:
        packet.inner = at
        _find_udp(packet, at + 40, data[at + 6] == UDP)
    elif packet.kind == IPV4_HEADER and len(data) >= at + 20 and data[at] == 0x45:
        packet.inner = at
        packet.checksum_ok = internet_checksum(bytes(data[at : at + 20])) == 0
        fragment = int.from_bytes(data[at + 6 : at + 8], "big") & 0x1FFF
        _find_udp(packet, at + 20, data[at + 9] == UDP and fragment == 0)
    elif packet.kind == UDP:
        _find_udp(packet, at, True)


def _find_udp(packet: Packet, at: int, there: bool) -> None:
    if there and len(packet.data) >= at + 8:
        packet.udp = bytes(packet.data[at : at + 8])


def _advance_srh(packet: Packet) -> None:
    """RFC 8986 S09 to S14. The list must be whole, and no longer than the switch can hold."""
    data = packet.data
    last_entry, left = data[58], data[57]
    whole = last_entry + 1 <= MAX_SEGMENTS and len(data) >= 62 + 16 * (last_entry + 1)
    if not whole or last_entry > data[55] // 2 - 1 or left > last_entry + 1:
        raise Dropped("srh_invalid")
    data[57] = left - 1
    data[38:54] = data[62 + 16 * (left - 1) : 62 + 16 * left]


def _refuse_multicast(address: int, *, ipv4: bool) -> None:
    """A segment or an inner destination may be multicast where the outer destination was not.

    IPv4: class D, class E, which is reserved, and the limited broadcast with it (RFC 1812 §4.2.2.11, §5.3.7).
    """
    width, prefix, value = (32, 3, 0b111) if ipv4 else (128, 8, 0xFF)
    if address >> (width - prefix) == value:
        raise Dropped("multicast")


def _decapsulate(packet: Packet, *, uniform: bool) -> None:
    assert packet.inner is not None
    outer = packet.traffic_class
    packet.ipv4 = packet.kind == IPV4_HEADER
    ether_type = b"\x08\x00" if packet.ipv4 else b"\x86\xdd"
    packet.data = packet.data[:12] + ether_type + packet.data[packet.inner :]
    packet.hop_counted = False
    dscp = (outer if uniform else packet.traffic_class) >> 2
    outer_ecn, ecn = outer & 3, packet.traffic_class & 3
    if outer_ecn == CE:
        if ecn == 0:
            raise Dropped("ecn_decap")
        ecn = CE
    elif outer_ecn == 1 and ecn == 2:
        ecn = 1
    packet.set_traffic_class(dscp << 2 | ecn)


def _write_checksum(packet: Packet) -> None:
    if packet.ipv4:
        packet.data[24:26] = b"\0\0"
        packet.data[24:26] = internet_checksum(bytes(packet.data[14:34])).to_bytes(2, "big")


def _flow_hash(packet: Packet) -> int:
    """CRC-16 (ARC) over addresses, flow label and UDP ports; BMv2 fills the last byte up with zeros."""
    label = 0 if packet.ipv4 else int.from_bytes(packet.data[15:18], "big") & 0xFFFFF
    ports = int.from_bytes(packet.udp[:4], "big") if packet.udp else 0
    bits = ((packet.source << 128 | packet.destination) << 20 | label) << 32 | ports
    crc = 0
    for byte in (bits << 4).to_bytes(39, "big"):
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def marked(outcome: Outcome) -> Outcome:
    """The same outcome with CE set (IPv6 or IPv4)."""
    ipv4 = outcome.frame[12:14] == b"\x08\x00"
    packet = Packet(bytearray(outcome.frame), 0, ipv4=ipv4)
    packet.set_traffic_class(packet.traffic_class | CE)
    _write_checksum(packet)
    return replace(outcome, frame=bytes(packet.data), may_mark=False, must_mark=True)

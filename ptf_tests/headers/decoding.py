# SPDX-License-Identifier: Apache-2.0
"""A frame, field by field, whatever is in it.

Made for frames that are not what they say: cut by a trim, with stale lengths, with headers missing or repeated, or
garbage. Lengths in headers are shown and never followed, except to find the ICRC; what is there is decoded as far as it
goes, every byte belongs to exactly one layer, and nothing raises.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from ptf_tests.headers import internet as net
from ptf_tests.headers import mrc
from ptf_tests.headers.codec import FieldSpec, Layout, hex_spec, ipv6, size_of, spec
from ptf_tests.headers.mrc import WireRules

_USUAL = WireRules()
"""How frames of a device are read that chose nothing else."""

PAYLOAD = "payload"
"""Name of the layer of bytes that nothing describes."""

_BTH_BYTES = 12
_ICRC_BYTES = 4
_ICRC: Layout = (hex_spec("icrc", 32, "ICRC"),)
_DEFAULT_P_KEY = b"\xff\xff"
_MRC_CLASS = 0b110
"""Of opcode bits 7:5."""
_IDENTITY_BYTES = 8
_SHOWN_BYTES = 12
_MAX_LAYERS = 64
"""Beyond that the rest is payload: no real frame is nested so deep, and a frame of nothing but headers stays cheap."""


class Field(Struct, frozen=True):
    """One field of a frame.

    Attributes:
        layer: label of its layer, such as `outer IPv6`.
        name: such as `hop limit`.
        value: for people.
        start: first byte of the frame that holds a part of it.
        stop: the byte after its last one. Fields narrower than a byte share theirs.
        raw: the value as a number, of what is there of it.
        bits: how much of it is there; less than its width when the frame ends in it.
        note: what is odd about it (a stale length); not part of the value.
    """

    layer: str
    name: str
    value: str
    start: int
    stop: int
    raw: int
    bits: int
    note: str = ""

    def same(self, other: Field) -> bool:
        return (self.raw, self.bits) == (other.raw, other.bits)


class Layer(Struct, frozen=True):
    """A header, or the payload: bytes `start` to `stop` (exclusive) of the frame.

    Attributes:
        protocol: `IPv6` for the outer and the inner one alike.
        label: tells those apart; equals `protocol` where there is one only.
        fields: in wire order.
        start: offset of its first byte.
        stop: offset after its last byte.
        missing: bytes of it that the frame has no room for.
    """

    protocol: str
    label: str
    fields: tuple[Field, ...]
    start: int
    stop: int
    missing: int = 0


def decode(frame: bytes, rules: WireRules = _USUAL) -> list[Field]:
    """All fields of a frame in wire order. Never raises; an empty frame has none."""
    return [each for layer in layers(frame, rules) for each in layer.fields]


def layers(frame: bytes, rules: WireRules = _USUAL) -> list[Layer]:
    """The layers of a frame, outermost first, MRC headers by `rules`. They cover every byte once. Never raises."""
    walk = _Walk(frame, rules)
    walk.ethernet()
    walk.payload(len(frame))
    return _labelled(walk.layers)


def first_difference(expected: bytes, received: bytes) -> str:
    """Where a frame begins to differ from the expected one, for people: the field and both values. Never raises."""
    shorter = min(len(expected), len(received))
    at = next((i for i in range(shorter) if expected[i] != received[i]), shorter)
    if at == shorter:
        return "alike as far as both go"
    wanted = [each for each in decode(expected) if each.start <= at < each.stop]
    found = [each for each in decode(received) if each.start <= at < each.stop]
    for one, other in zip(wanted, found, strict=False):
        name, other_name = (
            each.layer if each.name == each.layer else f"{each.layer} {each.name}" for each in (one, other)
        )
        if name != other_name:
            return f"byte {at}: {name} {one.value} expected, {other_name} {other.value} received"
        if not one.same(other):
            values = (one.value, other.value)
            if one.value == other.value:  # abbreviated for people
                values = (f"{expected[at]:02x} at byte {at}", f"{received[at]:02x}")
            return f"{name}: {values[0]} expected, {values[1]} received"
    return f"byte {at}: {expected[at]:02x} expected, {received[at]:02x} received"


def identity(frame: bytes) -> bytes:
    """The first 8 bytes behind the last header: test packets carry their number there. Empty when not all are there."""
    return next((raw for layer in layers(frame) if (raw := _first_bytes(layer, frame))), b"")


def gist(layer: Layer) -> str:
    """A layer in a few words: its addresses, ports or the like; empty for layers that have none."""
    values = {each.name: each.value for each in layer.fields}
    parts = [text.format_map(values) for names, text in _GISTS.get(layer.protocol, ()) if names <= values.keys()]
    return ", ".join(parts)


_ADDRESSES = (frozenset({"source", "destination"}), "{source} → {destination}")
_GISTS: dict[str, tuple[tuple[frozenset[str], str], ...]] = {
    "Ethernet": (_ADDRESSES,),
    "IPv6": (_ADDRESSES, (frozenset({"DSCP"}), "DSCP {DSCP}"), (frozenset({"hop limit"}), "hop limit {hop limit}")),
    "IPv4": (_ADDRESSES, (frozenset({"DSCP"}), "DSCP {DSCP}"), (frozenset({"TTL"}), "TTL {TTL}")),
    "SRH": ((frozenset({"segments left"}), "segments left {segments left}"),),
    "UDP": ((frozenset({"source port", "destination port"}), "{source port} → {destination port}"),),
    "TCP": ((frozenset({"source port", "destination port"}), "{source port} → {destination port}"),),
    "ICMPv6": ((frozenset({"type"}), "{type}"),),
    "BTH": ((frozenset({"opcode"}), "{opcode}"), (frozenset({"PSN"}), "PSN {PSN}")),
    PAYLOAD: ((frozenset({"first 8 bytes"}), "{first 8 bytes}"),),
}


def _first_bytes(layer: Layer, frame: bytes) -> bytes:
    whole = layer.stop - layer.start >= _IDENTITY_BYTES
    return frame[layer.start : layer.start + _IDENTITY_BYTES] if layer.protocol == PAYLOAD and whole else b""


@dataclass(slots=True)
class _Walk:
    """Goes through a frame; `at` is the first byte not yet in a layer."""

    frame: bytes
    rules: WireRules
    at: int = 0
    layers: list[Layer] = field(default_factory=list)

    @property
    def left(self) -> int:
        return len(self.frame) - self.at

    def header(self, protocol: str, layout: Layout, size: int | None = None) -> dict[str, int] | None:
        """Take a header of `size` bytes, at least the layout's; None when the frame ends before it does."""
        start, bit = self.at, 0
        wanted = max(size or 0, size_of(layout))
        fields, values = [], {}
        for each in layout:
            found = self._field(protocol, each, start, bit)
            if found is not None:
                fields.append(found)
                values[each.name] = found.raw
            bit += each.bits
        self.at = min(start + wanted, len(self.frame))
        rest = start + bit // 8
        if self.at > rest:
            fields.append(_bytes_field(protocol, "options", self.frame, rest, self.at))
        missing = wanted - (self.at - start)
        if self.at > start:
            self.layers.append(Layer(protocol, protocol, tuple(fields), start, self.at, missing))
        return None if missing else values

    def _field(self, protocol: str, field_spec: FieldSpec, start: int, bit: int) -> Field | None:
        first, last = start + bit // 8, start + (bit + field_spec.bits + 7) // 8
        if first >= len(self.frame):
            return None
        there = self.frame[first:last]
        if len(there) < last - first:
            value = f"{there.hex(' ')} (cut after {len(there)} of {last - first} bytes)"
            whole = int.from_bytes(there, "big")
            return Field(protocol, field_spec.label, value, first, len(self.frame), whole, 8 * len(there))
        shift = 8 * last - (8 * start + bit + field_spec.bits)
        raw = int.from_bytes(there, "big") >> shift & ((1 << field_spec.bits) - 1)
        return Field(
            protocol, field_spec.label, field_spec.show(raw, field_spec.bits), first, last, raw, field_spec.bits
        )

    def note(self, name: str, text: str) -> None:
        layer = self.layers[-1]
        fields = tuple(replace(each, note=text) if each.name == name else each for each in layer.fields)
        self.layers[-1] = replace(layer, fields=fields)

    def check_length(self, name: str, promised: int, there: int) -> None:
        """Remark when a length field and the frame disagree."""
        if promised != there:
            self.note(name, f"the frame has {there}")

    def payload(self, stop: int, protocol: str = PAYLOAD) -> None:
        if self.at >= stop:
            return
        head = min(self.at + _IDENTITY_BYTES, stop)
        fields = [_bytes_field(protocol, f"first {head - self.at} bytes", self.frame, self.at, head)]
        if head < stop:
            fields.append(_bytes_field(protocol, "rest", self.frame, head, stop))
        self.layers.append(Layer(protocol, protocol, tuple(fields), self.at, stop))
        self.at = stop

    # What follows what: each method takes its header and hands on to the next.

    def ethernet(self) -> None:
        values = self.header("Ethernet", net.ETHERNET)
        while values is not None and len(self.layers) < _MAX_LAYERS:
            kind = values["ethertype"]
            if kind in (net.VLAN_TYPE, net.QINQ_TYPE):
                values = self.header("VLAN tag", net.VLAN)
                continue
            if kind == net.IPV6_TYPE:
                self.ip(net.IN_IPV6)
            elif kind == net.IPV4_TYPE:
                self.ip(net.IN_IPV4)
            elif kind == net.ARP_TYPE:
                self.header("ARP", net.ARP)
            return

    def ip(self, kind: int | None) -> None:
        """IP headers in IP headers and what is between them, until a transport header or the end."""
        while kind is not None and len(self.layers) < _MAX_LAYERS:
            kind = self._ip_step(kind)

    def _ip_step(self, kind: int) -> int | None:
        match kind:
            case net.IN_IPV6:
                return self._ipv6()
            case net.IN_IPV4:
                return self._ipv4()
            case net.HOP_BY_HOP | net.OPTIONS:
                return self._options(kind)
            case net.ROUTING:
                return self._routing()
            case net.FRAGMENT:
                values = self.header("fragment", net.FRAGMENT_HEADER)
                return values["next_header"] if values and not values["fragment_offset"] else None
            case net.UDP_PROTOCOL:
                self.udp()
            case net.TCP_PROTOCOL:
                offset = self.frame[self.at + 12] >> 4 if self.left > 12 else 5
                self.header("TCP", net.TCP, 4 * offset)
            case net.ICMPV6:
                self.header("ICMPv6", net.ICMPV6_HEADER)
            case net.ICMP:
                self.header("ICMP", net.ICMP_HEADER)
        return None

    def _ipv6(self) -> int | None:
        values = self.header("IPv6", net.IPV6)
        if values is None:
            return None
        self.check_length("payload length", values["payload_length"], self.left)
        return values["next_header"]

    def _ipv4(self) -> int | None:
        words = self.frame[self.at] & 0xF if self.left else 5
        before = self.left
        values = self.header("IPv4", net.IPV4, 4 * words)
        if values is None:
            return None
        self.check_length("total length", values["total_length"], before)
        return None if values["fragment_offset"] else values["protocol"]

    def _extension_bytes(self) -> int:
        """Length of the extension header at hand by its own account."""
        return 8 * (self.frame[self.at + 1] + 1) if self.left > 1 else 8

    def _options(self, kind: int) -> int | None:
        name = net.PROTOCOLS[kind]
        values = self.header(name, net.EXTENSION, self._extension_bytes())
        return values["next_header"] if values else None

    def _routing(self) -> int | None:
        size = self._extension_bytes()
        if self.left < 3 or self.frame[self.at + 2] != net.SRH_TYPE:
            values = self.header("routing header", net.ROUTING_HEADER, size)
        else:
            # Both the length and Last Entry say how many segments there are; neither is believed beyond the other.
            last = self.frame[self.at + 4] if self.left > 4 else 0
            count = min(last + 1, (size - size_of(net.SRH)) // net.SEGMENT_BYTES)
            segments = tuple(
                spec(f"segment_list_{index}", 128, f"segment list [{index}]", ipv6) for index in range(count)
            )
            values = self.header("SRH", (*net.SRH, *segments), size)
        return values["next_header"] if values else None

    def udp(self) -> None:
        end = len(self.frame) - self.at
        values = self.header("UDP", net.UDP)
        if values is None:
            return
        self.check_length("length", values["length"], end)
        if values["dport"] in mrc.UDP_PORTS and self._is_bth():
            datagram_end = self.at - size_of(net.UDP) + values["length"]
            icrc_at = datagram_end - _ICRC_BYTES if self.at + _BTH_BYTES + _ICRC_BYTES <= datagram_end else None
            self.transport(icrc_at)

    def _is_bth(self) -> bool:
        """An MRC opcode, or another one of RoCE in the default partition: test payloads on this port are neither."""
        head = self.frame[self.at : self.at + 4]
        if not head:
            return False
        return head[0] >> 5 == _MRC_CLASS or (head[0] in mrc.ROCE_OPCODES and head[2:] == _DEFAULT_P_KEY)

    def transport(self, icrc_at: int | None) -> None:
        """BTH and what its opcode calls for; the ICRC when the whole datagram is there."""
        values = self.header("BTH", mrc.bth_layout(self.rules))
        if values is None:
            return
        self._extended(values["opcode"], timestamp=bool(values["ts"]))
        if icrc_at is not None and self.at <= icrc_at and icrc_at + _ICRC_BYTES <= len(self.frame):
            self.payload(icrc_at)
            self.header("ICRC", _ICRC)
            self.payload(len(self.frame), "trailer")

    def _extended(self, opcode: int, *, timestamp: bool) -> None:
        if opcode not in mrc.PACKET_TYPES:
            return
        for name, layout in mrc.following(opcode, timestamp, self.rules):
            values = self.header(name, layout)
            if values is None or (name == "SETH" and values["cc_type"] != mrc.CC_STATE_NSCC):
                return


def _bytes_field(layer: str, name: str, frame: bytes, start: int, stop: int) -> Field:
    data = frame[start:stop]
    shown = data[:_SHOWN_BYTES].hex(" ")
    value = shown if len(data) <= _SHOWN_BYTES else f"{len(data)} bytes: {shown} …"
    return Field(layer, name, value, start, stop, int.from_bytes(data, "big"), 8 * len(data))


def _labelled(found: list[Layer]) -> list[Layer]:
    """IP layers are told apart as outer and inner; other layers that repeat are numbered."""
    totals: dict[str, int] = {}
    seen: dict[str, int] = {}
    ip_total = sum(layer.protocol in ("IPv6", "IPv4") for layer in found)
    for layer in found:
        key = "IP" if layer.protocol in ("IPv6", "IPv4") else layer.protocol
        totals[key] = totals.get(key, 0) + 1
    result = []
    for layer in found:
        is_ip = layer.protocol in ("IPv6", "IPv4")
        key = "IP" if is_ip else layer.protocol
        seen[key] = seen.get(key, 0) + 1
        label = layer.protocol
        if is_ip and ip_total > 1:
            label = (
                f"outer {label}" if seen[key] == 1 else f"inner {label}" + (f" {seen[key] - 1}" if ip_total > 2 else "")
            )
        elif totals[key] > 1:
            label = f"{label} {seen[key]}"
        fields = tuple(replace(each, layer=label) for each in layer.fields)
        result.append(replace(layer, label=label, fields=fields))
    return result

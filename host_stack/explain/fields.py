# SPDX-License-Identifier: GPL-2.0-only
"""A frame field by field, for people: read by the scapy layers, whatever is in it.

Made for frames that are not what they say: cut by a trim, with stale lengths, or garbage. Lengths in headers are shown
and never followed, except to find the ICRC; what is there is read as far as it goes, every byte belongs to exactly one
layer, and nothing raises. Protocols that a NIC does not speak are shown as scapy has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from scapy.fields import ConditionalField, FlagsField
from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrSegmentRouting
from scapy.layers.l2 import Ether
from scapy.packet import NoPayload, Padding, Raw
from scapy.packet import Packet as ScapyLayer

from host_stack.roce.layers import RoceBTH
from host_stack.roce.wire import PACKET_TYPES as ROCE_TYPES
from host_stack.wire import layers as mrc
from host_stack.wire.constants import (
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ICRC_LEN,
    NH_IPV6,
    NH_ROUTING,
    NH_UDP,
    UDP_LEN,
    UDP_PORT_ROCE,
    UDP_PORT_SPEC,
)
from host_stack.wire.headers import AETH, BTH_LEN, IMMDT, PACKET_TYPES, RETH
from host_stack.wire.headers import Header as WireHeader

# --- What is shown ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A field.

    Attributes:
        name: such as `hop limit`.
        value: for people.
        start, stop: its first byte in the frame, and the one after its last; narrow fields share theirs.
        note: what is odd about it (a stale length).
    """

    name: str
    value: str
    start: int
    stop: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """A header, or the payload.

    Attributes:
        label: such as `outer IPv6`.
        gist: its addresses, ports or the like, in a few words.
        fields: in wire order.
        start, stop: its first byte in the frame, and the one after its last.
    """

    label: str
    gist: str
    fields: tuple[Field, ...]
    start: int
    stop: int


PAYLOAD = "payload"
_SHOWN_BYTES = 12
_FIRST_BYTES = 8
_MOST_LAYERS = 64
"""Beyond that the rest is payload: no real frame is nested so deep."""
_LONGEST = 120
"""Characters of a value."""
_ECN: Final = ("Not-ECT", "ECT(1)", "ECT(0)", "CE")
_NAMES: Final = {
    "dst": "destination", "src": "source", "fl": "flow label", "plen": "payload length", "nh": "next header",
    "hlim": "hop limit", "sport": "source port", "dport": "destination port", "len": "length", "chksum": "checksum",
    "ihl": "header length", "id": "identification", "frag": "fragment offset", "ttl": "TTL", "proto": "protocol",
    "se": "SE", "m": "M", "tver": "TVer", "pkey": "P_Key", "dqpn": "destination QP", "ackreq": "AckReq", "psn": "PSN",
    "fecn": "FECN", "becn": "BECN", "rsvd_variant": "reserved (variant)", "rsvd_invariant": "reserved (invariant)",
    "rqmsn": "RQMSN", "msn": "MSN", "va": "VA", "rkey": "R_Key", "spdcid": "SPDCID", "dpdcid": "DPDCID",
    "imm": "immediate", "probe_id": "probe id", "segleft": "segments left", "lastentry": "last entry",
}  # fmt: skip
"""Of the layers' fields, where the shell's short name is not what the header's document says."""


def layers(frame: bytes) -> list[Layer]:
    """The layers of a frame, outermost first; they cover every byte once. Never raises."""
    walk = _Walk(frame)
    walk.ethernet()
    walk.payload(len(frame))
    return _labelled(walk.layers)


# --- The way through a frame -----------------------------------------------------------------------------------------


class _Walk:
    """Goes through a frame; ``at`` is the first byte not yet in a layer."""

    def __init__(self, frame: bytes) -> None:
        self.frame = frame
        self.at = 0
        self.layers: list[Layer] = []

    @property
    def left(self) -> int:
        return len(self.frame) - self.at

    def header(self, kind: type[ScapyLayer], label: str, size: int) -> ScapyLayer | None:
        """Take a header of ``size`` bytes; None when the frame ends before it does."""
        there = self.frame[self.at : self.at + size]
        if not there:
            return None
        layer = kind(there.ljust(size, b"\0"))
        fields = tuple(_fields(layer, self.at, len(there)))
        gist = _gist(label, {field.name: field.value for field in fields})
        self.layers.append(Layer(label, gist, fields, self.at, self.at + len(there)))
        self.at += len(there)
        return layer if len(there) == size else None

    def note(self, name: str, promised: int, there: int) -> None:
        """Remark on a length of the layer taken last, when the frame has another."""
        if promised == there:
            return
        text = f"the frame has {there}"
        last = self.layers[-1]
        fields = tuple(replace(field, note=text) if field.name == name else field for field in last.fields)
        self.layers[-1] = replace(last, fields=fields)

    def payload(self, stop: int, label: str = PAYLOAD) -> None:
        """Take bytes up to ``stop`` as they are."""
        if self.at < stop:
            self.layers.append(_payload(self.frame, self.at, stop, label))
            self.at = stop

    def ethernet(self) -> None:
        if self.left > 14 and int.from_bytes(self.frame[12:14], "big") <= 1500:
            self.other(Ether(self.frame))  # a length in place of a type: another layer
            return
        link = self.header(Ether, "Ethernet", 14)
        if link is None:
            return
        if link.type == ETHERTYPE_IPV6:
            self.ipv6()
        elif link.type == ETHERTYPE_IPV4:
            self.ipv4(link)
        else:
            self.rest(link)

    def ipv6(self) -> None:
        """IPv6 headers in each other, with routing headers between, and what follows."""
        while len(self.layers) < _MOST_LAYERS:
            ip: ScapyLayer | None = self.header(IPv6, "IPv6", 40)
            if ip is None:
                return
            self.note("payload length", ip.plen, self.left)
            following = ip.nh
            while following == NH_ROUTING and self.left >= 8 and len(self.layers) < _MOST_LAYERS:
                ip = self.routing()
                if ip is None:
                    return
                following = ip.nh
            if following == NH_UDP:
                self.udp()
            elif following == NH_IPV6:
                continue
            else:
                self.rest(ip)
            return

    def routing(self) -> ScapyLayer | None:
        """A routing header: its first 8 bytes, then addresses."""
        start, stop = self.at, self.at + 8 + 8 * self.frame[self.at + 1]
        layer = self.header(IPv6ExtHdrSegmentRouting, "SRH", 8)
        if layer is None:
            return None
        fields = list(self.layers[-1].fields)
        while self.at + 16 <= min(stop, len(self.frame)):
            segment = _in_full(IPv6(self.frame[self.at : self.at + 16].rjust(40, b"\0")).dst)
            fields.append(Field(f"segment list [{(self.at - start - 8) // 16}]", segment, self.at, self.at + 16))
            self.at += 16
        end = min(stop, len(self.frame))
        if self.at < end:
            fields.append(Field("options", _bytes(self.frame[self.at : end]), self.at, end))
            self.at = end
        self.layers[-1] = replace(self.layers[-1], fields=tuple(fields), stop=end)
        return layer if end == stop else None

    def ipv4(self, link: ScapyLayer) -> None:
        before = self.left
        if before < 20 or self.frame[self.at] != 0x45:
            self.rest(link)
            return
        ip = self.header(IP, "IPv4", 20)
        assert ip is not None
        self.note("length", ip.fields["len"], before)
        if ip.proto == NH_UDP and not ip.frag:
            self.udp()
        else:
            self.rest(ip)

    def udp(self) -> None:
        promised = self.left
        udp = self.header(UDP, "UDP", UDP_LEN)
        if udp is None:
            return
        length: int = udp.fields["len"]
        self.note("length", length, promised)
        if udp.dport not in (UDP_PORT_ROCE, UDP_PORT_SPEC) or not self.left:
            return
        opcode, partition = self.frame[self.at], self.frame[self.at + 2 : self.at + 4]
        roce = ROCE_TYPES.get(opcode)
        end = self.at - UDP_LEN + length
        if opcode >> 5 == 0b110:
            self.mrc(end)
        elif roce is not None and partition == b"\xff\xff":  # test payloads on this port are neither
            wanted = ((roce.reth, RETH), (roce.immediate, IMMDT), (roce.aeth, AETH))
            if self.header(RoceBTH, "BTH", BTH_LEN) is not None:
                self.transport([header for there, header in wanted if there], end)

    def mrc(self, end: int) -> None:
        bth = self.header(_PlainBTH, "BTH", BTH_LEN)
        kind = PACKET_TYPES.get(bth.opcode) if bth is not None else None
        if bth is not None:
            found = kind.headers if kind is not None else ()
            self.transport([header for header in found if header.name != "TSETH" or bth.ts], end)

    def transport(self, headers: list[WireHeader], end: int) -> None:
        """What the opcode calls for, and the ICRC if the whole datagram, which ends at ``end``, is there."""
        begun = self.at
        for header in headers:
            layer = self.header(mrc.LAYERS[header.name], header.name, header.length)
            if layer is None or (header.name == "SETH" and layer.cc_type):
                break
        icrc_at = end - ICRC_LEN
        if begun <= icrc_at and self.at <= icrc_at and end <= len(self.frame):
            self.payload(icrc_at)
            value = f"0x{self.frame[icrc_at:end].hex()}"
            self.layers.append(Layer("ICRC", "", (Field("ICRC", value, icrc_at, end),), icrc_at, end))
            self.at = end
            self.payload(len(self.frame), "trailer")

    def rest(self, lower: ScapyLayer) -> None:
        """Whatever scapy knows above a layer."""
        data = self.frame[self.at :]
        if not data:
            return
        try:
            self.other(lower.guess_payload_class(data)(data, _underlayer=lower))
        except Exception:  # noqa: BLE001 - scapy's dissectors raise anything; the bytes are shown all the same
            self.payload(len(self.frame))

    def other(self, packet: ScapyLayer) -> None:
        """A packet that reaches to the end of the frame."""
        for each in scapy_layers(packet, self.frame, self.at):
            self.layers.append(each)
            self.at = each.stop


class _PlainBTH(mrc.MrcBTH):
    """MRC's, whatever the opcode."""


# --- Fields of a header, as far as it is there -----------------------------------------------------------------------


def _fields(layer: ScapyLayer, start: int, there: int) -> Iterator[Field]:
    """The fields of a header of fixed layout that begins at ``start``, of which ``there`` bytes are there."""
    bit, reserved = 0, 0
    for field in layer.fields_desc:
        bits = int(getattr(field, "size", 0)) or 8 * field.sz
        if not bits or field.islist or field.name == "icrc":
            continue
        first, last = start + bit // 8, start + -(-(bit + bits) // 8)
        whole = last <= start + there
        if first < start + there:
            stop = min(last, start + there)
            cut = f"{_raw(layer, first - start, stop - start)} (cut after {stop - first} of {last - first} bytes)"
            for name, value, skipped in _shown(layer, field, bits):
                shown = name
                if name == "reserved":
                    reserved += 1
                    shown = name if reserved == 1 else f"{name} {reserved}"
                yield Field(shown, value if whole else cut, min(first + skipped, stop - 1), stop)
        bit += bits


def _raw(layer: ScapyLayer, first: int, last: int) -> str:
    return bytes(layer.original[first:last]).hex(" ")


def _shown(layer: ScapyLayer, field: Any, bits: int) -> Iterator[tuple[str, str, int]]:  # noqa: ANN401 - scapy's fields
    """Name, value, and how many bytes later it begins; a traffic class is two fields."""
    value = layer.fields.get(field.name, 0)
    if field.name in ("tc", "tos"):
        yield "DSCP", str(value >> 2), 0
        yield "ECN", f"{value & 3} ({_ECN[value & 3]})", int(field.name == "tc")
        return
    name = "reserved" if field.name.startswith("rsvd") and field.name not in _NAMES else field.name
    yield _NAMES.get(name, name), _value(field, value, bits), 0


def _value(field: Any, value: Any, bits: int) -> str:  # noqa: ANN401 - scapy's fields have no common type
    if isinstance(value, bytes):
        return _bytes(value)
    if not isinstance(value, int) or isinstance(field, FlagsField):
        return str(value)
    names = getattr(field, "i2s", None)
    reserved = field.name.startswith("rsvd") and bits > 1
    in_hex = reserved or type(field).__name__.startswith("X") or field.name in _IN_HEX
    plain = f"{value:#0{2 + -(-bits // 4)}x}" if in_hex else str(value)
    return f"{plain} ({names[value]})" if names and value in names and field.name not in _UNNAMED else plain


_IN_HEX: Final = frozenset({"opcode", "type", "next", "fl", "dqpn", "vendor", "reason", "cc_flags"})
_UNNAMED: Final = frozenset({"sport", "dport"})
"""Fields whose names in scapy are of no help: port 4791 is what this is all about."""


def _in_full(address: Any) -> str:  # noqa: ANN401 - scapy has a type for addresses
    return str(address)


def _bytes(data: bytes) -> str:
    shown = data[:_SHOWN_BYTES].hex(" ")
    return shown if len(data) <= _SHOWN_BYTES else f"{len(data)} bytes: {shown} …"


def _payload(frame: bytes, start: int, stop: int, label: str = PAYLOAD) -> Layer:
    head = min(start + _FIRST_BYTES, stop)
    fields = [Field(f"first {head - start} bytes", _bytes(frame[start:head]), start, head)]
    if head < stop:
        fields.append(Field("rest", _bytes(frame[head:stop]), head, stop))
    gist = fields[0].value if head - start == _FIRST_BYTES and label == PAYLOAD else ""
    return Layer(label, gist, tuple(fields), start, stop)


def _gist(label: str, values: dict[str, str]) -> str:
    addresses = [f"{values['source']} → {values['destination']}"] if {"source", "destination"} <= values.keys() else []
    named = [f"{name} {values[name]}" for name in ("DSCP", "hop limit", "TTL", "segments left") if name in values]
    if label == "UDP" and {"source port", "destination port"} <= values.keys():
        return f"{values['source port']} → {values['destination port']}"
    if label == "BTH":
        return ", ".join([values["opcode"], *([f"PSN {values['PSN']}"] if "PSN" in values else [])])
    return ", ".join(addresses + named)


def _labelled(found: list[Layer]) -> list[Layer]:
    """IP layers are told apart as outer and inner; other layers that repeat are numbered."""
    networks = sum(layer.label in ("IPv6", "IPv4") for layer in found)
    totals: dict[str, int] = {}
    for layer in found:
        totals[layer.label] = totals.get(layer.label, 0) + 1
    seen: dict[str, int] = {}
    result = []
    for layer in found:
        label = layer.label
        network = label in ("IPv6", "IPv4")
        key = "IP" if network else label
        seen[key] = seen.get(key, 0) + 1
        if network and networks > 1:
            which = "outer" if seen[key] == 1 else "inner"
            label = f"{which} {label}" + (f" {seen[key] - 1}" if networks > 2 and seen[key] > 1 else "")
        elif not network and totals[label] > 1:
            label = f"{label} {seen[key]}"
        result.append(replace(layer, label=label))
    return result


# --- Any protocol ----------------------------------------------------------------------------------------------------


def scapy_layers(packet: ScapyLayer, frame: bytes, start: int = 0) -> Iterator[Layer]:
    """The layers of a packet that scapy has read from byte ``start`` of a frame on, each field as scapy shows it."""
    while not isinstance(packet, NoPayload):
        if isinstance(packet, Raw | Padding):
            stop = min(len(frame), start + len(packet.load))
            if start < stop:
                yield _payload(frame, start, stop, PAYLOAD if type(packet) is Raw else "padding")
        else:
            own = len(packet.original) - len(packet.payload.original) if packet.payload else len(packet.original)
            stop = min(len(frame), start + max(0, own))
            yield Layer(packet.name, _scapy_gist(packet), tuple(_scapy_fields(packet, start, stop)), start, stop)
        start = stop
        packet = packet.payload


def _scapy_fields(packet: ScapyLayer, start: int, stop: int) -> Iterator[Field]:
    at = start * 8  # in bits
    for described in packet.fields_desc:
        field = described
        while isinstance(field, ConditionalField):
            if not field._evalcond(packet):
                break
            field = field.fld
        else:
            value = packet.getfieldval(field.name)
            # Fields that are not whole bytes know their size.
            bits = int(getattr(field, "size", 0)) or 8 * len(field.addfield(packet, b"", value))
            text = str(field.i2repr(packet, value))
            shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
            yield Field(field.name, shown, min(stop, at // 8), min(stop, -(-(at + bits) // 8)))
            at += bits


def _scapy_gist(packet: ScapyLayer) -> str:
    """`10.0.1.1 > 10.0.2.2`, `5201 > 40001 S`, or nothing."""
    for source, destination in (("src", "dst"), ("sport", "dport"), ("psrc", "pdst")):
        if source in packet.fields and destination in packet.fields:
            rest = f" {packet.sprintf('%flags%')}" if "flags" in packet.fields and source == "sport" else ""
            return f"{packet.fields[source]} > {packet.fields[destination]}{rest}"
    if "type" in packet.fields:
        return str(packet.sprintf("%type%"))
    return ""

# SPDX-License-Identifier: GPL-2.0-only
# ruff: noqa: PLR0917 - a property test takes one argument per drawn value
"""The fast codec and the scapy layers: the same bytes of every frame a NIC builds, the same word on any it gets."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest
from host_stack_kit import address, config
from hypothesis import given, settings
from hypothesis import strategies as st
from long_kit import rounds, share

from host_stack import Codec, ConfigError, Nic, WireOptions
from host_stack.paths.ev import EvEntry
from host_stack.roce import wire as roce
from host_stack.transport.frames import QpFrames
from host_stack.wire import headers as codec
from host_stack.wire import icrc
from host_stack.wire.codecs import builder_of, control, parser_of
from host_stack.wire.constants import Role
from host_stack.wire.frames import Drop, DropReason, ethernet
from host_stack.wire.headers import PACKET_TYPES, Bth, Opcode
from host_stack.wire.ip import ipv4_checksum, read_network
from host_stack.wire.options import BthFlagOrder, EethOpBits, EvMode, EvSplit, IntactTrim

A, B = address(1), address(2)
A4, B4 = bytes((10, 0, 0, 1)), bytes((10, 0, 0, 2))
PATH = bytes.fromhex("fcbbbbbb120021011201310000000000")
ROUTING = bytes.fromhex("2902040000000000") + PATH
LINKS = [ethernet(bytes.fromhex("02000000000a"), bytes.fromhex("02000000000b")), ethernet(bytes(6), b"\xff" * 6)]
OUTER = {"encapsulated": A + PATH, "routing header": A + PATH + ROUTING, "bare": b""}


def holds(property_, examples, *drawn):
    """`property_` of so many examples; a property by rounds is a function of its own, since `settings` are for good."""
    settings(max_examples=examples, deadline=None)(given(*drawn)(property_))()


# --- What a NIC can build --------------------------------------------------------------------------------------------

U = {bits: st.integers(0, (1 << bits) - 1) for bits in (1, 2, 4, 5, 7, 8, 15, 16, 24, 32, 64)}
S16 = st.integers(-0x8000, 0x7FFF)
BOOL = st.booleans()
SETH = st.builds(codec.Seth, U[2], st.just(False), S16, U[32], U[16], U[16], U[24], U[8], S16, U[64], U[4], U[4], U[8])
OF_PROBE = st.builds(
    codec.Seth, U[2], st.just(True), U[16], U[32], U[16], U[16], U[24], U[8], S16, U[64], U[4], U[4], U[8]
)
HEADERS = {
    "METH": st.builds(codec.Meth, U[16], U[16]),
    "TSETH": st.builds(codec.Tseth, U[16], U[1], U[4]),
    "RETH": st.builds(codec.Reth, U[64], U[32], U[32]),
    "ImmDt": st.builds(codec.ImmDt, U[32]),
    "AETH": st.builds(codec.Aeth, U[8], U[24]),
    "SETH": SETH | OF_PROBE,
    "CC_STATE": st.builds(codec.CcState, U[16], U[15], U[24], U[1], U[7]),
    "NETH": st.builds(codec.Neth, U[8], U[32], U[16], U[16], U[24], U[16], U[8], U[4], U[4]),
    "PETH": st.builds(codec.Peth, U[16], U[16], U[16], U[16], U[8], U[1], U[4]),
    "ERTH": st.builds(codec.Erth, U[2], U[16], U[32], U[8], U[1], U[4]),
    "EETH": st.builds(codec.Eeth, U[2], U[16]),
}
WIRES = st.builds(
    WireOptions,
    udp_port=st.sampled_from((4791, 4971, 50_000)),
    ev_mode=st.sampled_from(EvMode),
    ev_halves=st.sampled_from(EvSplit),
    bth_flag_order=st.sampled_from(BthFlagOrder),
    eeth_op_bits=st.sampled_from(EethOpBits),
    timestamps=BOOL,
    hop_limit=st.integers(1, 255),
    pkey=U[16],
    trimming=BOOL,
    intact_trim=st.sampled_from(IntactTrim),
)
NETWORKS = st.sampled_from(("encapsulated", "routing header", "bare", "IPv4"))


def at(network: str) -> dict[str, bytes]:
    if network == "IPv4":
        return {"outer_addresses": b"", "inner_addresses": A4 + B4}
    return {"outer_addresses": OUTER[network], "inner_addresses": A + B}


@st.composite
def built(draw) -> dict:
    """What a NIC gives its builder for a frame."""
    kind = PACKET_TYPES[draw(st.sampled_from(sorted(PACKET_TYPES)))]
    ts = draw(BOOL)
    payload = draw(st.binary(max_size=70)) if kind.data else b""
    names = [header.name for header in kind.headers if header.name != "TSETH" or ts]
    flags = {name: draw(BOOL) for name in ("solicited", "migreq", "ack_req", "rtx")}
    return {
        **at(draw(NETWORKS)),
        "port": draw(st.integers(0, 1)),
        "traffic_class": draw(U[8]),
        "entropy": draw(U[32]),
        "bth": Bth(int(kind.opcode), draw(U[24]), draw(U[24]), pad=-len(payload) & 3, pkey=draw(U[16]), ts=ts, **flags),
        "headers": tuple(draw(HEADERS[name]) for name in names),
        "payload": draw(st.sampled_from((bytes, memoryview)))(payload),
    }


@pytest.mark.parametrize("examples", rounds("MRC_CODEC_EXAMPLES", 120, 400))
def test_both_build_the_same_frame(examples):
    def same(wire, frame):
        fast, layers = (builder_of(each, wire, LINKS).frame(**frame) for each in Codec)
        assert layers.hex() == fast.hex()

    holds(same, examples, WIRES, built())


@given(WIRES, st.sampled_from([kind for kind in PACKET_TYPES.values() if not kind.data]), NETWORKS, BOOL, st.data())
@settings(max_examples=60, deadline=None)
def test_both_build_the_same_control_frame(wire, kind, network, rtx, data):
    """Class of service, partition and flags are the builder's own."""
    told = {
        **at(network), "port": 0, "entropy": data.draw(U[32]), "opcode": int(kind.opcode), "dest_qpn": data.draw(U[24]),
        "psn": data.draw(U[24]), "headers": [data.draw(HEADERS[header.name]) for header in kind.headers], "rtx": rtx,
    }  # fmt: skip
    fast, layers = (control(builder_of(each, wire, LINKS), **told) for each in Codec)
    assert layers.hex() == fast.hex()


@given(WIRES, st.binary(max_size=9), BOOL, BOOL, st.none() | U[32], st.integers(0, 1 << 40), st.data())
@settings(max_examples=50, deadline=None)
def test_a_queue_pair_sends_the_same_frames(wire, payload, ack_req, rtx, imm, now_ns, data):
    opcode = int(Opcode.WRITE_ONLY if imm is None else Opcode.WRITE_ONLY_IMM)
    sent = {
        "opcode": opcode, "psn": data.draw(U[24]), "ack_req": ack_req, "rtx": rtx, "rqmsn": data.draw(U[16]),
        "msn": data.draw(U[16]), "address": data.draw(U[64]), "r_key": data.draw(U[32]), "length": len(payload),
        "payload": memoryview(payload), "imm": imm, "now_ns": now_ns,
    }  # fmt: skip
    seth, state, neth = (data.draw(HEADERS[name]) for name in ("SETH", "CC_STATE", "NETH"))
    entry = EvEntry(0xC0010203, 0, 1, A + PATH, active=True)
    found = []
    for each in Codec:
        frames = QpFrames(wire, builder=builder_of(each, wire, LINKS), inner_addresses=A + B, qpn=16, dest_qpn=17)
        made = [frames.data(entry, **sent)]
        frames.forbid_trimming()
        made += [
            frames.data(entry, **sent),
            frames.control(entry, Opcode.SACK, 5, seth, state, rtx=rtx),
            frames.control(entry, Opcode.NACK, 5, neth, rtx=rtx),
        ]
        found.append([frame.hex() for frame in made])
    assert found[1] == found[0]


# --- What a NIC can get ----------------------------------------------------------------------------------------------


def said(found):
    """All that a parser says of a frame."""
    if isinstance(found, Drop | roce.DropReason):
        return found
    return {name: getattr(found, name) for name in type(found).__slots__}


def resealed(frame: bytes) -> bytes:
    """With lengths and ICRC as if it had been built so: what is wrong with it is something else."""
    network = read_network(frame)
    if network is None or network.at + 24 > len(frame):
        return frame
    udp, out = network.at, bytearray(frame)
    ipv4 = len(network.source) == 4
    if ipv4 and (udp != 34 or frame[12:14] != b"\x08\x00"):
        return frame
    out[udp + 4 : udp + 6] = (len(frame) - udp).to_bytes(2, "big")
    if ipv4:
        head = udp - 20
        out[head + 2 : head + 4] = (len(frame) - head).to_bytes(2, "big")
        out[head + 10 : head + 12] = bytes(2)
        out[head + 10 : head + 12] = ipv4_checksum(bytes(out[head:udp])).to_bytes(2, "big")
        running = icrc.prefix_ipv4(bytes(out[head:udp]))
        return bytes(out[:-4]) + icrc.finish(running, bytes(out[udp:-4]))
    for head in {14, udp - 40}:
        out[head + 4 : head + 6] = (len(frame) - head - 40).to_bytes(2, "big")
    return bytes(out[:-4]) + icrc.compute(bytes(out[udp - 40 : -4]))


def marked_as_trimmed(frame: bytes, dscp: int, ipv4: bool) -> bytes:
    """With another DSCP, as a switch that trims sets it; an IPv4 header gets its checksum."""
    out = bytearray(frame)
    if ipv4:
        out[15] = dscp << 2 | out[15] & 3
        out[24:26] = bytes(2)
        out[24:26] = ipv4_checksum(bytes(out[14:34])).to_bytes(2, "big")
    else:
        out[14], out[15] = 0x60 | dscp >> 2, (dscp & 3) << 6 | out[15] & 0x3F
    return bytes(out)


EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("bit"), st.integers(0, 200), st.integers(0, 7)),
        st.tuples(st.just("byte"), st.integers(0, 200), U[8]),
        st.tuples(st.just("cut"), st.integers(0, 260), st.just(0)),
        st.tuples(st.just("more"), st.integers(1, 40), U[8]),
        st.tuples(st.just("trim"), st.integers(100, 260), st.sampled_from((12, 16))),
        st.tuples(st.just("dscp"), st.just(0), st.sampled_from((0, 4, 8, 12, 16, 46, 63))),
        st.tuples(st.just("reseal"), st.just(0), st.just(0)),
    ),
    max_size=4,
)


def edited(frame: bytes, edits) -> bytes:
    for what, place, value in edits:
        ipv4 = frame[12:14] == b"\x08\x00" and len(frame) >= 34
        if what in ("trim", "dscp") and len(frame) >= 34:
            frame = marked_as_trimmed(frame[:place] if what == "trim" else frame, value, ipv4)
            if what == "trim" and not ipv4 and value == 12 and len(frame) >= 54:  # 16: `preserve`
                frame = frame[:18] + (len(frame) - 54).to_bytes(2, "big") + frame[20:]
        elif what == "cut":
            frame = frame[:place]
        elif what == "more":
            frame += bytes([value]) * place
        elif what == "reseal":
            frame = resealed(frame)
        elif place < len(frame):
            changed = frame[place] ^ 1 << value if what == "bit" else value
            frame = frame[:place] + bytes([changed]) + frame[place + 1 :]
    return frame


@pytest.mark.parametrize("examples", rounds("MRC_CODEC_EXAMPLES", 200, 800))
def test_both_say_the_same_of_any_frame(examples):
    def same(wire, frame, edits):
        own = frame["inner_addresses"][len(frame["inner_addresses"]) // 2 :]
        data = edited(builder_of(Codec.FAST, wire, LINKS).frame(**frame), edits)
        wire = replace(wire, ev_mode=EvMode.UDP) if len(own) == 4 else wire
        fast, layers = (parser_of(each, wire, own) for each in Codec)
        assert said(layers.parse(data)) == said(fast.parse(data)), data.hex()

    holds(same, examples, WIRES, built(), EDITS)


@pytest.mark.parametrize("codec", list(Codec))
def test_the_icrc_covers_the_total_length_of_ipv4(codec):
    """RoCEv2 annex A17.5 masks type of service, TTL and checksum: a frame marked as trimmed is whole only without this
    flipped bit of the total length. The layers took the length that UDP has."""
    whole = marked_as_trimmed(one_of(0xC6, "IPv4"), 12, True)
    flipped = bytearray(whole)
    flipped[16] ^= 1
    parser = parser_of(codec, WireOptions(ev_mode=EvMode.UDP, intact_trim=IntactTrim.PLACE), B4)
    assert parser.parse(whole).trimmed is None
    assert parser.parse(marked_as_trimmed(bytes(flipped), 12, True)).trimmed is Role.TRIMMED


@given(st.binary(max_size=200), st.sampled_from((b"", b"\x86\xdd\x60", b"\x08\x00\x45")), st.sampled_from((B, B4)))
@settings(max_examples=150, deadline=None)
def test_both_say_the_same_of_noise(noise, beginning, own):
    data = bytes(12) + beginning + noise if beginning else noise
    wire = WireOptions(ev_mode=EvMode.UDP)
    assert said(parser_of(Codec.SCAPY, wire, own).parse(data)) == said(parser_of(Codec.FAST, wire, own).parse(data))


def one_of(opcode: int, network: str) -> bytes:
    """A frame of a kind, with nothing in it zero."""
    kind, wire = PACKET_TYPES[opcode], WireOptions()
    payload = b"payload" if kind.data else b""
    headers = [header.reader(wire)(random.Random(opcode).randbytes(header.length), 0) for header in kind.headers]
    bth = Bth(opcode, 0x123456, 0xABCDEF, ack_req=True, ts=True, migreq=True, pad=-len(payload) & 3)
    return builder_of(Codec.FAST, wire, LINKS).frame(
        **at(network), port=0, traffic_class=18, entropy=0xC0010203, bth=bth, headers=headers, payload=payload
    )


def some_of_all(opcodes, networks):
    """Each opcode on each network, of which each opcode runs on one network always, and each network with some."""
    every = [(opcode, network) for opcode in sorted(opcodes) for network in networks]
    return share(every, [(opcode, networks[at % len(networks)]) for at, opcode in enumerate(sorted(opcodes))])


def name(value):
    return value if isinstance(value, str) else {**roce.PACKET_TYPES, **PACKET_TYPES}[value].opcode.name


@pytest.mark.parametrize(("opcode", "network"), some_of_all(PACKET_TYPES, [*OUTER, "IPv4"]), ids=name)
def test_both_say_the_same_wherever_a_frame_is_broken(opcode, network):
    """Each byte changed, with the ICRC as it was and made anew; and each length, also as a trimmed packet's."""
    wire = WireOptions(ev_mode=EvMode.UDP) if network == "IPv4" else WireOptions()
    fast, layers = (parser_of(each, wire, B4 if network == "IPv4" else B) for each in Codec)
    frame, rng = one_of(opcode, network), random.Random(opcode)
    trimmed = marked_as_trimmed(frame, 12, network == "IPv4")
    broken = [trimmed, frame]
    for place in range(len(frame)):
        changed = frame[:place] + bytes([frame[place] ^ 1 << rng.randrange(8)]) + frame[place + 1 :]
        broken += [changed, resealed(changed), frame[:place], trimmed[:place], resealed(frame[:place])]
    reasons = set()
    for each in broken:
        found = said(layers.parse(each))
        assert found == said(fast.parse(each)), each.hex()
        reasons.add(found.reason if isinstance(found, Drop) else None)
    assert {None, DropReason.TRUNCATED, DropReason.ICRC} <= reasons


# --- RoCEv2 ----------------------------------------------------------------------------------------------------------

ROCE_NETWORKS = {"IPv6": A + B, "IPv4": A4 + B4}


@st.composite
def roce_built(draw) -> dict:
    kind = roce.PACKET_TYPES[draw(st.sampled_from(sorted(roce.PACKET_TYPES)))]
    payload = draw(st.binary(max_size=20)) if not kind.aeth else b""
    there = ((kind.reth, "RETH"), (kind.immediate, "ImmDt"), (kind.aeth, "AETH"))
    flags = {name: draw(BOOL) for name in ("ack_req", "solicited", "migreq", "fecn", "becn")}
    return {
        "port": 0,
        "addresses": ROCE_NETWORKS[draw(st.sampled_from(sorted(ROCE_NETWORKS)))],
        "traffic_class": draw(U[8]),
        "source_port": draw(U[16]),
        "bth": roce.Bth(int(kind.opcode), draw(U[24]), draw(U[24]), pad=-len(payload) & 3, pkey=draw(U[16]), **flags),
        "headers": [draw(HEADERS[name]) for is_there, name in there if is_there],
        "payload": payload,
    }


@pytest.mark.parametrize("examples", rounds("MRC_CODEC_EXAMPLES", 150, 500))
def test_both_codecs_of_roce_agree(examples):
    def agree(hop_limit, frame, edits):
        fast, layers = (roce.builder_of(each, LINKS, hop_limit).frame(**frame) for each in Codec)
        assert layers.hex() == fast.hex()
        own = frame["addresses"][len(frame["addresses"]) // 2 :]
        data = edited(fast, edits)
        fast, layers = (roce.parser_of(each, own) for each in Codec)
        assert said(layers.parse(data)) == said(fast.parse(data)), data.hex()

    holds(agree, examples, st.integers(1, 255), roce_built(), EDITS)


@pytest.mark.parametrize(("opcode", "network"), some_of_all(roce.PACKET_TYPES, list(ROCE_NETWORKS)), ids=name)
def test_both_codecs_of_roce_say_the_same_wherever_a_frame_is_broken(opcode, network):
    kind, addresses = roce.PACKET_TYPES[opcode], ROCE_NETWORKS[network]
    payload = b"" if kind.aeth else b"payload"
    there = (
        (kind.reth, codec.Reth(1 << 60 | 7, 9, 7)), (kind.immediate, codec.ImmDt(77)), (kind.aeth, codec.Aeth(0x1F, 3))
    )  # fmt: skip
    frame = roce.builder_of(Codec.FAST, LINKS, 64).frame(
        port=0, addresses=addresses, traffic_class=26, source_port=0xC123,
        bth=roce.Bth(opcode, 0x123456, 0xABCDEF, True, -len(payload) & 3),
        headers=[header for is_there, header in there if is_there], payload=payload,
    )  # fmt: skip
    fast, layers = (roce.parser_of(each, addresses[len(addresses) // 2 :]) for each in Codec)
    broken, rng = [frame], random.Random(opcode)
    for place in range(len(frame)):
        changed = frame[:place] + bytes([frame[place] ^ 1 << rng.randrange(8)]) + frame[place + 1 :]
        broken += [changed, resealed(changed), frame[:place], resealed(frame[:place])]
    for each in broken:
        assert said(layers.parse(each)) == said(fast.parse(each)), each.hex()


# --- The choice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["scapy", "fast", None])
def test_what_is_no_codec_is_refused(bad):
    with pytest.raises(ConfigError, match=r"codec: .* is unknown; accepted: Codec.FAST, Codec.SCAPY"):
        replace(config("a", 1, [2]), codec=bad)


def test_scapy_is_loaded_when_somebody_asks_for_it():
    loaded = (
        "import sys, host_stack, host_stack.provision, host_stack.roce, fabric.traffic.nics\n"
        "assert not [name for name in sys.modules if name.partition('.')[0] == 'scapy']"
    )
    subprocess.run([sys.executable, "-c", loaded], check=True, timeout=60)


def test_without_scapy_a_nic_says_what_is_missing(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "scapy" or name.endswith("layer_codec")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "scapy", None)
    monkeypatch.setattr(sys, "meta_path", [_NoScapy(), *sys.meta_path])
    with pytest.raises(ConfigError, match="codec: scapy is not installed; accepted: fast"):
        Nic(replace(config("a", 1, [2]), codec=Codec.SCAPY), 1)


class _NoScapy:
    """Finds scapy nowhere."""

    @staticmethod
    def find_spec(name, _path=None, _target=None):
        if name.partition(".")[0] == "scapy":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

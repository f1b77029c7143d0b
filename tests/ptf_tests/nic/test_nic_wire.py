# SPDX-License-Identifier: Apache-2.0
"""The NIC tester's own encoder and decoder, against literal bytes."""

import ast
from pathlib import Path

import pytest

from ptf_tests.headers import codec, mrc
from ptf_tests.headers.mrc import WireRules
from ptf_tests.nic import vectors, wire
from ptf_tests.nic.api import Capabilities, Connection, Settings

NIC = Path(vectors.__file__).resolve().parent


@pytest.mark.parametrize("vector", vectors.HEADERS, ids=lambda vector: vector.name)
def test_header_vectors(vector):
    layout = vectors.LAYOUTS[vector.header]
    expected = bytes.fromhex(vector.hex)
    assert codec.encode(layout, vector.fields) == expected
    decoded = codec.decode(layout, expected)
    assert {name: value for name, value in decoded.items() if value} == vector.fields


def test_every_header_has_a_vector():
    """Whose literal bytes also say its size."""
    assert {vector.header for vector in vectors.HEADERS} == set(vectors.LAYOUTS)


def test_icrc_of_a_packet_built_by_another_implementation():
    assert wire.icrc(bytes.fromhex(vectors.ICRC_INNER)).hex() == vectors.ICRC_VALUE


def test_a_whole_data_frame_literally():
    capabilities = Capabilities("any")
    make = wire.PeerFrames(Settings(), capabilities, Connection(0x10, 0x1_0000_0000, 0xAABBCCDD))
    frame = make.write(5, b"ab", timestamp=0x4321, ack_req=1, entropy=0xC0010002)
    assert frame.port == 1
    expected = bytes.fromhex(
        "020000000101 020000000201 86dd"
        # DSCP 4, ECT(0), label 2; 40 + 52 bytes; NH 41; 61 hops left; the path shifted down to its last uSID
        "61200002 005c 29 3d fd6d7263000000000000000000000002 fcbbbbbb310000000000000000000000"
        "61200002 0034 11 3d fd6d7263000000000000000000000002 fd6d7263000000000000000000000001"
        "c001 12b7 0034 0000"
        # two bytes of padding; 0xfffffc + 5 wraps to 1
        "ca 20 ffff 00 000010 90 000001"
        "0000 0001 4321 0001 0000000100000000 aabbccdd 00000002"
        "6162 0000"
    )
    assert frame.data[:-4].hex() == expected.hex()
    assert frame.data[-4:] == wire.icrc(expected[54:])


def test_parse_is_the_inverse_and_names_what_is_wrong():
    make = wire.PeerFrames(Settings(), Capabilities("any"), Connection(0x10, 0, 0))
    rules = WireRules()
    data = make.write(0, b"abc", immediate=7, opcode=mrc.WRITE_ONLY_IMM).data
    parsed = wire.parse(data, rules)
    assert (parsed.payload, parsed.pad, parsed.headers["ImmDt"]) == (b"abc", b"\0", {"immediate": 7})
    assert parsed.icrc == parsed.icrc_expected
    assert parsed.entropy == make.default
    assert list(parsed.headers) == ["METH", "TSETH", "RETH", "ImmDt"]
    for at, what in (
        (13, "ethertype: 0x86dc; expected 0x86dd"),
        (20, "outer next header: 0x28; expected 0x29"),
        (59, "inner payload length"),
        (60, "inner next header"),
        (99, "UDP length"),
    ):
        with pytest.raises(codec.WireError, match=what):
            wire.parse(wire.corrupted(wire.NetFrame(0, data), at).data, rules)
    with pytest.raises(codec.WireError, match=r"bytes left where a header of 14 bytes is expected"):
        wire.parse(b"short", rules)
    with pytest.raises(codec.WireError, match=r"opcode 0x00 is none of MRC's; expected one of 0xc6"):
        wire.parse(data[:102] + b"\0" + data[103:], rules)


def test_encode_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match="no field nosuch; accepted: rqmsn, msn"):
        codec.encode(mrc.METH, {"nosuch": 1})
    with pytest.raises(ValueError, match="msn: 65536 does not fit in 16 bits"):
        codec.encode(mrc.METH, {"msn": 0x10000})


def test_split_entropy_both_ways():
    for rules, parts in ((WireRules(), (0xC001, 2)), (WireRules(ev_halves="sport_low"), (2, 0xC001))):
        assert wire.split_entropy(0xC0010002, rules) == parts
        assert wire.entropy_of(*parts, rules) == 0xC0010002
        assert wire.entropy_of(parts[0], parts[1] | 0x50000, rules) == 0xC0010002  # 4 bits of the label are not EV


def test_psn_arithmetic():
    assert wire.later(0xFFFFFF, 1) == 0
    assert wire.distance(1, 0xFFFFFF) == 2
    assert wire.distance(0xFFFFFF, 1) == -2


def test_what_the_network_does_to_a_frame():
    make = wire.PeerFrames(Settings(), Capabilities("any"), Connection(0x10, 0, 0))
    frame = make.data(0)
    marked = wire.marked(frame).data
    assert marked[:15] + b"\x20" + marked[16:] == frame.data
    assert marked[15] == 0x30
    cut = wire.trimmed(frame, 12, size=128).data
    assert len(cut) == 128
    assert cut[14:16].hex() == "6320"  # DSCP 12, ECT(0)
    assert cut[18:20] == (128 - 54).to_bytes(2, "big")
    assert cut[20:] == frame.data[20:128]
    stale = wire.trimmed(frame, 12, size=128, update_length=False).data
    assert stale[18:20] == frame.data[18:20]


def test_only_one_file_of_the_suite_knows_the_implementation():
    for path in NIC.rglob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
        assert ("host_stack" in imported) == (path.name == "embedded.py"), path

# SPDX-License-Identifier: Apache-2.0
"""Byte strings and P4Data, and translated types wherever a value can appear."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p4runtime_kit import CPU_PORT, INSERT, PROGRAMS, Names, Set

from p4soft.compiler import compile_file
from p4soft.messages import p4data_pb2, p4info_pb2, p4runtime_pb2
from p4soft.p4runtime_client import bytestring as encode
from p4soft.switch import Emission
from p4soft.switch.p4runtime.codec import decode_data, encode_data
from p4soft.switch.p4runtime.p4info import StringMap, decode, decode_signed, encode_signed, index_p4info
from p4soft.switch.p4runtime.status import P4RuntimeError

# --- Byte strings and P4Data -----------------------------------------------------------------------------------------
# Byte strings and P4Data, with the tables of the P4Runtime specification ("Bytestrings").


@pytest.mark.parametrize(
    ("width", "data", "value", "canonical"),
    [
        (8, b"\x63", 99, True),
        (16, b"\x00\x63", 99, False),
        (16, b"\x63", 99, True),
        (16, b"\x30\x64", 12388, True),
        (16, b"\x00\x30\x64", 12388, False),
        (12, b"\x00\x63", 99, False),
        (12, b"\x00\x00\x63", 99, False),
    ],
)
def test_valid_unsigned(width, data, value, canonical):
    assert decode(data, width, "x") == value
    assert (encode(value) == data) is canonical


@pytest.mark.parametrize(
    ("width", "data", "value", "canonical"),
    [
        (8, b"\x63", 99, True),
        (8, b"\x9d", -99, True),
        (8, b"\xff\x9d", -99, False),
        (12, b"\xfd\x1d", -739, True),
        (16, b"\x00\x00", 0, False),
        (16, b"\x00", 0, True),
    ],
)
def test_valid_signed(width, data, value, canonical):
    assert decode_signed(data, width, "x") == value
    assert (encode_signed(value) == data) is canonical


@pytest.mark.parametrize(
    ("width", "data"),
    [
        (8, b"\x01\x63"),
        (8, b""),
        (16, b"\x01\x00\x63"),
        (12, b"\x10\x63"),
        (12, b"\x01\x00\x63"),
        (12, b"\x00\x40\x63"),
    ],
)
def test_invalid_unsigned(width, data):
    with pytest.raises(P4RuntimeError, match="accepted: ") as caught:
        decode(data, width, "field %s", "f")
    assert caught.value.message.startswith("field f: ")


@pytest.mark.parametrize(("width", "data"), [(8, b"\x00\x9d"), (12, b"\x8d\x1d"), (16, b"")])
def test_invalid_signed(width, data):
    with pytest.raises(P4RuntimeError, match="accepted: "):
        decode_signed(data, width, "x")


@given(st.integers(-(2**70), 2**70))
def test_signed_round_trip_is_shortest(value):
    data = encode_signed(value)
    assert decode_signed(data, 72, "x") == value
    assert len(data) == 1 or int.from_bytes(data[1:], "big", signed=True) != value


def info_with_digests():
    info = p4info_pb2.P4Info()
    pair = info.type_info.structs["pair"].members
    pair.add(name="flag").type_spec.bool.SetInParent()
    pair.add(name="delta").type_spec.bitstring.int.bitwidth = 8
    pair.add(name="port").type_spec.new_type.name = "port_t"
    info.type_info.new_types["port_t"].original_type.bitstring.bit.bitwidth = 9
    info.type_info.headers["head"].members.add(name="a").type_spec.bit.bitwidth = 16
    for number, name in enumerate(("pair", "head"), 1):
        digest = info.digests.add()
        digest.preamble.id, digest.preamble.name = number, name
    info.digests[0].type_spec.struct.name = "pair"
    info.digests[1].type_spec.header.name = "head"
    register = info.registers.add()
    register.preamble.id, register.preamble.name = 1, "signed"
    register.type_spec.bitstring.int.bitwidth = 8
    return index_p4info(info)


def test_p4data_of_structs_headers_and_signed_cells():
    info = info_with_digests()
    data = encode_data(info.digests[1], (1, 0xFF, 300))
    flag, delta, port = data.struct.members
    assert (flag.bool, delta.bitstring, port.bitstring) == (True, b"\xff", b"\x01\x2c")
    header = encode_data(info.digests[2], (5,)).header
    assert (header.is_valid, list(header.bitstrings)) == (True, [b"\x05"])
    assert decode_data(info.registers[1], p4data_pb2.P4Data(bitstring=b"\x9d"), "r") == (0x9D,)
    assert encode_data(info.registers[1], (0x9D,)).bitstring == b"\x9d"


# --- Translation -----------------------------------------------------------------------------------------------------
# @p4runtime_translation: to strings (sdn_string) and to other widths, wherever a value can appear.


@pytest.fixture(scope="module")
def translated():
    result = compile_file(PROGRAMS / "translated.p4")
    return p4runtime_pb2.ForwardingPipelineConfig(
        p4info=result.p4info, p4_device_config=json.dumps(result.json).encode()
    )


@pytest.fixture(scope="module")
def names(translated):
    return Names(translated.p4info)


@pytest.fixture
def client(connect, translated):
    client = connect()
    client.become_primary()
    client.set_pipeline(translated)
    return client


def entries(names):
    vrf = names.entry("vrf", {1: b"7"}, names.action("set_vrf", vrf=b"vrf-blue"))
    by_name = names.entry("route", {1: b"vrf-blue", 2: 7, 3: 0xAA}, names.action("forward", port=b"9"), priority=1)
    by_number = names.entry("route", {1: b"vrf-blue", 2: 7, 3: 0xBB}, names.action("to_number", port=8), priority=1)
    return vrf, by_name, by_number


def test_entries_read_back_as_written_and_forward(client, names, switch):
    wanted = entries(names)
    client.write(*((INSERT, entry) for entry in wanted))
    assert client.read(p4runtime_pb2.TableEntry()) == list(wanted)
    with switch.lock:
        assert switch.receive(7, b"\xaa.", 0) == [Emission(9, 0, b"\xaa.")]
        assert switch.receive(7, b"\xbb.", 0) == [Emission(8, 0, b"\xbb.")]
    # The register holds what the data path uses for the name.
    (first, second) = client.read(p4runtime_pb2.RegisterEntry(register_id=names.ids["last_vrf"]))
    assert (first.data.bitstring, second.data.bitstring) == (b"vrf-blue", b"0")


def test_packets_and_digests_carry_names(client, names, switch, injected):
    client.write((INSERT, p4runtime_pb2.DigestEntry(digest_id=names.ids["learned_t"])))
    client.write((INSERT, names.entry("route", {2: 7, 3: 0xCC}, names.action("punt"), priority=1)))
    client.write((INSERT, names.entry("vrf", {1: b"Ethernet0"}, names.action("NoAction"))))
    with switch.lock:
        assert switch.receive(7, b"\xcc.", 0) == []
    digest, packet = client.receive().digest, client.receive().packet
    assert [member.bitstring for member in digest.data[0].struct.members] == [b"7", b"\xcc"]
    assert packet.payload == b"\xcc."
    assert [(m.metadata_id, m.value) for m in packet.metadata] == [(1, b"7"), (2, b"\x07"), (3, b"\x00")]
    request = p4runtime_pb2.StreamMessageRequest()
    request.packet.payload = b"\xdd"
    request.packet.metadata.add(metadata_id=1, value=b"9")
    request.packet.metadata.add(metadata_id=2, value=b"\0")
    client.send(request)
    client.send(p4runtime_pb2.StreamMessageRequest())  # its error tells that the packet has been dealt with
    assert client.receive().error.HasField("other")
    with switch.lock:
        assert switch.receive(CPU_PORT, injected.pop(), 0) == [Emission(9, 0, b"\xdd")]


def test_reconcile_keeps_the_numbers_behind_the_names(client, names, switch, translated):
    for name in (b"one", b"two"):
        client.write((INSERT, names.entry("vrf", {1: name}, names.action("set_vrf", vrf=name))))
    before = [(e.key, e.args) for e in switch.state.table("I.vrf").entries()]
    client.set_pipeline(translated, action=Set.RECONCILE_AND_COMMIT)
    assert [(e.key, e.args) for e in switch.state.table("I.vrf").entries()] == before


def test_names_and_numbers_never_meet():
    ports = StringMap("port_t", 3)
    assert [ports.decode(name, "x") for name in (b"a", b"5", b"b", b"a")] == [4, 5, 5, 4]
    assert [ports.encode(number) for number in (4, 5, 6)] == [b"a", b"b", b"6"]
    with pytest.raises(P4RuntimeError, match="x y: 4 already stands for the name 'a' of port_t"):
        ports.decode(b"4", "x %s", "y")
    for name in (b"8", b"07", b"", b"c", b"d", b"e"):  # what is not a number that fits is a name
        ports.decode(name, "x")
    with pytest.raises(P4RuntimeError, match="all 8 values of port_t have names already"):
        ports.decode(b"f", "x")
    with pytest.raises(P4RuntimeError, match="not UTF-8"):
        ports.decode(b"\xff", "x")
    assert StringMap("bit", 1).decode(b"only", "x") == 1


def test_a_string_cannot_be_matched_by_prefix_but_the_program_runs(connect, names, switch, translated):
    """BMv2 takes such a program, too, and refuses the entries; one in p4-guide has it."""
    config = p4runtime_pb2.ForwardingPipelineConfig()
    config.CopyFrom(translated)
    program = json.loads(config.p4_device_config)
    (table,) = [t for t in program["pipelines"][0]["tables"] if t["name"] == "I.vrf"]
    table["key"][0]["match_type"] = table["match_type"] = "lpm"
    config.p4_device_config = json.dumps(program).encode()
    (info,) = [t for t in config.p4info.tables if t.preamble.alias == "vrf"]
    info.match_fields[0].match_type = 3  # LPM
    client = connect()
    client.become_primary()
    client.set_pipeline(config)
    action = names.action("set_vrf", vrf=b"one")
    prefix = names.entry("vrf", {1: b"\x01"}, action)
    prefix.match[0].lpm.value, prefix.match[0].lpm.prefix_len = b"\x01", 9
    with pytest.raises(Exception, match="type port_name_t is translated to a string, which lpm cannot match"):
        client.write((INSERT, prefix))
    client.write((INSERT, names.entry("vrf", {}, action)))
    assert len(switch.state.table("I.vrf").entries()) == 1


def test_a_ternary_key_takes_names_with_masks_of_bits(client, names, switch):
    """BMv2 takes such a key, too; SAI programs have it."""
    port = names.entry("by_port", {1: (b"7", 0x1FF)}, names.action("forward", port=b"9"), priority=2)
    odd = names.entry("by_port", {1: (b"1", 0x001)}, names.action("forward", port=b"8"), priority=1)
    client.write((INSERT, port), (INSERT, odd))
    assert client.read(p4runtime_pb2.TableEntry(table_id=port.table_id)) == [port, odd]
    with switch.lock:
        assert switch.receive(7, b"\xaa.", 0) == [Emission(9, 0, b"\xaa.")]
        assert switch.receive(5, b"\xaa.", 0) == [Emission(8, 0, b"\xaa.")]


def test_controller_headers_that_the_program_has_no_member_for(connect, names, switch, translated):
    """As in SAI programs, whose packet-in header no struct holds: its fields are as wide as their types elsewhere."""
    config = p4runtime_pb2.ForwardingPipelineConfig()
    config.CopyFrom(translated)
    for header in config.p4info.controller_packet_metadata:
        header.metadata[0].name = "renamed"  # so no header of the JSON has these fields
    client = connect()
    client.become_primary()
    client.set_pipeline(config)
    client.write((INSERT, names.entry("route", {2: 7, 3: 0xCC}, names.action("punt"), priority=1)))
    client.write((INSERT, names.entry("vrf", {1: b"Ethernet0"}, names.action("NoAction"))))
    with switch.lock:
        assert switch.receive(7, b"\xcc.", 0) == []
    packet = client.receive().packet
    assert [(m.metadata_id, m.value) for m in packet.metadata] == [(1, b"7"), (2, b"\x07"), (3, b"\x00")]

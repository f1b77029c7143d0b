# SPDX-License-Identifier: Apache-2.0
"""What an end tells the other, as a value and as a line of JSON: whatever else comes is refused with a message."""

import json
import random

import pytest

from host_stack import Capabilities, ConfigError, ConnectionParameters, DscpRoles, WireOptions
from host_stack.wire.options import EvMode

GREETING = ConnectionParameters(
    bytes(range(16)),
    0x1234,
    0xABCDEF,
    Capabilities(
        WireOptions(ev_mode=EvMode.STEV, dscp=DscpRoles(trimmed=33), udp_ports_accepted=frozenset({4971, 5000})),
        3,
        mpr=17,
        dynamic_mpr=True,
        trim_nacks=False,
    ),
)


def test_json_there_and_back():
    line = GREETING.to_json()
    assert "\n" not in line
    told = json.loads(line)
    assert (told["address"], told["qpn"], told["mpr"]) == ("000102030405060708090a0b0c0d0e0f", 0x1234, 17)
    assert told["wire"]["ev_mode"] == "stev"
    assert told["wire"]["dscp"]["trimmed"] == 33
    assert ConnectionParameters.from_json(line) == GREETING
    assert ConnectionParameters.from_json(line.encode()) == GREETING


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"address": "00"}, "address: 1 bytes; accepted: a 16-byte IPv6 address, or 4 bytes of IPv4"),
        ({"address": "zz"}, "address: 'zz'; accepted: hexadecimal digits"),
        ({"address": 5}, "address: 5; accepted: hexadecimal digits"),
        ({"qpn": 2}, r"qpn: 2 is out of range; accepted: 3\.\.16777215"),
        ({"qpn": True}, "qpn: True; accepted: a whole number"),
        ({"first_psn": 1 << 24}, "first_psn: 16777216 is out of range"),
        ({"mpr": 256}, r"mpr: 256 is out of range; accepted: 1\.\.255"),
        ({"mpr": None}, "mpr: None; accepted: a whole number"),
        ({"dynamic_mpr": 1}, "dynamic_mpr: 1; accepted: true or false"),
        ({"wire": []}, r"wire: \[\]; accepted: an object"),
        ({"path_mtu": 0}, "path_mtu: 0"),
    ],
)
def test_nonsense_is_refused_by_field(change, message):
    told = json.loads(GREETING.to_json()) | change
    with pytest.raises(ConfigError, match=message):
        ConnectionParameters.from_json(json.dumps(told))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ev_mode": "ipx"}, "ev_mode: 'ipx' is unknown; accepted: srv6, srv6_srh, stev, udp"),
        ({"ev_mode": []}, r"ev_mode: \[\] is unknown"),
        ({"udp_ports_accepted": [4791, "x"]}, "udp_ports_accepted: .*; accepted: a list of whole numbers"),
        ({"dscp": {}}, "no_trim: None; accepted: a whole number"),
    ],
)
def test_nonsense_in_the_wire_options_too(change, message):
    told = json.loads(GREETING.to_json())
    told["wire"] |= change
    with pytest.raises(ConfigError, match=message):
        ConnectionParameters.from_json(json.dumps(told))


@pytest.mark.parametrize("text", ["", "{", "null", "[1]", '"x"', "[" * 100_000, b"\xff\xfe"])
def test_what_is_no_greeting(text):
    with pytest.raises(ConfigError, match=r"^greeting: "):
        ConnectionParameters.from_json(text)


def test_mutated_greetings_are_read_or_refused():
    rng = random.Random(7)
    line = bytearray(GREETING.to_json().encode())
    refused = 0
    for _ in range(3000):
        changed = bytearray(line)
        for _ in range(rng.randrange(1, 4)):
            changed[rng.randrange(len(changed))] = rng.choice(b'0123456789{}[]",:abcx-.e\xff\x00')
        try:
            ConnectionParameters.from_json(bytes(changed))
        except ConfigError:
            refused += 1
    assert refused > 1000

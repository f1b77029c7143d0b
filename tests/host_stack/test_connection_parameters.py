# SPDX-License-Identifier: Apache-2.0
"""What two ends tell each other, what is refused at set-up, and windows that differ."""

from __future__ import annotations

import json
import random
from dataclasses import fields, replace

import numpy as np
import pytest
from host_stack_kit import PROBE, Peer, Pipe, address, config, is_data, kinds, psn_of, template
from nic_wire_kit import pattern

import topologies
from host_stack import (
    Capabilities,
    CcProfile,
    ConfigError,
    ConnectionParameters,
    DscpRoles,
    EvProfile,
    EvState,
    InitAttributes,
    Nic,
    QpHint,
    QueuePair,
    RtrAttributes,
    RtsAttributes,
    StaticPaths,
    TransportOptions,
    WireOptions,
)
from host_stack.provision import QpParameters, connection_parameters, enter_rts, nic_config, open_qp
from host_stack.wire.constants import EndpointOp
from host_stack.wire.headers import Bth, BthCodec, Erth, Opcode, Peth
from host_stack.wire.options import BthFlagOrder, EvMode, OutOfWindow

# --- As a value and as JSON ------------------------------------------------------------------------------------------
# What an end tells the other, as a value and as a line of JSON: whatever else comes is refused with a message.

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


NUMBERS = [each.name for each in fields(TransportOptions) if type(each.default) is int]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_transport_option_with_a_fraction_is_refused(name):
    assert len(NUMBERS) == 9
    with pytest.raises(ConfigError, match=rf"{name}: 4096\.0 is no (whole number|path MTU); accepted: "):
        TransportOptions(**{name: 4096.0})


def test_numpys_whole_numbers_are_whole_numbers():
    told = TransportOptions(**{name: np.int64(getattr(TransportOptions(), name)) for name in NUMBERS})
    assert told == TransportOptions()


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


# --- Refused at set-up -----------------------------------------------------------------------------------------------
# What cannot work is refused at set-up with the field and what is accepted; foreign partitions are not heard.


@pytest.mark.parametrize("floor", [-1, 0, 5, 1000])
def test_a_floor_that_the_active_set_does_not_have_is_refused(floor):
    nic = Nic(config("n", 1, [2]), 1)
    with pytest.raises(ConfigError, match=rf"ev_min_active: {floor} is out of range; accepted: 1\.\.4"):
        nic.create_qp().modify_to_init(InitAttributes(EvProfile(template(2, 2), min_active=floor)))


def test_a_floor_that_the_denylist_leaves_nothing_of_is_refused():
    denied = frozenset(template(2, 2).entropies(0))
    with pytest.raises(ConfigError, match=r"ev_min_active: 3 is out of range; accepted: 1\.\.2"):
        Nic(config("n", 1, [2]), 1).create_qp().modify_to_init(
            InitAttributes(EvProfile(template(2, 2), min_active=3, denied=denied))
        )


@pytest.mark.parametrize(
    ("kw", "message"),
    [
        ({"active_per_plane": 3}, r"active_per_plane: 3 is out of range; accepted: 1\.\.2"),
        ({"active_per_plane": 0}, r"active_per_plane: 0 is out of range; accepted: 1\.\.2"),
        ({"backup_per_plane": -1}, "backup_per_plane: -1 is out of range; accepted: 0"),
        ({"planes": ()}, r"planes: \(\); accepted: one plane or more, each once"),
        ({"planes": (0, 0)}, r"planes: \(0, 0\); accepted: one plane or more, each once"),
        ({"planes": (2,)}, r"planes: 2 does not exist; accepted: 0\.\.1"),
        ({"paths": 0}, "paths: 0; accepted: at least 1"),
    ],
)
def test_evs_that_there_are_not_are_refused(kw, message):
    with pytest.raises(ConfigError, match=message):
        EvProfile(template(2, 2), **kw)
    assert EvProfile(template(2, 2)).sizes() == {0: (2, 0), 1: (2, 0)}  # nobody said how many


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"uplink_masks": (1 << 64, 1 << 64)},
            "masks: 0x00000000000000010000000000000000; accepted",
        ),
        (
            {"plane_masks": (1 << 64,), "uplink_masks": (3 << 64,)},
            "masks: 0x00000000000000030000000000000000",
        ),
        ({"plane_masks": (0,)}, "masks: 0x0+; accepted: bits of an address that no other mask has"),
        ({"plane_masks": (1 << 128,)}, "masks: 0x1"),
        ({"planes": 3}, r"planes: 3 is out of range; accepted: 1\.\.2"),
        ({"uplinks": 0}, r"uplinks: 0 is out of range; accepted: 1\.\.2"),
    ],
)
def test_masks_that_give_two_evs_one_path_are_refused(change, message):
    with pytest.raises(ConfigError, match=message):
        replace(template(2, 2), **change)


@pytest.mark.parametrize("name", ["num_qps_per_peer", "num_send_peers", "num_remote_recv_peers"])
def test_a_hint_of_nobody_is_refused(name):
    with pytest.raises(ConfigError, match=rf"hint\.{name}: 0 is out of range; accepted: 1\.\."):
        QpHint(**{name: 0})


@pytest.mark.parametrize("algorithm", ["fixed-window", "uet-1.0-nscc"])
def test_a_window_of_zero_is_refused(algorithm):
    name = "window" if algorithm == "fixed-window" else "max_cwnd"
    with pytest.raises(ConfigError, match=rf"cc\.{name}: 0 is out of range; accepted: 1\.\."):
        CcProfile(algorithm, {name: 0})


def test_more_planes_than_ports_are_refused():
    nic = Nic(config("n", 1, [2], planes=2), 1)
    with pytest.raises(ConfigError, match=r"planes: plane 2 has no port; accepted: 0\.\.1"):
        nic.create_qp().modify_to_init(InitAttributes(EvProfile(template(4, 2))))
    nic.create_qp().modify_to_init(InitAttributes(EvProfile(template(4, 2), planes=(0, 1))))


def probe(peer, pkey):
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(PROBE, peer.qp.qpn, 0, pkey=pkey))
    return peer.frame(bth + Peth(1, 0, 0, 0).pack(), dscp=0)


@pytest.mark.parametrize(
    ("own", "theirs", "heard"),
    [
        (0xFFFF, 0xFFFF, True),
        (0xFFFF, 0x7FFF, True),  # a limited member talks to a full one
        (0x7FFF, 0xFFFF, True),
        (0x7FFF, 0x7FFF, False),  # two limited members do not talk (IBTA 10.9.3)
        (0xFFFF, 0x8001, False),
        (0x8001, 0xFFFF, False),
        (0x8001, 0x0001, True),
    ],
)
def test_packets_of_another_partition_are_dropped(own, theirs, heard):
    peer = Peer(WireOptions(pkey=own))
    assert kinds(peer.give(probe(peer, theirs))) == ([0xDC] if heard else [])
    assert peer.nic.counters["drop.pkey"] == (not heard)


def test_a_probe_of_a_plane_that_this_nic_has_no_port_for_is_not_answered():
    """The fabric has four planes, this NIC two ports: IndexError it was."""
    peer = Peer()
    nic = Nic(replace(config("n", 1, [2]), paths=StaticPaths({address(2): template(4, 2)})), 1)
    bth = BthCodec(BthFlagOrder.IBTA).pack(Bth(Opcode.ENDPOINT_REQUEST, 2, 1))
    for plane, answered in ((1, True), (2, False), (3, False)):
        request = peer.frame(
            bth + Erth(EndpointOp.EV_PROBE, 0).pack(), dscp=46, ecn=0, entropy=0xC000_0000 | plane << 16
        )
        nic.receive(1, request, peer.now)
        assert (nic.transmit(0b11, peer.now) is not None) is answered
    assert nic.counters["drop.probe_bad_ev"] == 2


# --- Windows that differ ---------------------------------------------------------------------------------------------
# Two ends that have different windows: each keeps to the other's, and who was told none finds out.
#
# No path loses anything here but what a test drops on purpose.

SIZE = 4 << 20


def pair(a: Nic, b: Nic, *, sends: int, takes: int) -> tuple[QueuePair, QueuePair]:
    """Queue pairs whose attributes were set by hand: ``a`` believes in a window of ``sends`` units, ``b`` has less."""
    qps = [nic.create_qp() for nic in (a, b)]
    for number, qp in enumerate(qps):
        profile = EvProfile(template(2, 8), active_per_plane=8, backup_per_plane=0)
        qp.modify_to_init(InitAttributes(profile, CcProfile.fixed(1 << 22)))
        mpr = takes if number else sends
        qp.modify_to_rtr(RtrAttributes(address(2 - number), qps[1 - number].qpn, first_psn=5, mpr=mpr))
        qp.modify_to_rts(RtsAttributes(first_psn=5, mpr=sends))
    return qps[0], qps[1]


def transfer(mode: OutOfWindow, *, sends: int = 8, takes: int = 1, lost: int = 3) -> tuple[QueuePair, QueuePair, bool]:
    """4 MiB; ``lost`` packets are lost until 100 us have passed: holes, and many packets behind each of them.

    Both ends, and whether only EVs were retired on which something was lost.
    """
    wire = WireOptions(out_of_window=mode)
    a, b = (Nic(config("ab"[i], i + 1, [2 - i], uplinks=8, wire=wire), seed=i) for i in (0, 1))
    qa, qb = pair(a, b, sends=sends, takes=takes)
    region = b.register_memory(SIZE)
    pipe = Pipe([a, b])
    until: dict[int, int] = {}
    lossy: set[int] = set()

    def hook(_name, _port, frame, now):
        number = psn_of(frame)
        if is_data(frame) and number % 97 == 0 and number < 97 * lost and now < until.setdefault(number, now + 100_000):
            lossy.add(int.from_bytes(frame[94:96] + frame[56:58], "big"))
            return []
        return [(0, frame)]

    pipe.hook = hook
    data = pattern(SIZE)
    qa.post_write(data, region.address, region.r_key)
    pipe.run(lambda: qa.counters.messages_completed == 1, limit_ns=50_000_000)
    assert bytes(region.data) == data
    retired = {event.entropy for event in a.events.take() if event.new is EvState.ASSUMED_BAD}
    return qa, qb, retired <= lossy


@pytest.mark.parametrize("takes", [1, 2])
def test_what_a_smaller_window_drops_in_silence_is_sent_again(takes):
    _, qb, _ = transfer(OutOfWindow.DROP, takes=takes)
    assert qb.counters.out_of_window > 0


def test_a_smaller_window_that_is_said_is_kept_to():
    qa, qb, fair = transfer(OutOfWindow.NACK, takes=2)
    assert qb.counters.out_of_window > 0
    assert fair
    assert qa.requestor.state.window == 256


def test_where_windows_are_as_agreed_losses_are_held_against_evs():
    qa, qb, _ = transfer(OutOfWindow.DROP, takes=8)
    assert qb.counters.out_of_window == 0
    assert qa.counters.evs_retired >= 1


@pytest.mark.parametrize(("first", "second"), [(1, 16), (16, 1)])
def test_ends_that_greet_keep_to_the_window_of_the_other(first, second):
    """Each end accepts another window: the sender uses the receiver's."""
    fabric = topologies.load("topologies/lab.yaml")
    a, b = (Nic(nic_config(fabric, name), seed=1) for name in ("nic0", "nic3"))
    ends = []
    for nic, peer, mpr in ((a, b, first), (b, a, second)):
        given = QpParameters(offer={"mpr": mpr})
        qp = open_qp(fabric, nic, peer.config.address, cc=CcProfile.fixed(1 << 22), parameters=given)
        ends.append((qp, connection_parameters(fabric, nic, qp, given), given))
    for (qp, own, given), (_, peer, _) in zip(ends, reversed(ends), strict=True):
        enter_rts(qp, own, ConnectionParameters.from_json(peer.to_json()), given)
    (qa, _, _), (qb, _, _) = ends
    for sender, receiver, units in ((qa, qb, second), (qb, qa, first)):
        window = receiver.responder.reception.window
        assert sender.requestor.state.window == window.edge - window.cack == 128 * units

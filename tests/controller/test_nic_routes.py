# SPDX-License-Identifier: Apache-2.0
"""Weighted groups: what is planned, what is refused, and how the switch's own hash deals frames out over them."""

from __future__ import annotations

import ipaddress
import json
import struct
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from controller_kit import compiled

import topologies
from controller import ControllerError, SwitchPlan, plan
from controller.client import SwitchClient
from controller.pipeline import Pipeline
from controller.program import ECMP_MEMBER, ECMP_MEMBERS, PORT_TX_PACKETS, ROUTE_IPV6
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.targets import SwitchOptions, get_target
from p4soft.targets.links import open_attachment
from topologies import NO_OUTAGES, Outages, TopologyError

# --- A fabric with weights -------------------------------------------------------------------------------------------
# A fabric of one plane whose T0s weigh their uplinks, frames of UDP that they hash, and how even a distribution is.

LAB = Path(topologies.__file__).parent / "lab.yaml"
ONE_PLANE = {
    "planes": 1, "t0s_per_plane": 3, "t1s_per_plane": 4, "downlinks_per_t0": 2, "nics": 6,
    "ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16",
}  # fmt: skip
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27}
"""Of chi-square, by degrees of freedom: one of a thousand fair samples is above."""


def weighted(**overrides: object) -> topologies.Fabric:
    """The fabric, with dotted fields written `links__rates={...}`."""
    return topologies.load(LAB, ONE_PLANE | {name.replace("__", "."): value for name, value in overrides.items()})


def udp_frames(fabric: topologies.Fabric, count: int, *, ipv4: bool = False) -> list[bytes]:
    """From NIC 0 to NIC 2 (on the next T0), as UDP-only EVs are: random source ports, and flow labels with IPv6."""
    random = Random(5)
    source, to = fabric.nic(0), fabric.nic(2)
    ethernet = source.switch(0).mac(0).to_bytes(6, "big") + source.mac(0).to_bytes(6, "big")
    frames = []
    for _ in range(count):
        udp = struct.pack("!HHHH", random.randrange(1 << 16), 4791, 40, 0) + bytes(32)
        if ipv4:
            assert source.ipv4_address is not None and to.ipv4_address is not None
            ends = struct.pack("!II", source.ipv4_address, to.ipv4_address)
            header = bytes.fromhex("4510003c00004000 40110000") + ends
            checksum = sum(struct.unpack("!10H", header))
            checksum = ~((checksum & 0xFFFF) + (checksum >> 16)) & 0xFFFF
            packet = b"\x08\x00" + header[:10] + struct.pack("!H", checksum) + header[12:]
        else:
            label = random.randrange(1 << 20)
            addresses = ipaddress.IPv6Address(source.address).packed + ipaddress.IPv6Address(to.address).packed
            packet = b"\x86\xdd" + struct.pack("!IHBB", 6 << 28 | 4 << 22 | label, 40, 17, 64) + addresses
        frames.append(ethernet + packet + udp)
    return frames


def chi_square(seen: Sequence[int], weights: Sequence[int]) -> float:
    """Of counts against what weights would have them be; a weight of 0 has no say, and must have got nothing."""
    total, whole = sum(seen), sum(weights)
    assert all(count == 0 for count, weight in zip(seen, weights, strict=True) if not weight), (seen, weights)
    expected = [total * weight / whole for weight in weights]
    return sum((count - mean) ** 2 / mean for count, mean in zip(seen, expected, strict=True) if mean)


# --- Groups ----------------------------------------------------------------------------------------------------------
# Weighted groups: what is planned, what is refused, and how the switch's own hash deals frames out over them.

FRAMES = 4000
UPLINKS = range(2, 6)


def groups(planned: SwitchPlan) -> dict[int, dict[int, int]]:
    """By group: how many members send by each port. Members are numbered without gaps."""
    found: dict[int, list[tuple[int, int]]] = {}
    for entry in planned.entries:
        if entry.table == ECMP_MEMBER:
            number, member = (entry.match[name].value for name in ("ecmp_group", "member"))
            found.setdefault(number, []).append((member, entry.params["port"]))
    for members in found.values():
        assert sorted(member for member, _ in members) == list(range(len(members)))
    return {number: dict(Counter(port for _, port in members)) for number, members in found.items()}


def ways(fabric, switch, outages=NO_OUTAGES):
    """By T0 (None: all that are not named): members by uplink's T1, {} for a black hole. What the routes say."""
    planned = plan(fabric, switch, outages)
    by_group, found = groups(planned), {}
    for entry in planned.entries:
        if entry.table != ROUTE_IPV6 or entry.match["dst_addr"].value >> 80 != 0xFD6D_7263_0000:
            continue
        prefix = entry.match["dst_addr"]
        to = {48: None, 64: prefix.value >> 64 & 0xFFFF}.get(prefix.prefix_len, -1)
        if to == -1 or to == fabric.switch(switch).index:
            continue
        members = by_group[entry.params["group"]] if entry.params else {}
        assert sum(members.values()) == entry.params.get("members", 0)
        found[to] = {port - fabric.downlinks: count for port, count in members.items()}
    return found


def test_without_weights_every_uplink_is_a_member_once():
    assert ways(weighted(), "p0-t0-0") == {None: {0: 1, 1: 1, 2: 1, 3: 1}}


def test_a_slower_uplink_gets_what_it_carries():
    fabric = weighted(links__rates={"p0-t0-0--p0-t1-1": "50 Gb/s", "p0-t0-0:4--p0-t1-2:0": "25 Gb/s"})
    assert ways(fabric, "p0-t0-0") == {None: {0: 4, 1: 2, 2: 1, 3: 4}}
    # The others: to T0 0 by what its links carry, to each other all alike.
    assert ways(fabric, "p0-t0-1") == {None: {0: 1, 1: 1, 2: 1, 3: 1}, 0: {0: 4, 1: 2, 2: 1, 3: 4}}


def test_the_lesser_of_two_links_counts():
    rates = {"p0-t0-0--p0-t1-1": "50 Gb/s", "p0-t0-1--p0-t1-1": "25 Gb/s", "p0-t0-1--p0-t1-2": "50 Gb/s"}
    assert ways(weighted(links__rates=rates), "p0-t0-0")[1] == {0: 4, 1: 1, 2: 2, 3: 4}
    faster = weighted(links__rates={"p0-t0-0--p0-t1-1": "400 Gb/s"})  # the T1s' other links are not
    assert ways(faster, "p0-t0-0") == {None: {0: 1, 1: 1, 2: 1, 3: 1}}


def test_weights_of_t1s_and_links_multiply_rates():
    fabric = weighted(links__rates={"p0-t0-0--p0-t1-1": "50 Gb/s"}, wcmp__weights={"p0-t1-1": 3, "p0-t0-0--p0-t1-3": 0})
    assert ways(fabric, "p0-t0-0") == {None: {0: 2, 1: 3, 2: 2}}
    assert ways(fabric, "p0-t0-1") == {None: {0: 1, 1: 3, 2: 1, 3: 1}, 0: {0: 2, 1: 3, 2: 2}}


def test_what_is_gone_is_in_no_group_that_would_use_it():
    fabric = weighted(wcmp__weights={"p0-t1-0": 2})
    down = Outages(frozenset({"p0-t0-1:3--p0-t1-1:1"}))
    assert ways(fabric, "p0-t0-1", down) == {None: {0: 2, 2: 1, 3: 1}}
    assert ways(fabric, "p0-t0-0", down) == {None: {0: 2, 1: 1, 2: 1, 3: 1}, 1: {0: 2, 2: 1, 3: 1}}
    dead = Outages(switches=frozenset({"p0-t1-0"}))
    assert ways(fabric, "p0-t0-0", dead) == {None: {1: 1, 2: 1, 3: 1}}
    alone = Outages(switches=frozenset({"p0-t0-1"}))
    assert ways(fabric, "p0-t0-0", alone) == {None: {0: 2, 1: 1, 2: 1, 3: 1}, 1: {}}
    none = Outages(frozenset(f"p0-t0-0:{2 + t1}--p0-t1-{t1}:0" for t1 in range(4)))
    assert ways(fabric, "p0-t0-0", none) == {None: {}}


def test_down_routes_go_with_their_links_and_srv6_stays():
    fabric = weighted()
    outages = Outages(frozenset({"nic0:0--p0-t0-0:0", "p0-t0-1:3--p0-t1-1:1"}))
    for name, lost in (("p0-t0-0", 2), ("p0-t1-1", 2), ("p0-t1-0", 0)):  # IPv6 and IPv4
        before, after = plan(fabric, name).entries, plan(fabric, name, outages).entries
        gone = [entry for entry in before if entry.key not in {each.key for each in after}]
        assert len(gone) == lost
        assert all("to nic0:0" in entry.note or "the NICs of p0-t0-1" in entry.note for entry in gone)


def test_members_that_do_not_fit_the_table_are_refused():
    # Each T0 has an odd link, so every other T0 has a group for it: 20 groups of 256 members.
    with pytest.raises(ControllerError, match=f"p0-t0-0: .* members in all; accepted: {ECMP_MEMBERS} members"):
        rates = {f"p0-t0-{t0}--p0-t1-{t0}": "50 Gb/s" for t0 in range(20)}
        fabric = weighted(t0s_per_plane=20, t1s_per_plane=256, links__rates=rates)
        plan(fabric, "p0-t0-0")
    [size] = [table.size for table in compiled().p4info.tables if table.preamble.name == ECMP_MEMBER]
    assert size == ECMP_MEMBERS


@pytest.mark.parametrize(
    "case",  # overrides, field, what is said, what is accepted
    [
        ({"wcmp__weights": dict.fromkeys(("p0-t1-0", "p0-t1-1", "p0-t1-2", "p0-t1-3"), 0)},
         "wcmp.weights.p0-t1-0", "p0-t0-0 has no way up with a weight above 0", "a weight above 0"),
        ({"t1s_per_plane": 2, "wcmp__weights": {"p0-t0-0--p0-t1-0": 0, "p0-t0-1--p0-t1-1": 0}},
         "wcmp.weights.p0-t0-0--p0-t1-0", "p0-t0-0 towards p0-t0-1 has no way up", "above 0"),
        ({"wcmp__weights": {"p0-t1-0": 1000, "p0-t1-1": 999}},
         "wcmp.weights", "p0-t0-0 needs a group of 2001 members (weights 1000, 999, 1, 1), 1024 are room", "1024"),
        ({"wcmp__group_size": 12, "links__rates": {"p0-t0-2--p0-t1-0": "25 Gb/s"}},
         "links.rates", "p0-t0-0 towards p0-t0-2 needs a group of 13 members", "12"),
        ({"wcmp__group_size": 3}, "wcmp.group_size", "needs a group of 4 members", "3"),
        ({"wcmp__group_size": 0}, "wcmp.group_size", "0", "1..4096"),
        ({"wcmp__weights": {"p0-t1-4": 1}}, "wcmp.weights.p0-t1-4", "neither a T1 nor a link", "p0-t1-0"),
        ({"wcmp__weights": {"p0-t1-0": -1}}, "wcmp.weights.p0-t1-0", "-1", "0..4096"),
        ({"links__rates": {"p0-t0-0:9--p0-t1-0:0": "1 Gb/s"}}, "links.rates.p0-t0-0:9--p0-t1-0:0", "no link", "p0"),
        ({"links__rates": {"p0-t0-0--p0-t1-0": "0 Gb/s"}}, "links.rates.p0-t0-0--p0-t1-0", "0", "its own rate"),
        ({"ecmp": False, "nic_prefix_ipv4": None, "wcmp__weights": {"p0-t1-0": 2}},
         "wcmp.weights", "nothing is hashed", "`ecmp: true`"),
    ],
)  # fmt: skip
def test_weights_that_cannot_be_are_refused(case):
    overrides, field, said, accepted = case
    with pytest.raises(TopologyError) as caught:
        weighted(**overrides)
    place, _, message = str(caught.value).partition(f": {field}: ")
    what, _, values = message.partition("; accepted: ")
    assert place.rpartition(":")[2].isdigit()
    assert said in what
    assert accepted in values


WEIGHTED = weighted(links__rates={"p0-t0-0--p0-t1-1": "50 Gb/s"}, wcmp__weights={"p0-t1-2": 3, "p0-t0-0--p0-t1-3": 0})
EXPECTED = (2, 1, 6, 0)
"""By T1: 100, 50, three times 100, none."""


@pytest.fixture(scope="module")
def main_p4():
    return Pipeline(compiled().p4info, json.dumps(compiled().json).encode(), "p4src/main.p4")


def embedded_shares(pipeline, fabric, frames):
    """Frames by uplink of p0-t0-0: planned, installed over P4Runtime, verified, sent."""
    switch = SimpleSwitch(device_id=1, priority_queues=8)
    server = P4RuntimeServer(switch)
    server.start()
    try:
        with SwitchClient(server.address, 1, pipeline) as client:
            client.install(plan(fabric, "p0-t0-0"))
            assert client.verify(plan(fabric, "p0-t0-0")) == []
        with switch.lock:
            sent = Counter(
                emission.port
                for number, frame in enumerate(frames)
                for emission in switch.receive(0, frame, 1_000_000 + number)
            )
    finally:
        server.stop()
    assert sum(sent.values()) == len(frames)
    return [sent[port] for port in UPLINKS]


@pytest.mark.parametrize("ipv4", [False, True], ids=["ipv6", "ipv4"])
def test_the_hash_deals_frames_out_by_weight(main_p4, ipv4):
    seen = embedded_shares(main_p4, WEIGHTED, udp_frames(WEIGHTED, FRAMES, ipv4=ipv4))
    assert chi_square(seen, EXPECTED) < CRITICAL[2]
    # Were the weights not there it would be noticed: the same frames against equal shares.
    assert chi_square(seen[:3], (1, 1, 1)) > 100 * CRITICAL[2]


def test_the_hash_is_even_where_weights_are(main_p4):
    fabric = weighted()
    assert chi_square(embedded_shares(main_p4, fabric, udp_frames(fabric, FRAMES)), (1, 1, 1, 1)) < CRITICAL[3]


@pytest.mark.bmv2
def test_bmv2_deals_them_out_alike(main_p4, tmp_path):
    target = get_target("bmv2")
    if (reason := target.unavailable()) is not None:
        pytest.skip(reason)
    frames = udp_frames(WEIGHTED, FRAMES)
    options = SwitchOptions(priority_queues=8, log_level="off")
    with (
        target.start(device_id=1, ports=range(6), workdir=tmp_path, options=options) as switch,
        SwitchClient(switch.grpc_address, 1, main_p4) as client,
        open_attachment(switch.attachments[0]) as port,
    ):
        client.install(plan(WEIGHTED, "p0-t0-0"))

        def sent():
            return [client.read_counter(PORT_TX_PACKETS, uplink)[0] for uplink in UPLINKS]

        deadline = time.monotonic() + 60
        for begin in range(0, FRAMES, 25):  # libpcap's ring, from which BMv2 reads, has room for about 30 frames
            for frame in frames[begin : begin + 25]:
                port.send(frame)
            while sum(sent()) < min(begin + 25, FRAMES):
                assert time.monotonic() < deadline, f"{sum(sent())} of {begin + 25} frames"
        seen = sent()
    assert chi_square(seen, EXPECTED) < CRITICAL[2]
    assert seen == embedded_shares(main_p4, WEIGHTED, frames)

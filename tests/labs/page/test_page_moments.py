# SPDX-License-Identifier: GPL-2.0-only
"""What the page shows of a moment: numbers, the drawing, and a network of somebody's own."""

import itertools
import math
import random
from pathlib import Path

import pytest
from page_kit import FABRIC, four_ways, nic_status, port_sample, qp_status, sampled, state, write_state
from scapy.layers.inet import ICMP, IP, TCP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import ARP, Ether
from scapy.packet import Raw

import topologies
from fabric.live.messages import EvChanged, Sampled
from labs.control_socket import CustomState, LinkState, Plugged, SwitchState
from labs.page.drawing import described_custom, layout, sheets
from labs.page.moments import Moments
from labs.page.plain_packets import plain_layers, plain_summary

# --- Moments and the drawing -----------------------------------------------------------------------------------------
# What the page shows of a moment: numbers, and the drawing.

# --- Moments ---------------------------------------------------------------------------------------------------------
# What a moment says, from what the keeper told then and before. lab.yaml: all links have 100 Gb/s.

HOST_LINK, FABRIC_LINK = "nic3:0--p0-t0-1:1", "p0-t0-0:2--p0-t1-0:0"
SPAN_NS = 10_000
"""100 Gb/s carry 125,000 bytes in it."""


def after(first, second, verdicts=None):
    """The second of two moments; each is (state, sample)."""
    moments = Moments.of_fabric(FABRIC)
    moments.make(*first, {})
    return moments.make(*second, verdicts or {})


def links(**_):
    return {link.name: (0, 0) for link in FABRIC.links()}


def test_loads_are_shares_of_the_rate_in_each_direction():
    moment = after(
        (state(), sampled(0)),
        (state(), sampled(SPAN_NS, links=links() | {HOST_LINK: (12_500, 125_000), FABRIC_LINK: (62_500, 0)})),
    )
    assert moment.links[HOST_LINK] == (0.1, 1.0)
    assert moment.links[FABRIC_LINK] == (0.5, 0.0)
    assert moment.received_bps["nic3"] == 100_000_000_000
    assert moment.received_bps["nic0"] == 0
    assert moment.span_ns == SPAN_NS


def test_the_first_moment_and_one_after_a_long_pause_have_no_rates():
    heavy = links() | {HOST_LINK: (10**9, 10**9)}
    moments = Moments.of_fabric(FABRIC)
    first = moments.make(state(), sampled(0, links=heavy), {})
    # 1 ms of a lab that runs 10,000 times slower are ten seconds.
    later = moments.make(state(), sampled(1_000_000, links=links() | {HOST_LINK: (2 * 10**9, 0)}), {})
    for moment in (first, later):
        assert (moment.span_ns, moment.links[HOST_LINK]) == (0, (0.0, 0.0))


def test_where_no_interface_counts_there_are_no_loads():
    assert after((state(), sampled(0, links={})), (state(), sampled(SPAN_NS, links={}))).links == {}


def ports(switch, number, **changes):
    made = {each.name: [port_sample() for _ in each.ports()] for each in FABRIC.switches()}
    made[switch][number] = port_sample(**changes)
    return made


def test_ports_tell_what_happened_since_and_what_is_queued():
    before = ports("p0-t0-1", 1, trimmed=5, marked=1, dropped=1)
    now = ports(
        "p0-t0-1", 1, trimmed=9, trim_dropped=2, dropped=2, marked=7, backlog_us=77, backlog=[9000, 9000] + [50] * 6
    )
    port = after((state(), sampled(0, ports=before)), (state(), sampled(SPAN_NS, ports=now))).ports["p0-t0-1"][1]
    assert (port.trimmed, port.dropped, port.marked, port.queued) == (4, 3, 6, 9000)


def test_a_queue_drains_while_no_packet_comes():
    standing = ports("p0-t0-1", 1, backlog_us=77, backlog=[200_000] * 8)
    moments = Moments.of_fabric(FABRIC)
    queued = [
        moments.make(state(), sampled(at, ports=standing), {}).ports["p0-t0-1"][1].queued
        for at in (0, SPAN_NS, 2 * SPAN_NS)
    ]
    assert queued == [200_000, 75_000, 0]


@pytest.mark.parametrize("waiting", [None, 0, 7000])
def test_of_a_target_without_registers_it_is_what_waits_for_the_cable(waiting):
    now = ports("p0-t0-0", 0, backlog=[], waiting=waiting)
    moment = after((state(), sampled(0)), (state(), sampled(SPAN_NS, ports=now)))
    assert moment.ports["p0-t0-0"][0].queued == waiting


def test_a_switch_that_uses_all_of_a_core_is_said_to_overload_the_machine():
    (said,) = after((state(), sampled(0)), (state(busy={"p0-t0-0": 0.95, "p0-t1-0": 0.3}), sampled(SPAN_NS))).overload
    assert said.startswith("overloaded: p0-t0-0 used 95 % of a core")


def test_a_machine_that_is_too_slow_is_told_with_what_to_do():
    late = state(nics=state().nics | {"nic1": nic_status(late_ns=(100, 4001))})
    moment = after((state(), sampled(0)), (late, sampled(SPAN_NS)))
    (said,) = moment.overload
    assert said.startswith("overloaded: nic1 was 4.0 us late in 1 of 100 wake-ups, of a round trip of 8.0 us")
    assert "may be its doing and not the network's" in moment.advice
    assert "--scale 20000 " in moment.advice
    calm = after((late, sampled(0)), (state(), sampled(SPAN_NS)))
    assert (calm.overload, calm.advice) == ([], "")


def test_frames_that_the_machine_lost_are_told_when_it_did():
    def lost(count):
        return state(nics=state().nics | {"nic2": nic_status(lost_by_kernel=count)})

    moments = Moments.of_fabric(FABRIC)
    told = [
        [each.text for each in moments.make(lost(count), sampled(at * SPAN_NS), {}).happened]
        for at, count in enumerate((5, 5, 17, 18))
    ]
    where = "nic2: the machine, not the network, lost"
    assert told == [[], [], [f"{where} 12 frames at a full socket"], [f"{where} 1 frame at a full socket"]]


def test_a_switch_that_does_not_answer_is_left_out():
    without = {name: each for name, each in ports("p0-t0-0", 0).items() if name != "p0-t1-0"}
    moment = after((state(), sampled(0)), (state(), sampled(SPAN_NS, ports=without)))
    assert "p0-t1-0" not in moment.ports
    again = after(
        (state(), sampled(0, ports=without)), (state(), sampled(SPAN_NS, ports=ports("p0-t1-0", 0, trimmed=9)))
    )
    assert again.ports["p0-t1-0"][0].trimmed == 0  # since when, nobody knows


def busy(**counters):
    return {"nics": state().nics | {"nic0": nic_status(queue_pairs=[qp_status(**counters)])}, "writes": [write_state()]}


def test_a_write_has_the_counters_and_the_paths_of_its_queue_pair():
    moment = after(
        (state(**busy(packets=10, retransmissions=2)), sampled(0, nics=four_ways("GGGG"))),
        (
            state(**busy(packets=30, retransmissions=7, nacks=3, losses=4, evs_retired=1)),
            sampled(SPAN_NS, nics=four_ways("GaSG")),
        ),
        {0: "every byte arrived"},
    )
    (write,) = moment.writes
    assert (write.packets, write.retransmissions, write.again, write.nacks, write.losses) == (30, 7, 5, 3, 4)
    assert (write.retired, write.revived, write.verdict) == (1, 0, "every byte arrived")
    assert [(way.plane, way.uplink, way.states) for way in write.paths] == [
        (0, 0, "G"), (0, 1, "a"), (1, 0, "S"), (1, 1, "G"),
    ]  # fmt: skip


def test_a_write_whose_queue_pair_was_given_back_stays_as_it_was():
    moment = after(
        (state(**busy(packets=10, retransmissions=2)), sampled(0, nics=four_ways("GaGG"))),
        (state(writes=[write_state(placed=1000, completed_ns=900)]), sampled(SPAN_NS)),
    )
    (write,) = moment.writes
    assert (write.packets, write.retransmissions, write.again, write.completed_ns) == (10, 2, 0, 900)
    assert write.counted
    assert [way.states for way in write.paths] == ["G", "a", "G", "G"]


def test_a_write_that_was_over_before_anybody_looked_claims_no_counters():
    over = state(writes=[write_state(placed=1000, completed_ns=900)])
    moment = after((over, sampled(0)), (over, sampled(SPAN_NS)))
    (write,) = moment.writes
    assert (write.placed, write.counted) == (1000, False)


def test_only_the_newest_writes_are_told_by_their_numbers():
    moment = after((state(), sampled(0)), (state(writes=[write_state()] * 9), sampled(SPAN_NS)))
    assert [write.number for write in moment.writes] == [3, 4, 5, 6, 7, 8]


def happened(first, second):
    moment = after((state(**first), sampled(0)), (state(**second), sampled(SPAN_NS)))
    return [(each.kind, each.text) for each in moment.happened]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ({}, {}, []),
        ({}, {"faults": {"p0-t1-0": ["stopped"]}}, [("fault", "p0-t1-0 stopped")]),
        ({"faults": {"p0-t1-0": ["stopped"]}}, {"faults": {"p0-t1-0": ["stopped"]}}, []),
        ({"faults": {"p0-t1-0": ["stopped"]}}, {}, [("heal", "p0-t1-0 no longer stopped")]),
        ({}, {"dead": {"nic1": "signal 9"}}, [("trouble", "nic1: signal 9")]),
        ({}, {"writes": [write_state()]}, [("write", "write 0, nic0 to nic3: 1,000 bytes posted")]),
        (
            {"writes": [write_state(posted_ns=500)]},
            {"writes": [write_state(posted_ns=500, completed_ns=3000)]},
            [("write", "write 0, nic0 to nic3: complete after 2.5 us")],
        ),
        (
            {"writes": [write_state()]},
            {"writes": [write_state(failure="nic3 is gone")]},
            [("trouble", "write 0, nic0 to nic3: nic3 is gone")],
        ),
    ],
)
def test_what_happened_in_between_is_told_once(first, second, told):
    assert happened(first, second) == told


def test_the_first_moment_tells_what_failed_before_anybody_looked():
    failed = state(faults={"p0-t1-0": ["stopped"]}, dead={"nic1": "signal 9"}, writes=[write_state()])
    told = Moments.of_fabric(FABRIC).make(failed, sampled(0), {}).happened
    assert [(each.kind, each.text) for each in told] == [("fault", "p0-t1-0 stopped"), ("trouble", "nic1: signal 9")]


def test_paths_that_turn_together_are_one_line():
    changes = [
        EvChanged(
            time_ns=1, qpn=17, entropy=number, plane=0, uplink=uplink, old="GOOD", new="ASSUMED_BAD", reason="timeout"
        )
        for number, uplink in enumerate([1, 1, 1, 0])
    ]
    told = happened({}, {"nics": state().nics | {"nic0": nic_status(now_ns=5, ev_changes=changes)}})
    assert told == [
        ("paths", "nic0: 3 paths by p0-t1-1 GOOD → ASSUMED_BAD (timeout)"),
        ("paths", "nic0: 1 path by p0-t1-0 GOOD → ASSUMED_BAD (timeout)"),
    ]


# --- The drawing -----------------------------------------------------------------------------------------------------
# Where nodes stand in the drawing: every node and link once, nobody on another's place, T0s above their NICs.

TOPOLOGIES = Path(__file__).parents[3] / "topologies"
SMALL = {"planes": 3, "t0s_per_plane": 3, "t1s_per_plane": 2, "downlinks_per_t0": 3, "nics": 7}


@pytest.mark.parametrize("overrides", [{}, {"planes": 1}, {"planes": 8}, SMALL])
def test_every_node_and_every_link_has_its_place(overrides):
    fabric = topologies.load(TOPOLOGIES / "lab.yaml", overrides)
    drawn = list(sheets(fabric))
    assert [plane for sheet in drawn for plane in sheet.planes] == list(range(fabric.planes))
    switches = [place.name for sheet in drawn for place in sheet.places if place.tier != "nic"]
    assert sorted(switches) == sorted(switch.name for switch in fabric.switches())
    cables = [cable.name for sheet in drawn for cable in sheet.cables]
    assert sorted(cables) == sorted(link.name for link in fabric.links())
    for sheet in drawn:
        names = {place.name for place in sheet.places}
        assert {nic.name for nic in fabric.all_nics()} <= names
        assert all(end[0] in names for cable in sheet.cables for end in (cable.a, cable.b))
        spots = [(place.row, round(place.x, 6)) for place in sheet.places]
        assert len(set(spots)) == len(spots)
        assert all(0 < place.x < 1 for place in sheet.places)


def test_the_second_plane_of_a_sheet_is_below_the_nics():
    (sheet,) = sheets(topologies.load(TOPOLOGIES / "lab.yaml"))
    rows = {place.name: place.row for place in sheet.places}
    assert (rows["p0-t1-0"], rows["p0-t0-0"], rows["nic0"], rows["p1-t0-0"], rows["p1-t1-0"]) == (2, 1, 0, -1, -2)


def test_nics_stand_around_their_t0():
    (sheet,) = sheets(topologies.load(TOPOLOGIES / "lab.yaml"))
    x = {place.name: place.x for place in sheet.places}
    assert (x["nic0"] + x["nic1"]) / 2 == pytest.approx(x["p0-t0-0"])
    assert (x["nic2"] + x["nic3"]) / 2 == pytest.approx(x["p0-t0-1"])


def test_limits_are_those_of_the_queue_of_data():
    # topologies/lab.yaml: one BDP is 92,000 bytes; a limit of 1 BDP in the fabric, 1.5 BDP at the last hop.
    (sheet,) = sheets(topologies.load(TOPOLOGIES / "lab.yaml"))
    cables = {cable.name: cable for cable in sheet.cables}
    assert cables["p0-t0-0:2--p0-t1-0:0"].limits == (92_000, 92_000)
    assert cables["nic0:0--p0-t0-0:0"].limits == (None, 138_000)


# --- An own network --------------------------------------------------------------------------------------------------
# The page of somebody's own network: where nodes stand, loads and what happened, packets of plain protocols.

SECOND_NS = 1_000_000_000


def own_state(**changes):
    links = {
        "h1--s1": LinkState(a=("h1", 0), b=("s1", 1), rate_bps=8_000_000, delay_ns=0, loss=0),
        "h2--s1": LinkState(a=("h2", 0), b=("s1", 2), rate_bps=8_000_000, delay_ns=0, loss=0),
    }
    known = {
        "name": "lab", "topology": "mine.yaml", "fabric": "mine", "target": "embedded", "factor": 1, "delays": True,
        "process_id": 1, "origin_ns": 0, "now_ns": 0, "networks": {}, "logs": {}, "dead": {}, "faults": {}, "taps": {},
        "switches": [SwitchState(name="s1", device_id=1, grpc_address="", log="", trace=None, forwards=True)],
        "hosts": {name: [Plugged(name="eth0", mac="", addresses=[], link=f"{name}--s1")] for name in ("h1", "h2")},
        "links": links,
    }  # fmt: skip
    return CustomState(**{**known, **changes})


def sampled_own(now_ns, **links):
    return Sampled(
        now_ns=now_ns, links={name.replace("_", "--"): each for name, each in links.items()}, ports={}, nics={}
    )


def test_a_row_of_nodes_is_drawn_as_a_row():
    places = layout(["h1", "s1", "s2", "h2"], [("h1", "s1"), ("s1", "s2"), ("s2", "h2")])
    xs, ys = zip(*(places[name] for name in ("h1", "s1", "s2", "h2")), strict=True)
    assert list(xs) == sorted(xs)
    assert max(map(abs, ys)) < 0.05
    assert all(math.isclose(after - before, 1, abs_tol=0.05) for before, after in itertools.pairwise(xs))


def test_any_graph_has_a_place_for_each_node_the_same_each_time():
    drawn = random.Random(5)
    for count in (1, 2, 3, 7, 30):
        nodes = [f"n{number}" for number in range(count)]
        links = [(drawn.choice(nodes), drawn.choice(nodes)) for _ in range(count)]
        places = layout(nodes, links)
        assert places == layout(nodes, links)
        assert list(places) == nodes
        assert all(math.isfinite(part) for place in places.values() for part in place)
        assert min((math.dist(a, b) for a, b in itertools.combinations(places.values(), 2)), default=1) > 0.1
    assert layout([], []) == {}


def test_the_drawing_names_every_node_and_link():
    drawing = described_custom(own_state(), period_ms=500, kept=10)
    (sheet,) = drawing.sheets
    assert drawing.kind == "custom"
    assert {place.name: place.tier for place in sheet.places} == {"h1": "host", "h2": "host", "s1": "switch"}
    assert all(0.1 <= place.x <= 0.9 for place in sheet.places)
    assert [(cable.name, cable.a, cable.b) for cable in sheet.cables] == [
        ("h1--s1", ("h1", 0), ("s1", 1)),
        ("h2--s1", ("h2", 0), ("s1", 2)),
    ]


def test_loads_what_hosts_receive_and_what_happened():
    moments = Moments.of_custom(own_state())
    first = moments.make(own_state(), sampled_own(0, h1_s1=(0, 0), h2_s1=(0, 0)), {})
    assert (first.span_ns, first.links["h1--s1"], first.happened) == (0, (0.0, 0.0), [])
    # 500,000 bytes of 8 Mb/s in a second are half of what it carries.
    after = sampled_own(SECOND_NS, h1_s1=(500_000, 1000), h2_s1=(0, 250_000))
    second = moments.make(own_state(faults={"h2--s1": ["down"]}, dead={"s1": "signal 9"}), after, {})
    assert second.links == {"h1--s1": (0.5, 0.001), "h2--s1": (0.0, 0.25)}
    assert second.received_bps == {"h1": 8000, "h2": 2_000_000}
    assert [(each.kind, each.text) for each in second.happened] == [
        ("fault", "h2--s1 down"),
        ("trouble", "s1: signal 9"),
    ]
    third = moments.make(own_state(), sampled_own(2 * SECOND_NS, h1_s1=(500_000, 1000), h2_s1=(0, 250_000)), {})
    assert [each.text for each in third.happened] == ["h2--s1 no longer down"]


def test_packets_of_plain_protocols():
    for packet, kind, what in (
        (Ether() / IP(src="10.0.1.1", dst="10.0.2.2") / ICMP(), "ICMP", "10.0.1.1 > 10.0.2.2 · echo-request"),
        (Ether() / IP(src="1.1.1.1", dst="2.2.2.2") / TCP(sport=7777, dport=5201, flags="SA"), "TCP", "7777 > 5201 SA"),
        (Ether() / IPv6(src="fd00::1", dst="fd00::2") / UDP(sport=7777, dport=7778), "UDP", "fd00::1 > fd00::2 · 7777"),
        (Ether() / ARP(psrc="10.0.1.1", pdst="10.0.1.2"), "ARP", "10.0.1.1 > 10.0.1.2"),
    ):
        layers = plain_layers(bytes(packet))
        found, said = plain_summary(layers)
        assert found == kind and what in said
        assert layers[0].label == "Ethernet"
        assert (layers[0].start, layers[0].stop) == (0, 14)


def test_every_byte_of_a_frame_is_in_one_layer_and_fields_are_where_they_are():
    frame = bytes(Ether(dst="08:00:00:00:01:01") / IP(ttl=62) / UDP(sport=7777, dport=7778) / Raw(b"12345"))
    layers = plain_layers(frame)
    assert [(layer.label, layer.start, layer.stop) for layer in layers] == [
        ("Ethernet", 0, 14), ("IP", 14, 34), ("UDP", 34, 42), ("payload", 42, 47),
    ]  # fmt: skip
    fields = {(layer.label, field.name): field for layer in layers for field in layer.fields}
    ttl = fields["IP", "ttl"]
    assert (ttl.value, frame[ttl.start : ttl.stop]) == ("62", b"\x3e")
    port = fields["UDP", "dport"]
    assert (port.value, frame[port.start : port.stop]) == ("7778", (7778).to_bytes(2, "big"))


def test_no_frame_makes_it_stumble():
    drawn = random.Random(9)
    whole = bytes(Ether() / IP() / TCP(options=[("MSS", 1460)]) / b"GET")
    for _ in range(300):
        frame = bytearray(whole[: drawn.randint(0, len(whole))])
        for _ in range(drawn.randint(0, 6) if frame else 0):
            frame[drawn.randrange(len(frame))] = drawn.randrange(256)
        layers = plain_layers(bytes(frame))
        assert all(0 <= layer.start <= layer.stop <= len(frame) for layer in layers)
        plain_summary(layers)

# SPDX-License-Identifier: GPL-2.0-only
"""The page of somebody's own network: where nodes stand, loads and what happened, packets of plain protocols."""

import itertools
import math
import random

from scapy.layers.inet import ICMP, IP, TCP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import ARP, Ether
from scapy.packet import Raw

from fabric.live.messages import Sampled
from labs.control_socket import CustomState, LinkState, Plugged, SwitchState
from labs.page.drawing import described_custom, layout
from labs.page.moments import Moments
from labs.page.plain_packets import plain_layers, plain_summary

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


def sampled(now_ns, **links):
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
    first = moments.make(own_state(), sampled(0, h1_s1=(0, 0), h2_s1=(0, 0)), {})
    assert (first.span_ns, first.links["h1--s1"], first.happened) == (0, (0.0, 0.0), [])
    # 500,000 bytes of 8 Mb/s in a second are half of what it carries.
    after = sampled(SECOND_NS, h1_s1=(500_000, 1000), h2_s1=(0, 250_000))
    second = moments.make(own_state(faults={"h2--s1": ["down"]}, dead={"s1": "signal 9"}), after, {})
    assert second.links == {"h1--s1": (0.5, 0.001), "h2--s1": (0.0, 0.25)}
    assert second.received_bps == {"h1": 8000, "h2": 2_000_000}
    assert [(each.kind, each.text) for each in second.happened] == [
        ("fault", "h2--s1 down"),
        ("trouble", "s1: signal 9"),
    ]
    third = moments.make(own_state(), sampled(2 * SECOND_NS, h1_s1=(500_000, 1000), h2_s1=(0, 250_000)), {})
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

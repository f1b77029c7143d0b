# SPDX-License-Identifier: Apache-2.0
"""The plans against the real thing: p4src compiled by the embedded compiler, the embedded switch over P4Runtime."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from controller_kit import compiled

import topologies
from controller import plan
from controller.client import SwitchClient
from controller.encoding import decode, encode
from controller.pipeline import Pipeline
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import P4RuntimeServer

ROOT = Path(topologies.__file__).parent.parent


@pytest.fixture(scope="module")
def fabric_pipeline():
    return Pipeline(compiled().p4info, json.dumps(compiled().json).encode(), "p4src/main.p4")


@pytest.fixture
def embedded_switch():
    """A running embedded switch, device 1, and its P4Runtime server."""
    switch = SimpleSwitch(device_id=1, priority_queues=8)
    server = P4RuntimeServer(switch)
    server.start()
    yield switch, server
    server.stop()


@pytest.fixture
def embedded(embedded_switch):
    """The server alone."""
    return embedded_switch[1]


def test_every_planned_entry_fits_the_program(fabric_pipeline, lab):
    for switch in lab.switches():
        for entry in plan(lab, switch).entries:
            assert decode(fabric_pipeline, encode(fabric_pipeline, entry)) == entry


def test_install_verify_and_nothing_the_second_time(fabric_pipeline, embedded, lab):
    planned = plan(lab, "p0-t0-0")
    with SwitchClient(embedded.address, 1, fabric_pipeline, name="p0-t0-0") as client:
        report = client.install(planned)
        assert (report.pipeline_set, report.inserted) == (True, len(planned.entries))
    writes = embedded.writes
    assert writes == len(planned.entries) + 1
    with SwitchClient(embedded.address, 1, fabric_pipeline, name="p0-t0-0") as client:
        assert not client.install(planned).changed
        assert client.verify(planned) == []
    assert embedded.writes == writes


def test_a_missing_entry_is_found_on_the_embedded_switch(fabric_pipeline, embedded, lab):
    planned = plan(lab, "p0-t0-0")
    with SwitchClient(embedded.address, 1, fabric_pipeline) as client:
        client.install(planned)
        client.delete([planned.entries[3]])
        [difference] = client.verify(planned)
        assert (difference.kind, difference.planned) == ("missing", planned.entries[3])


def frame(destination, dst_mac, dscp=4, payload=1000):
    """Ethernet, IPv6 with a uSID destination, no-next-header payload; hop limit 64."""
    header = bytes([0x60 | dscp >> 2, (dscp & 3) << 6, 0, 0]) + payload.to_bytes(2, "big") + bytes([59, 64])
    addresses = (0xFD6D_7263_0000_0000 << 64 | 1).to_bytes(16, "big") + destination.to_bytes(16, "big")
    return dst_mac.to_bytes(6, "big") + bytes(6) + b"\x86\xdd" + header + addresses + bytes(payload)


@pytest.mark.parametrize("journey", [(0, 3, 1, 0), (3, 0, 0, 1), (2, 3, 0, None), (1, 1, 1, 1)])
def test_frames_follow_their_path_through_installed_switches(fabric_pipeline, lab, journey):
    src, dst, plane, _ = journey
    path = lab.path(*journey)
    first = lab.nic(src).switch(plane)
    port, here = lab.nic(src).downlink, frame(path.destination, first.mac(lab.nic(src).downlink))
    for hops, name in enumerate(path.switches, 1):
        switch = SimpleSwitch(device_id=lab.switch(name).device_id, priority_queues=8)
        server = P4RuntimeServer(switch)
        server.start()
        try:
            with SwitchClient(server.address, switch.device_id, fabric_pipeline, name=name) as client:
                client.install(plan(lab, name))
            with switch.lock:
                [emission] = switch.receive(port, here, 1_000_000)
        finally:
            server.stop()
        out = lab.switch(name).port(emission.port)
        here, port = emission.frame, out.peer_port
        assert here[:6] == out.peer_mac.to_bytes(6, "big")
        assert here[6:12] == lab.switch(name).mac(emission.port).to_bytes(6, "big")
        assert here[21] == 64 - hops
        assert emission.priority == 1  # DSCP 4, TRIMMABLE
        expected = path.usids[hops:]
        assert here[38:54] == (0xFCBBBBBB).to_bytes(4, "big") + b"".join(u.to_bytes(2, "big") for u in expected).ljust(
            12, b"\0"
        )
    assert out.peer == f"nic{dst}"


def test_unknown_usid_meets_the_blackhole(fabric_pipeline, embedded_switch, lab):
    switch, server = embedded_switch
    with SwitchClient(server.address, 1, fabric_pipeline) as client:
        client.install(plan(lab, "p0-t0-0"))
        stray = 0xFCBBBBBB_1000_2007 << 64  # own uSID, then a T1 this fabric does not have
        with switch.lock:
            assert switch.receive(0, frame(stray, lab.switch("p0-t0-0").mac(0)), 1_000_000) == []
        assert client.read_counter("FabricIngress.drop.dropped_packets", 0 * 32 + 12)[0] == 1


@pytest.mark.parametrize(
    "case",  # egress port, last three uSIDs, frames admitted, DSCP of the trimmed one
    [
        # 4,150-byte frames at one instant: 33 fit 1.5 BDP (138,000 bytes) of a last hop, 22 fit 1 BDP of a fabric port.
        (0, 0xFCBBBBBB_1000_3000_0000, 33, 16),
        (2, 0xFCBBBBBB_1000_2000_1001, 22, 12),
    ],
)
def test_planned_queues_trim_where_the_topology_says(fabric_pipeline, embedded_switch, lab, case):
    port, usids, admitted, dscp = case
    switch, server = embedded_switch
    with SwitchClient(server.address, 1, fabric_pipeline) as client:
        client.install(plan(lab, "p0-t0-0"))
    burst = frame(usids << 48, lab.switch("p0-t0-0").mac(1), payload=4096)
    with switch.lock:
        out = [emission for _ in range(admitted + 1) for emission in switch.receive(1, burst, 1_000_000)]
    assert {emission.port for emission in out} == {port}
    assert [len(emission.frame) for emission in out] == [4150] * admitted + [256]
    assert [emission.priority for emission in out] == [1] * admitted + [6]
    trimmed = out[-1].frame
    assert (trimmed[14] & 0xF) << 2 | trimmed[15] >> 6 == dscp
    assert int.from_bytes(trimmed[18:20], "big") == 256 - 54  # outer payload length updated

# SPDX-License-Identifier: Apache-2.0
"""EVs by fields: what a packet carries, what the outer header says, which there are."""

from pathlib import Path
from random import Random

import pytest
from host_stack_kit import (
    Pipe,
    address,
    ev_set,
    join,
    mac,
)
from nic_wire_kit import pattern

import topologies
from host_stack import (
    ConfigError,
    EvProfile,
    Nic,
    NicConfig,
    PortConfig,
    StaticPaths,
    WireOptions,
)
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion, FieldEvs
from host_stack.provision import hashed_evs, path_template, usid_evs
from host_stack.wire.options import EvMode, EvSplit

LAB = topologies.load(Path(topologies.__file__).with_name("lab.yaml"))
PAPER = topologies.load(Path(topologies.__file__).with_name("paper-8plane.yaml"))
SOURCE = bytes(range(16))


@pytest.mark.parametrize("fabric", [LAB, PAPER], ids=lambda fabric: fabric.name)
@pytest.mark.parametrize("target", [1, -1])
def test_usids_as_fields_expand_to_the_same_paths_as_the_template(fabric, target):
    a, b = fabric.nic(0), fabric.nic(target % fabric.nics)
    evs, template = usid_evs(fabric, a, b, EvMode.SRV6), path_template(fabric, a, b)
    assert evs.planes == template.planes
    for plane in range(evs.planes):
        entropies = evs.entropies(plane)
        assert len(entropies) == template.uplinks
        assert {evs.format.path(entropy)[0] for entropy in entropies} == {plane}
        destinations = {evs.outer(SOURCE, entropy) for entropy in entropies}
        assert destinations == {template.outer(SOURCE, entropy) for entropy in template.entropies(plane)}


def test_the_ev_of_a_path_is_the_bits_that_vary():
    """Lab: plane bit of own T0, plane and uplink bit of T1, plane bits of T0 and downlink: 5 bits, at the top of 32."""
    evs = usid_evs(LAB, LAB.nic(0), LAB.nic(3), EvMode.SRV6)
    assert [list(evs.entropies(plane)) for plane in (0, 1)] == [
        [0b00000 << 27, 0b00100 << 27],
        [0b11011 << 27, 0b11111 << 27],
    ]
    assert evs.outer(b"", 0b11111 << 27).hex() == "fcbbbbbb120021011201310100000000"


def test_a_routing_header_has_the_second_half_of_the_path():
    evs = usid_evs(LAB, LAB.nic(0), LAB.nic(3), EvMode.SRV6_SRH)
    # Next header 41, 2 * 8 bytes more, type 4, segments left 1, last entry 0; then the segment (RFC 8754 §2).
    assert evs.outer(b"", evs.entropies(1)[1]).hex() == (
        "fcbbbbbb120021010000000000000000" + "2902040100000000" + "fcbbbbbb120131010000000000000000"
    )
    local = usid_evs(LAB, LAB.nic(0), LAB.nic(1), EvMode.SRV6_SRH)
    assert local.outer(b"", local.entropies(0)[0]).hex() == (
        "fcbbbbbb1000" + "00" * 10 + "2902040100000000" + "fcbbbbbb3001" + "00" * 10
    )


def test_hashed_evs():
    """STEV: 11 and the plane's 3 bits begin the source port, 27 bits vary; UDP: 11 bits vary, and nothing below."""
    stev = hashed_evs(LAB, EvMode.STEV, EvSplit.SPORT_HIGH)
    assert len(stev.entropies(1)) == 1 << 27
    assert (stev.entropies(1)[0], stev.entropies(1)[-1]) == (0xC800_0000, 0xCFFF_FFFF)
    udp = hashed_evs(LAB, EvMode.UDP, EvSplit.SPORT_HIGH)
    assert len(udp.entropies(1)) == 1 << 11
    assert (udp.entropies(1)[0], udp.entropies(1)[1], udp.entropies(1)[-1]) == (0xC800_0000, 0xC801_0000, 0xCFFF_0000)
    low = hashed_evs(LAB, EvMode.UDP, EvSplit.SPORT_LOW)
    assert (low.entropies(1)[0], low.entropies(1)[-1]) == (0x0000_C800, 0x0000_CFFF)
    for evs in (stev, udp, low):
        assert evs.outer(SOURCE, evs.entropies(1)[-1]) == b""
        assert evs.format.plane(evs.entropies(1)[-1]) == 1
        with pytest.raises(ValueError, match="ev"):
            evs.outer(SOURCE, 0x1234_5678)


def test_a_denylist_of_a_set_too_large_to_look_through():
    evs = hashed_evs(LAB, EvMode.STEV, EvSplit.SPORT_HIGH)
    free, _, _ = ev_set(EvProfile(evs))
    first = {entry.entropy for entry in free}
    denied = frozenset(sorted(first)[:100])
    limited, _, _ = ev_set(EvProfile(evs, denied=denied))
    assert len(limited) == len(free) == 256
    assert not denied & {entry.entropy for entry in limited}


def test_generated_entropies_are_a_sequence():
    evs = hashed_evs(LAB, EvMode.UDP, EvSplit.SPORT_HIGH).entropies(0)
    assert list(evs[:3]) == [0xC000_0000, 0xC001_0000, 0xC002_0000]
    assert evs[-1] == evs[len(evs) - 1]
    with pytest.raises(IndexError):
        evs[len(evs)]
    assert len(set(Random(1).sample(evs, 500))) == 500
    assert list(hashed_evs(LAB, EvMode.UDP, EvSplit.SPORT_HIGH).entropies(2)) == []  # there is no plane 2


def fields(*widths_and_masks):
    made = tuple(EvField(width, mask=mask) for width, mask in widths_and_masks)
    return Expansion(EvFormatFields(EvMode.STEV, tuple(width for width, _ in widths_and_masks)), made)


@pytest.mark.parametrize(
    ("expansion", "plane_field", "values", "complaint"),
    [
        (fields((8, 0), (8, 7)), 0, None, "plane_field: field 0 has no bit"),
        (fields((8, 3)), 1, None, "plane_field: 1"),
        (fields((8, 3), (8, 7)), 0, [0b10000], r"evs\[0\].plane: 2"),
        (fields((8, 3), (8, 7)), 0, [1, 1], r"evs\[1\]: 0x1 is there twice"),
        (fields((8, 3), (8, 7)), 0, [32], "ev: 32"),
    ],
)
def test_evs_that_cannot_be(expansion, plane_field, values, complaint):
    with pytest.raises(ConfigError, match=complaint):
        FieldEvs(expansion, planes=2, plane_field=plane_field, values=values)


def test_more_bits_than_a_packet_carries():
    wide = tuple(EvField(16, mask=0xFFFF) for _ in range(3))
    with pytest.raises(ConfigError, match="fields: 48 bits vary; accepted: at most 32"):
        FieldEvs(Expansion(EvFormatFields(EvMode.SRV6, (16, 16, 16)), wide), planes=2, plane_field=0)


def nic(name, number, peer, evs, wire):
    ports = tuple(PortConfig(mac(p), mac(p)) for p in range(2))
    return Nic(NicConfig(name, address(number), ports, StaticPaths({address(peer): evs}), wire), seed=number)


@pytest.mark.parametrize("split", EvSplit)
@pytest.mark.parametrize("mode", [EvMode.STEV, EvMode.UDP])
def test_two_nics_without_encapsulation(mode, split):
    """Inner addresses stand where the pipe looks for them only with an outer header, so the hook delivers."""
    wire = WireOptions(ev_mode=mode, ev_halves=split)
    evs = hashed_evs(LAB, mode, split)
    a, b = nic("a", 1, 2, evs, wire), nic("b", 2, 1, evs, wire)
    qa, _ = join(a, b, profile=EvProfile(evs, active_per_plane=8, backup_per_plane=8))
    data = pattern(200_000)
    region = b.register_memory(len(data))
    pipe = Pipe([a, b])
    frames = []

    def hook(name, port, frame, now):
        frames.append(frame)
        other = b if name == "a" else a
        pipe.at(now + 4_000, lambda: (other.receive(port, frame, pipe.now), pipe.pump(other)))
        return []

    pipe.hook = hook
    qa.post_write(data, region.address, region.r_key)
    pipe.run(lambda: qa.counters.messages_completed == 1, limit_ns=5_000_000)
    assert bytes(region.data) == data
    assert qa.counters.retransmissions == 0
    assert {frame[20] for frame in frames} == {17}  # UDP in the only IPv6 header
    ports = {int.from_bytes(frame[54:56], "big") for frame in frames}
    labels = {int.from_bytes(frame[15:18], "big") & 0xFFFFF for frame in frames}
    varying = ports if split is EvSplit.SPORT_HIGH or mode is EvMode.UDP else labels
    assert len(varying) > 8
    if mode is EvMode.UDP:
        assert labels == {0}

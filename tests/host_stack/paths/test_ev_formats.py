# SPDX-License-Identifier: Apache-2.0
"""What an EV means: fields and masks, the address it expands to, and profiles of both."""

import os
from pathlib import Path
from random import Random

import pytest
from host_stack_kit import (
    Pipe,
    address,
    ev_set,
    join,
    mac,
    template,
)
from nic_wire_kit import pattern

import topologies
from host_stack import (
    ConfigError,
    EvProfile,
    Nic,
    NicConfig,
    PathTemplate,
    PortConfig,
    StaticPaths,
    WireOptions,
)
from host_stack.paths.ev_profile import FormatProfile, ManagedEvProfile, ProfileState, ProfileStateError, Selection
from host_stack.paths.expansion import PLANE_UPLINK, EvField, EvFormatFields, Expansion, FieldEvs
from host_stack.provision import hashed_evs, path_template, usid_evs
from host_stack.wire.options import EvMode, EvSplit

# --- Expansion -------------------------------------------------------------------------------------------------------
# Expansion of EVs by fields and masks (wire-format §4.3), against cases worked out by hand and another implementation.
#
# Outside the repository the same was held against the example `ev_expansion` of the OCP's public API:
# docs/wire-profile.md has the numbers.

PROFILES = int(os.environ.get("MRC_EV_PROFILES", "2000"))
F3216 = (32, 16, 16, 16, 16, 16, 16)


def expansion(mode, widths, *fields):
    return Expansion(EvFormatFields(mode, widths), fields)


def test_two_full_fields_are_the_ev_itself():
    found = expansion(EvMode.STEV, (16, 16), EvField(16, mask=0xFFFF), EvField(16, mask=0xFFFF))
    assert found.expand(0xF3B04256) == 0xF3B04256


def test_the_most_significant_bits_go_to_the_first_field():
    """Initial values 0x0100 and 0x0200, four bits each: EV 0xA5 puts A into the first, 5 into the second."""
    found = expansion(EvMode.STEV, (16, 16), EvField(16, 0x0100, 0x000F), EvField(16, 0x0200, 0x000F))
    assert found.bits == 8
    assert found.expand(0xA5) == 0x010A0205
    assert found.split(0xA5) == (0xA, 5)


def test_a_mask_with_holes_is_filled_in_order_of_significance():
    """Mask 0x0f0f takes 8 bits: 0xC3 puts C into bits 11:8, 3 into bits 3:0; bit 12 stays as it starts."""
    found = expansion(EvMode.STEV, (16,), EvField(16, 0x1000, 0x0F0F))
    assert found.expand(0xC3) == 0x1C03


def test_initial_bits_under_the_mask_give_way():
    assert expansion(EvMode.UDP, (16,), EvField(16, 0xFFFF, 0x00FF)).expand(0x12) == 0xFF12


def test_a_locator_varies_nothing_and_a_wider_place_is_filled_with_zeros_on_the_left():
    """The locator, then a uSID of which the EV gives 4 bits in a place of 16; places without a field are zero."""
    found = expansion(EvMode.SRV6, F3216, EvField(32, 0xCAFECAFE), EvField(4, mask=0xF), EvField(4, mask=0xF))
    assert found.expand(0x9D) == 0xCAFECAFE_0009_000D_0000_0000_0000_0000


def test_no_bits_vary():
    assert expansion(EvMode.UDP, (8, 8), EvField(8, 0xC0), EvField(8, 0x11)).expand(0) == 0xC011


def slow(widths, fields, bits):
    """As the API's prose has it: start with the initial value; for each bit of the mask from the most significant on,
    put in the next most significant bit of the EV. `bits` is a text of zeros and ones."""
    out, bits = "", list(bits)
    for number, width in enumerate(widths):
        field = fields[number] if number < len(fields) else (width, 0, 0)
        text = list(f"{field[1]:0{field[0]}b}")
        for place, masked in enumerate(f"{field[2]:0{field[0]}b}"):
            if masked == "1":
                text[place] = bits.pop(0)
        out += "".join(text).rjust(width, "0")
    assert not bits
    return int(out, 2)


def random_profile(rng, mode):
    widths, left = [], rng.randint(1, mode.bits)
    while left:
        widths.append(rng.randint(1, min(32, left)))
        left -= widths[-1]
    fields = []
    for width in widths[: rng.randint(1, len(widths))]:
        own = rng.randint(1, width)
        mask = rng.choice((0, (1 << own) - 1, rng.getrandbits(own)))
        fields.append((own, rng.getrandbits(own), mask))
    return widths, fields


@pytest.mark.parametrize("mode", EvMode)
def test_random_profiles(mode):
    rng = Random(mode.value)
    for _ in range(PROFILES):
        widths, fields = random_profile(rng, mode)
        found = expansion(mode, tuple(widths), *(EvField(*field) for field in fields))
        value = rng.getrandbits(found.bits) if found.bits else 0
        text = f"{value:0{found.bits}b}" if found.bits else ""
        expanded = found.expand(value)
        assert expanded == slow(widths, fields, text), (widths, fields, value)
        assert found.join(found.split(value)) == value
        assert found.collapse(expanded) == value


def test_generated_evs_keep_to_their_fields_minima_and_maxima():
    found = expansion(
        EvMode.UDP, (8, 8), EvField(8, mask=0x0F, minimum=1, maximum=3), EvField(8, mask=0xFF, minimum=254)
    )
    assert found.generated() == 3 * 2
    assert [found.split(found.nth(number)) for number in range(6)] == [
        (1, 254), (1, 255), (2, 254), (2, 255), (3, 254), (3, 255),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: EvFormatFields(EvMode.UDP, ()), "format.fields: none; accepted: at least one"),
        (lambda: EvFormatFields(EvMode.UDP, (16, 1)), "17 bits together; accepted: at most 16 in mode udp"),
        (lambda: EvFormatFields(EvMode.STEV, (33,)), r"format.fields\[0\].width: 33"),
        (lambda: EvFormatFields(EvMode.SRV6, (32,) * 5), "160 bits together; accepted: at most 128 in mode srv6"),
        (lambda: EvField(0), "field.width: 0"),
        (lambda: EvField(4, 16), "field.initial: 16"),
        (lambda: EvField(4, mask=0x10), "field.mask: 16"),
        (lambda: EvField(8, mask=0x0F, maximum=16), "field.maximum: 16"),
        (lambda: EvField(8, mask=0x0F, minimum=5, maximum=4), "field.minimum: 5"),
        (lambda: expansion(EvMode.UDP, (8,), EvField(8), EvField(8)), "fields: 2 of them; accepted: at most 1"),
        (lambda: expansion(EvMode.UDP, (8,), EvField(9)), r"fields\[0\].width: 9; accepted: at most 8"),
        (lambda: expansion(EvMode.UDP, (8,), EvField(8, mask=1)).expand(2), "ev: 2"),
        (lambda: expansion(EvMode.UDP, (8,), EvField(8, 0x80, 1)).collapse(0), "ev: 0x0 is no expansion"),
        (lambda: expansion(EvMode.UDP, (8,), EvField(8, mask=1)).nth(2), "ev.number: 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_name(make, complaint):
    with pytest.raises(ConfigError, match=complaint):
        make()


# --- Templates -------------------------------------------------------------------------------------------------------
# What an EV means, and the address it expands to.


def test_ev_names_plane_and_uplink():
    assert PLANE_UPLINK.entropy(1, 3) == 0xC0010003
    assert PLANE_UPLINK.path(0xC0070100) == (7, 0x100)
    assert PLANE_UPLINK.plane(0x00070100) == 7
    with pytest.raises(ValueError, match=r"accepted planes 0..255"):
        PLANE_UPLINK.entropy(256, 0)


def test_template_expands_to_the_design_layout():
    # Wire profile: T0 0x1000|plane<<9|t0, T1 0x2000|plane<<8|t1, downlink 0x3000|plane<<8|port; own T0 0, dst T0 1.
    found = template(planes=8, uplinks=256)
    for plane, uplink, expected in (
        (0, 0, "fcbbbbbb 1000 2000 1001 3000 0000 0000"),
        (1, 3, "fcbbbbbb 1200 2103 1201 3100 0000 0000"),
        (7, 255, "fcbbbbbb 1e00 27ff 1e01 3700 0000 0000"),
    ):
        assert found.expand(PLANE_UPLINK.entropy(plane, uplink)) == int(expected.replace(" ", ""), 16)
    with pytest.raises(ValueError, match=r"accepted planes 0..7"):
        found.expand(PLANE_UPLINK.entropy(8, 0))
    with pytest.raises(ValueError, match="does not start with 0xc0"):
        found.expand(0x00010000)
    local = PathTemplate(found.base, found.plane_masks, (), 8, 1)
    with pytest.raises(ValueError, match=r"uplinks 0..0"):
        local.destination(0, 1)


# --- EVs by fields ---------------------------------------------------------------------------------------------------
# EVs by fields: what a packet carries, what the outer header says, which there are.

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


# --- Profiles --------------------------------------------------------------------------------------------------------
# Format and EV profiles: their states, what each refuses, and what a queue pair gets of them.

#: Two bits of plane, eight that vary, in a source port.
FIELDS = (EvField(6, 0b110000), EvField(2, mask=3, maximum=1), EvField(8, mask=0xFF))


def online_format(mode=EvMode.UDP, widths=(6, 2, 8)):
    made = FormatProfile("f")
    made.set_mode(mode)
    made.take_offline()
    made.set_fields(widths)
    made.take_online()
    return made


def generated():
    form, profile = online_format(), ManagedEvProfile("p", 2)
    profile.set_generated(form, FIELDS, 1)
    profile.take_offline()
    profile.take_online()
    return form, profile


def test_a_format_goes_round():
    made = FormatProfile("f")
    assert made.state is ProfileState.INIT
    with pytest.raises(ProfileStateError, match="f: mode: not set; accepted: a mode before OFFLINE"):
        made.take_offline()
    with pytest.raises(ProfileStateError, match="f: fields in state INIT; accepted in: OFFLINE"):
        made.set_fields((16,))
    made.set_mode(EvMode.UDP)
    made.take_offline()
    with pytest.raises(ProfileStateError, match="f: fields: not set; accepted: fields before ONLINE"):
        made.take_online()
    with pytest.raises(ConfigError, match="17 bits together"):
        made.set_fields((17,))
    made.set_fields((16,))
    made.take_online()
    for refused in (lambda: made.set_mode(EvMode.STEV), lambda: made.set_fields((8,)), made.clear, made.take_online):
        with pytest.raises(ProfileStateError, match=r"f: .* in state ONLINE; accepted in: "):
            refused()
    made.take_offline()
    made.set_mode(EvMode.STEV)  # with another mode, the places are to be set again
    with pytest.raises(ProfileStateError, match="fields: not set"):
        made.take_online()
    made.clear()
    assert (made.state, made.mode, made.fields) == (ProfileState.INIT, None, None)


def test_an_ev_profile_goes_round():
    form, profile = generated()
    assert (profile.state, profile.selection, form.users) == (ProfileState.ONLINE, Selection.GENERATED, {"p"})
    for refused in (lambda: profile.set_sizes(1, 1), profile.clear, profile.take_online):
        with pytest.raises(ProfileStateError, match=r"p: .* in state ONLINE"):
            refused()
    with pytest.raises(ProfileStateError, match="f: state: p is ONLINE with it; take that offline first"):
        form.take_offline()
    profile.take_offline()
    assert form.users == set()
    with pytest.raises(ProfileStateError, match="p: use by a queue pair in state OFFLINE; accepted in: ONLINE"):
        profile.ev_profile()
    form.take_offline()
    with pytest.raises(ProfileStateError, match="f: use by p in state OFFLINE; accepted in: ONLINE"):
        profile.take_online()
    profile.clear()
    assert profile.state is ProfileState.INIT
    profile.take_offline()
    with pytest.raises(ProfileStateError, match="p: evs: not set"):
        profile.take_online()


def test_a_format_must_be_online_for_use():
    form = FormatProfile("f")
    form.set_mode(EvMode.UDP)
    form.take_offline()
    with pytest.raises(ProfileStateError, match="f: use by p in state OFFLINE"):
        ManagedEvProfile("p", 2).set_generated(form, FIELDS, 1)


def test_generated():
    _, profile = generated()
    found = profile.ev_profile()
    assert found.template.planes == 2
    assert [len(found.template.entropies(plane)) for plane in (0, 1)] == [256, 256]
    assert found.template.entropies(1)[5] == 0b110000_01_00000101 << 16
    assert found.sizes() == {0: (64, 64), 1: (64, 64)}


def test_explicit():
    profile = ManagedEvProfile("p", 2)
    profile.set_explicit(online_format(), FIELDS, 1, [0b00_00000001, 0b01_00000010, 0b01_00000011])
    profile.set_sizes(1, 1, min_active=1)
    profile.take_offline()
    profile.take_online()
    found = profile.ev_profile(denied=frozenset({0xC102_0000}))
    assert [list(found.template.entropies(plane)) for plane in (0, 1)] == [[0xC001_0000], [0xC102_0000, 0xC103_0000]]
    assert (found.min_active, found.denied, found.sizes()) == (1, {0xC102_0000}, {0: (1, 0), 1: (1, 1)})


def test_automatic():
    profile = ManagedEvProfile("p", 2)
    profile.set_automatic(template())
    profile.take_offline()
    profile.take_online()
    assert profile.selection is Selection.AUTO
    assert profile.ev_profile().template == template()


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda p, f: p.set_explicit(f, FIELDS, 1, []), "p: evs: none; accepted: at least one"),
        (lambda p, f: p.set_explicit(f, FIELDS, 1, [1]), "none on plane 1; accepted: at least one on each of 2"),
        (lambda p, f: p.set_explicit(f, FIELDS, 1, [1, 1 << 10]), "ev: 1024"),
        (lambda p, f: p.set_explicit(f, FIELDS, 1, [1, 0x300]), r"evs\[1\].plane: 3"),
        (lambda p, f: p.set_generated(f, (*FIELDS, EvField(1)), 1), "fields: 4 of them; accepted: at most 3"),
        (lambda p, f: p.set_generated(f, FIELDS, 0), "plane_field: field 0 has no bit"),
        (lambda p, _: p.set_sizes(0, 1), "p: active_per_plane: 0"),
        (lambda p, _: p.set_sizes(1, -1), "p: backup_per_plane: -1"),
    ],
)  # fmt: skip
def test_profiles_that_cannot_be_are_refused_by_name(make, complaint):
    with pytest.raises(ConfigError, match=complaint):
        make(ManagedEvProfile("p", 2), online_format())


def test_planes():
    with pytest.raises(ConfigError, match="planes: 9"):
        ManagedEvProfile("p", 9)

# SPDX-License-Identifier: Apache-2.0
"""Format and EV profiles: their states, what each refuses, and what a queue pair gets of them."""

import pytest
from host_stack_kit import template

from host_stack import ConfigError
from host_stack.paths.ev_profile import FormatProfile, ManagedEvProfile, ProfileState, ProfileStateError, Selection
from host_stack.paths.expansion import EvField
from host_stack.wire.options import EvMode

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
def test_what_cannot_be_is_refused_by_name(make, complaint):
    with pytest.raises(ConfigError, match=complaint):
        make(ManagedEvProfile("p", 2), online_format())


def test_planes():
    with pytest.raises(ConfigError, match="planes: 9"):
        ManagedEvProfile("p", 9)

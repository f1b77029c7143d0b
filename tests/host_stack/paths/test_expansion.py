# SPDX-License-Identifier: Apache-2.0
"""Expansion of EVs by fields and masks (wire-format §4.3), against cases worked out by hand and another implementation.

Outside the repository the same was held against the example `ev_expansion` of the OCP's public API:
docs/wire-profile.md has the numbers.
"""

import os
from random import Random

import pytest

from host_stack import ConfigError
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion
from host_stack.wire.options import EvMode

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

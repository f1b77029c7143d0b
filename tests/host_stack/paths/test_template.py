# SPDX-License-Identifier: Apache-2.0
"""What an EV means, and the address it expands to."""

import pytest
from host_stack_kit import template

from host_stack import PathTemplate
from host_stack.paths.expansion import PLANE_UPLINK


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

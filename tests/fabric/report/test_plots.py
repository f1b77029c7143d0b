# SPDX-License-Identifier: Apache-2.0
"""Plots, pictures and colours."""

from __future__ import annotations

import copy
import re
from xml.etree import ElementTree

from common import pages
from fabric.report import plots
from fabric.report.drawing import picture


def test_plots_come_in_two_widths_with_their_own_ids(made):
    plot = plots.throughput(made)
    wide, narrow = (set(re.findall(r'id="([^"]*)"', svg)) for svg in (plot.wide, plot.narrow))
    assert wide
    assert not wide & narrow
    assert 'width="' not in plot.wide.split(">")[0]


def test_a_picture_is_one_well_formed_svg(made):
    text = picture(made)
    document = ElementTree.fromstring(text)
    assert document.tag == "{http://www.w3.org/2000/svg}svg"
    assert "f-switch f-dead" in text
    assert "#fe00" not in text
    assert picture(copy.deepcopy(made)) == text


def test_every_role_has_two_colours():
    css = pages.css_variables()
    for role in pages.COLOURS:
        assert css.count(f"--{role}:") == 2


def test_every_state_of_an_ev_has_a_colour(made):
    evs = made["timeline"]["evs"]
    for state, counts in evs.items():
        evs[state] = [1] * len(counts)
    drawn = plots.ev_states(made).wide
    for role in ("good-fill", "warn-fill", "bad", "none-fill"):
        assert f"var(--{role})" in drawn

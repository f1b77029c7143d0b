# SPDX-License-Identifier: Apache-2.0
"""Plots, their series, pictures for slides, and plots in a browser."""

from __future__ import annotations

import base64
import copy
import re
import struct
from xml.etree import ElementTree

import pytest
from command_kit import ran
from fabric_kit import LAB, SCENARIO, emulate
from shown_kit import shown

from common import pages
from fabric import __main__ as fabric_main
from fabric.report import plots
from fabric.report.drawing import HEADERS, HEIGHT, WIDTH, picture, slides
from fabric.results import Axis, dumps, fault_windows
from host_stack.wire import constants, headers

# --- Plots and slides ------------------------------------------------------------------------------------------------
# Plots, their series, and pictures for slides.

# --- Plots -----------------------------------------------------------------------------------------------------------
# Plots, pictures and colours.


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


# --- Series ----------------------------------------------------------------------------------------------------------
# Fault windows and thinned series.


@pytest.mark.parametrize(
    ("faults", "shown"),
    [
        (("1us switch p0-t1-0 stop", "2us switch p0-t1-1 stop", "3us switch p0-t1-0 start"),
         [(1, 3, "p0-t1-0 stopped"), (2, None, "p0-t1-1 stopped")]),
        (("1us link A down", "2us link A up", "3us link A down"), [(1, 2, "A down"), (3, None, "A down")]),
        (("1us link A loss 0.1", "2us link A loss 0"), [(1, 2, "A loss 0.1")]),
        (("1us link A loss 0.10", "2us link A loss 0.00"), [(1, 2, "A loss 0.1")]),
        (("1us link A loss 0.1", "2us link A loss 0.2", "3us link A loss 0e1"),
         [(1, 2, "A loss 0.1"), (2, 3, "A loss 0.2")]),
        (("1us link A rate 25Gb/s", "2us link A down", "3us link A rate 0.1 Tb/s"),
         [(1, 3, "A rate 25.0 Gb/s"), (2, None, "A down")]),
    ],
)  # fmt: skip
def test_fault_windows(with_faults, faults, shown):
    cable = "p0-t0-0:2--p0-t1-0:0"
    made = emulate(with_faults(*(fault.replace(" A ", f" {cable} ") for fault in faults), limit="40us")).result()
    assert [
        (w.start_us, None if w.open else w.end_us, w.label.replace(cable.replace("--", " — "), "A"))
        for w in fault_windows(made)
    ] == shown


def test_long_runs_are_thinned(made):
    timeline = made["timeline"]
    timeline["samples"] = 5000
    axis = Axis(made)
    assert axis.stride == 9
    assert axis.unit == "ms"
    assert len(axis.edges) == len(axis.thin([1] * 5000, sum)) == 556
    assert axis.end == pytest.approx(50)


# --- Slides ----------------------------------------------------------------------------------------------------------
# Pictures for slides: whole SVG documents, in which nothing is outside, and whose bytes are those of the wire.

NAMES = ["fabric.svg", "trimmed-packet.svg", "spray-and-retire.svg"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    file = tmp_path_factory.mktemp("slides") / "scenario.yaml"
    file.write_text(SCENARIO.format(lab=LAB), encoding="utf-8")
    return emulate(file).result()


@pytest.fixture(scope="module")
def drawn(result):
    return list(slides(result))


def test_the_command_writes_the_same_three_pictures_every_time(result, drawn, tmp_path):
    (tmp_path / "result.json").write_text(dumps(result))
    done = ran(fabric_main.main, "slides", tmp_path / "result.json", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"wrote {tmp_path}/out/{name}" for name in NAMES]
    for name, svg in drawn:
        assert (tmp_path / "out" / name).read_text(encoding="utf-8") == svg
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))


def test_nothing_is_drawn_beside_the_slide(drawn):
    for _, svg in drawn:
        for each in ElementTree.fromstring(svg).findall(f"{SVG}rect")[1:]:
            assert float(each.get("x")) >= 0
            assert float(each.get("x")) + float(each.get("width")) <= WIDTH
        for each in ElementTree.fromstring(svg).findall(f"{SVG}svg"):
            assert float(each.get("y")) + float(each.get("height")) <= HEIGHT - 50


def test_the_headers_have_their_sizes_on_the_wire(drawn):
    """wire-format §1.3: 138 bytes before the payload."""
    sizes = {header.name: header.size for header in HEADERS}
    assert sum(sizes.values()) == 138
    assert sizes["Ethernet"] == constants.ETH_LEN
    assert sizes["outer IPv6"] == sizes["inner IPv6"] == constants.IPV6_LEN
    assert (sizes["UDP"], sizes["BTH"]) == (constants.UDP_LEN, headers.BTH_LEN)
    packet = dict(drawn)["trimmed-packet.svg"]
    assert "4,238 bytes" in packet
    assert "trimmed: 256 bytes" in packet
    assert "payload, 118" in packet
    widths = [float(width) for width in re.findall(r'y="440" width="([0-9.]+)"', packet)]
    assert sum(widths) / 256 == pytest.approx(widths[0] / constants.ETH_LEN, rel=0.01)  # drawn to scale


# --- In a browser ----------------------------------------------------------------------------------------------------
# The report in a browser: plots are saved as pictures, and it fits a phone.

PNG = b"\x89PNG\r\n\x1a\n"


def test_a_button_saves_each_plot_as_a_picture_of_what_is_seen(made, browser, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(shown(made), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": 800}, color_scheme="light")
    page.goto(file.as_uri())
    names = page.eval_on_selector_all("figure", "all => all.map((figure) => figure.dataset.name)")
    assert names == ["throughput", "goodput", "evs", "queues"]
    for name in names:
        with page.expect_download() as download:
            page.click(f"figure[data-name={name}] button.save")
        assert download.value.suggested_filename == f"{name}.png"
        picture = tmp_path / f"{name}.png"
        download.value.save_as(picture)
        data = picture.read_bytes()
        box = page.locator(f"figure[data-name={name}] svg:visible").first.bounding_box()
        assert data[:8] == PNG
        assert struct.unpack_from("!II", data, 16) == (int(2 * box["width"]), int(2 * box["height"]))
        assert _colours(page, picture) > 20, "curves and letters, not an empty sheet"


def _colours(page, picture):
    """How many colours a picture has."""
    return page.evaluate(
        """async (data) => {
          const image = new Image();
          image.src = "data:image/png;base64," + data;
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.width, image.height];
          const brush = canvas.getContext("2d");
          brush.drawImage(image, 0, 0);
          return new Set(new Uint32Array(brush.getImageData(0, 0, image.width, image.height).data.buffer)).size;
        }""",
        base64.b64encode(picture.read_bytes()).decode(),
    )


@pytest.mark.parametrize("width", [1280, 400])
def test_it_fits(made, browser, tmp_path, width):
    file = tmp_path / "report.html"
    file.write_text(shown(made), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width

# SPDX-License-Identifier: Apache-2.0
"""Pictures for slides: whole SVG documents, in which nothing is outside, and whose bytes are those of the wire."""

import re
from xml.etree import ElementTree

import pytest
from command_kit import ran
from fabric_kit import LAB, SCENARIO, emulate

from fabric import __main__ as fabric_main
from fabric.report.drawing import HEADERS, HEIGHT, WIDTH, slides
from fabric.results import dumps
from host_stack.wire import constants, headers

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

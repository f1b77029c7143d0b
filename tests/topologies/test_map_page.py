# SPDX-License-Identifier: Apache-2.0
"""The map of a fabric: what it works out is what the planner and the topology say, and a person can use it."""

import json

import pytest
from browser_kit import opened_file
from command_kit import ran

import controller
import topologies
from controller.program import MY_SID, ROUTE_IPV6
from controller.switch_plan import match_text
from topologies.__main__ import main
from topologies.map import map_page

PAPER = topologies.LAB.with_name("paper-8plane.yaml")

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def paper():
    return topologies.load(PAPER)


@pytest.fixture
def page(browser, paper, tmp_path):
    file = tmp_path / "map.html"
    file.write_text(map_page(paper), encoding="utf-8")
    with opened_file(browser, file, width=1280) as opened:
        yield opened


def planned(fabric, switch):
    """Destination and port of each entry that forwards."""
    return {
        match_text("dst_addr", entry.match["dst_addr"], entry.table): entry.params.get("port")
        for entry in controller.plan(fabric, switch).entries
        if entry.table in (MY_SID, ROUTE_IPV6)
    }


@pytest.mark.parametrize("switch", ["p0-t0-0", "p7-t0-511", "p5-t1-255"])
def test_entries_are_those_of_the_planner(page, paper, switch):
    shown = page.evaluate("name => [...fabricMap.entries(fabricMap.switchNamed(name))]", switch)
    assert {entry["match"]: entry["port"] for entry in shown} == planned(paper, switch)
    assert all(entry["why"] for entry in shown)


@pytest.mark.parametrize("ends", [(17, 90210, 0, 0), (131071, 0, 7, 255), (3, 200, 4, None)])
def test_paths_are_those_of_the_topology(page, paper, ends):
    shown = page.evaluate("([a, b, plane, t1]) => fabricMap.path(a, b, plane, t1)", list(ends))
    path = paper.path(*ends)
    assert (shown["switches"], shown["usids"]) == (list(path.switches), list(path.usids))
    assert shown["destination"] == path.destination_text


def test_links_have_the_names_of_the_topology(page, paper):
    for link in (paper.fabric_link(3, 511, 255), paper.host_link(7, 131071)):
        for name in (link.name, "--".join(link.nodes), "--".join(reversed(link.nodes))):
            assert page.evaluate("name => fabricMap.linkNamed(name)", name) == link.name
    for name in ("p0-t0-0--p1-t1-0", "nic0--p0-t0-1", "p0-t0-0:1--p0-t1-0:0", "p0-t0-0", "a--b", "p0-t0-512--p0-t1-0"):
        assert page.evaluate("name => fabricMap.linkNamed(name)", name) is None, name


def fail(page, name):
    page.fill("#name", name)
    page.click("#fail")


def left(page):
    return page.inner_text("#left").split(" paths left")[0]


def test_failures_take_paths_and_give_them_back(page):
    page.fill("#from", "nic17")
    page.fill("#to", "nic90210")
    page.click("#ends button")
    assert left(page) == "2,048 of 2,048"
    for name, rest in (
        ("p3-t1-7", "2,047"),
        ("p3-t0-0--p3-t1-7", "2,047"),  # the same path
        ("p3-t0-0--p3-t1-8", "2,046"),
        ("nic90210--p5-t0-352", "1,790"),
        ("p6-t0-0", "1,534"),
        ("p6-t0-1", "1,534"),  # nobody's here
    ):
        fail(page, name)
        assert left(page) == f"{rest} of 2,048", name
    assert "256 NICs lose plane 6: 1 of their 8 ports" in page.inner_text("#failures")
    page.click("#restore")
    assert left(page) == "2,048 of 2,048"


def test_a_switch_is_found_filtered_and_failed(page):
    page.fill("#name", "p3-t1-7")
    page.press("#name", "Enter")
    assert page.get_attribute("#thing", "data-name") == "p3-t1-7"
    assert "every two NICs of different T0s lose 1 of 2,048 paths" in page.inner_text("#thing")
    page.fill("#thing input", "p3-t0-352")
    assert page.inner_text("#thing tbody").split("\t")[1] == "port 352"
    page.click("#thing button.fail")
    assert "gone" in page.inner_text("#thing")
    assert "p3-t1-7" in page.inner_text("#failures")


def test_a_path_is_clicked(page):
    page.fill("#from", "nic0")
    page.fill("#to", "nic300")
    page.click("#ends button")
    box = page.locator("#paths").bounding_box()
    page.locator("#paths").click(position={"x": box["width"] * 200.5 / 256, "y": box["height"] * 2.5 / 8})
    said = page.inner_text("#path")
    assert "Plane 2, through T1 200: works. nic0 sends to fcbb:bbbb:1400:22c8:1401:322c:: on its port 2." in said
    assert [line.split(":")[0] for line in said.splitlines() if line.startswith("p2")] == [
        "p2-t0-0",
        "p2-t1-200",
        "p2-t0-1",
    ]


def test_nics_are_seen_from_near_and_clicked(page):
    page.fill("#name", "nic1000")
    page.press("#name", "Enter")
    assert page.get_attribute("#thing", "data-name") == "nic1000"
    for _ in range(8):
        page.click("#in")
    box = page.locator("#map").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.get_attribute("#thing", "data-name").startswith("nic"), "the middle of its T0"
    assert page.input_value("#from") == "nic1000"
    assert 768 <= int(page.input_value("#to").removeprefix("nic")) < 1024


def test_a_name_that_is_none_is_said(page):
    fail(page, "p9-t0-0")
    assert "no switch, link or NIC named 'p9-t0-0'; accepted: p0-t0-0 .. p7-t0-511" in page.inner_text("#message")
    fail(page, "nic5")
    assert "a NIC does not fail here, its links do, such as nic5:0--p0-t0-0:5" in page.inner_text("#message")
    page.fill("#to", "nic131072")
    page.click("#ends button")
    assert page.inner_text("#left") == "Two different NICs are wanted, nic0 to nic131071."


def test_it_fits_a_phone(browser, paper, tmp_path):
    file = tmp_path / "map.html"
    file.write_text(map_page(paper, ["p3-t1-7"]), encoding="utf-8")
    with opened_file(browser, file, width=400, height=850) as page:
        page.fill("#name", "p3-t1-7")
        page.press("#name", "Enter")
        assert page.evaluate("document.documentElement.scrollWidth") == 400
        page.click("#whole")
        page.wait_for_function("document.getElementById('map').dataset.nameHigh >= 15")  # of 11 pixels, and a gap


def test_the_command_writes_a_small_page(tmp_path):
    done = ran(
        main, "map", PAPER, "--out", tmp_path / "map.html", "--fail", "p3-t1-7", "--fail", "p0-t0-1:258--p0-t1-2:1"
    )
    assert done.returncode == 0
    text = (tmp_path / "map.html").read_text()
    assert len(text) < 60_000
    assert json.dumps(["p3-t1-7", "p0-t0-1:258--p0-t1-2:1"], separators=(",", ":")) in text
    done = ran(main, "map", PAPER, "--out", tmp_path / "none.html", "--fail", "p3-t1-256")
    assert (done.returncode, (tmp_path / "none.html").exists()) == (1, False)
    assert done.stderr.startswith("error: paper-8plane: no switch named 'p3-t1-256'; accepted: p0-t0-0 .. p7-t0-511")


def test_nics_have_the_names_of_their_file():
    fabric = topologies.load(topologies.LAB, {"nic_names": ["a", "b", "c", "d"]})
    assert '"nicNames":["a","b","c","d"]' in map_page(fabric)

# SPDX-License-Identifier: Apache-2.0
"""The page of a lab that runs: in real Chromium one writes, stops a T1, watches paths turn, heals, looks back."""

import http.client
import re
from urllib.parse import urlsplit

import pytest
from lab_kit import Lab, living, processes_of
from namespace_kit import namespaces
from topology_kit import one_plane

FABRIC = one_plane("two-ways", t0s=2, t1s=2, downlinks=1, nics=2)
LINK = "p0-t0-0:2--p0-t1-1:0"
WAIT_MS = 60_000

pytestmark = pytest.mark.timeout(300)


IN_THE_BACKGROUND = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")
"""As a script's shell starts `command &`: the page, and all that it starts, ignore SIGINT then."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    namespaces()
    made = Lab(tmp_path_factory.mktemp("page"))
    topology = made.folder / "two-ways.yaml"
    topology.write_text(FABRIC)
    try:
        said = made.run("up", "--topology", str(topology), "--scale", "20000", within=IN_THE_BACKGROUND)
        yield made, re.search(r"http://\S+", said)[0]
    finally:
        made.run("down")


def fetched(url, path, **headers):
    parts = urlsplit(url)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


def test_one_page_for_all_who_have_its_key(lab):
    made, url = lab
    assert made.run("page").strip() == url
    parts = urlsplit(url)
    assert parts.hostname == "127.0.0.1"
    status, _, headers = fetched(url, f"/?{parts.query}")
    assert status == 303
    cookie = headers["set-cookie"].partition(";")[0]
    assert fetched(url, "/", Cookie=cookie)[0] == 200
    assert fetched(url, "/")[0] == 403
    assert fetched(url, "/", Cookie=cookie, Host="evil.example")[0] == 421
    assert fetched(url, "/", Cookie=cookie, Origin="http://evil.example")[0] == 403


@pytest.fixture
def page(browser, lab):
    _, url = lab
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        opened = context.new_page()
        opened.set_default_timeout(WAIT_MS)
        wrong, refused = [], []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        opened.on("response", lambda answer: refused.append(answer.url) if answer.status == 409 else None)
        opened.on(
            "request", lambda asked: wrong.append(asked.url) if urlsplit(asked.url).hostname != "127.0.0.1" else None
        )
        opened.goto(url)
        yield opened
        told = [each for each in wrong if "409 (Conflict)" in each]  # Chromium tells of what the page says itself
        assert len(told) == len(refused)
        assert wrong == told


def fits(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_function("width => document.querySelector('#sheets svg').clientWidth <= width", arg=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_t1_dies_and_returns_under_a_write(page):
    page.wait_for_selector("#state.good")
    assert page.locator("g.node.switch").count() == 4
    assert page.locator("g.node.nic").count() == 2
    page.fill("input[name=size]", "6MiB")
    page.click("#write button[type=submit]")
    page.wait_for_selector("#write-0 .way")
    assert page.locator("#write-0 .via").all_inner_texts() == ["by p0-t1-0", "by p0-t1-1"]

    page.click("g.node[data-node='p0-t1-0']")
    page.click("#acts button.fail")
    page.wait_for_selector("g.node.wrong.node[data-node='p0-t1-0']")
    page.wait_for_selector("#write-0 .way.hurt:has-text('by p0-t1-0') i.ev:not(.GOOD)")
    assert page.locator("#happened .fault").inner_text().endswith("p0-t1-0 stopped")
    died = int(page.input_value("#slider"))

    page.focus(f"g.link[data-link='{LINK}']")
    page.keyboard.press("Enter")
    page.click("button.look")
    page.wait_for_selector("#frames .row")
    kinds = page.locator("#frames .kind").all_inner_texts()
    assert any(kind.startswith("WRITE ") for kind in kinds)
    assert {"Ethernet", "outer IPv6", "inner IPv6", "UDP", "BTH"} <= set(
        page.locator("#frame summary b").all_inner_texts()
    )

    fits(page, 400)
    assert page.locator("g.node.wrong").count() == 1
    fits(page, 1400)
    page.select_option("#target", "switch p0-t1-0")
    page.click("#acts button.heal")
    page.wait_for_selector("g.node:not(.wrong)[data-node='p0-t1-0']")
    page.wait_for_function("() => document.querySelector('#write-0 .ok')?.textContent === 'every byte arrived'")
    page.wait_for_function("() => !document.querySelector('#write-0 .way.hurt')")
    assert page.inner_text("figure:has-text('paths out of use') b") == "no write"  # whose paths they would be

    page.evaluate(
        "number => { const slider = document.getElementById('slider');"
        " slider.value = number; slider.dispatchEvent(new Event('input')); }",
        died,
    )
    page.wait_for_selector("#state:has-text('scrolled back')")
    assert page.locator("g.node.wrong").count() == 1  # as it was then
    page.click("#live")
    page.wait_for_selector("#state.good")
    assert page.locator("g.node.wrong").count() == 0


def test_a_button_that_cannot_do_what_it_should_says_why(page):
    page.wait_for_selector("#state.good")
    page.select_option("select[name=destination]", "nic0")
    page.click("#write button[type=submit]")
    page.wait_for_selector("#said.no")
    assert "nic0 does not write to itself" in page.inner_text("#said")


def test_the_page_ends_with_the_lab(lab):
    made, url = lab
    made.run("down")
    with pytest.raises(ConnectionRefusedError):
        fetched(url, "/")
    assert living(processes_of(made.folder)) == set()
    assert "is not up" in made.run("page", status=1)

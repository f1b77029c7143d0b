# SPDX-License-Identifier: Apache-2.0
"""The live page in real Chromium: it follows the lab, is scrolled back, and everything on it can be chosen."""

import asyncio
import json
import socket
import threading
import time

import pytest
import uvicorn
from page_kit import (
    FABRIC,
    KEY,
    FakeLab,
    four_ways,
    nic_status,
    port_sample,
    qp_status,
    sampled,
    state,
    write_state,
)

from common.pages import TERMS
from fabric.live.messages import NicSample
from labs.page import moments
from labs.page.frames import FieldShown, FrameShown, LayerShown
from labs.page.moments import Moments
from labs.page.server import application

DEAD, LINK, BUSY = "p0-t1-0", "nic3:0--p0-t0-1:1", "p0-t0-1"
FAILS_AT = 4  # the moment in which a switch stops

pytestmark = pytest.mark.timeout(120)


class MovingLab(FakeLab):
    """One write to nic3, whose links carry more and more, and a switch that stops."""

    def __init__(self):
        super().__init__()
        self._moments = Moments.of_fabric(FABRIC)

    def moment(self):
        self.looks += 1
        at = self.looks
        links = {link.name: (0, 0) for link in FABRIC.links()}
        links[LINK] = (0, at * 10_000)
        ports = sampled(0).ports
        ports[BUSY][1] = port_sample(trimmed=3 * at, backlog=[0, 100_000, 0, 0, 0, 0, 0, 0])
        nics = {**sampled(at).nics, **four_ways("GGSA")}
        now = at * 1000
        seen = sampled(
            now,
            links=links,
            ports=ports,
            nics={name: NicSample(now_ns=now, paths=each.paths) for name, each in nics.items()},
        )
        pairs = {
            **state().nics,
            "nic0": nic_status(now_ns=now, queue_pairs=[qp_status(packets=at, retransmissions=at)]),
        }
        faults = {DEAD: ["stopped"]} if at > FAILS_AT else {}
        return self._moments.make(
            state(now_ns=now, faults=faults, nics=pairs, writes=[write_state(placed=min(1000, 50 * at))]), seen, {}
        )

    def frames(self, link):
        super().frames(link)
        fields = [FieldShown(name="opcode", value="0x0a", note="odd", start=0, stop=1)]
        layer = LayerShown(label="BTH", gist="PSN 7", start=0, stop=2, fields=fields)
        known = {"length": 40, "what": "PSN 7", "layers": [layer], "head": "0a0b"}
        return [
            FrameShown(time_ns=at, way="a>b", kind=kind, mark=mark, **known)
            for at, kind, mark in ((0, "WRITE_ONLY", ""), (10, "WRITE_ONLY", "trimmed"))
        ]


@pytest.fixture
def lab(monkeypatch):
    """A lab whose page is served: (the lab, the URL)."""
    monkeypatch.setattr(moments, "PERIOD_S", 0.05)
    shown = MovingLab()
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
        app = application(shown, port=port, key=KEY)
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", ws="none", loop="asyncio", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[sock])))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield shown, f"http://127.0.0.1:{port}/?key={KEY}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def page(browser, lab):
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        opened = context.new_page()
        wrong = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        opened.goto(lab[1])
        opened.wait_for_selector(f"g.node.wrong[data-node='{DEAD}']")
        yield opened
        assert wrong == []


def scroll(page, moment):
    page.evaluate(
        "moment => { const slider = document.getElementById('slider');"
        " slider.value = moment; slider.dispatchEvent(new Event('input')); }",
        moment,
    )


def test_it_follows_the_lab_and_is_scrolled_back(page):
    assert page.inner_text("#state") == "live"
    assert page.locator("g.node.wrong").count() == 1
    assert page.locator(f"g.link[data-link='{LINK}'] .load").evaluate_all(
        "lines => lines.some(line => line.style.stroke !== 'var(--line)')"
    )
    assert page.locator("#sheets .badge.trimmed").all_text_contents().count("✂3") == 1
    assert page.locator("#sheets .badge.again").all_text_contents().count("↻1") == 1
    scroll(page, 2)
    assert page.inner_text("#state") == "scrolled back"
    assert page.locator("g.node.wrong").count() == 0
    assert page.inner_text("#now") == "3000 ns"
    page.click("#live")
    page.wait_for_selector("g.node.wrong")
    assert page.inner_text("#state") == "live"


def test_strips_have_values_and_are_pointed_at(page):
    titles = page.locator("#strips figcaption").all_inner_texts()
    assert [title.split("\n")[0].split()[0] for title in titles] == ["received", "packets", "fullest", "paths"]
    box = page.locator("#strips figure >> nth=1").locator("canvas").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 3 / 59, box["y"] + 10)
    assert page.inner_text("#state") == "scrolled back"
    assert page.inner_text("#now") == "4000 ns"
    values = page.locator("#strips b").all_inner_texts()
    assert values[0] == "80 Gb/s"  # 10,000 bytes in 1,000 ns
    assert values[1] == "4"  # three trimmed and one sent again since the moment before
    assert values[3] == "1 path"


def test_a_switch_a_link_and_a_plane_are_chosen_and_fail(page, lab):
    page.locator(f"g.node[data-node='{DEAD}']").dispatch_event("click")
    assert page.input_value("#target") == f"switch {DEAD}"
    assert page.locator(f"g.node.chosen[data-node='{DEAD}']").count() == 1
    page.click("#acts >> text=Stop")
    page.wait_for_function("() => document.getElementById('said').textContent")
    page.locator("text.plane >> nth=1").click()
    assert page.input_value("#target") == "plane 1"
    assert page.locator(".chosen").count() == 0
    page.locator(f"g.link[data-link='{LINK}']").focus()
    page.keyboard.press("Enter")
    assert page.input_value("#target") == f"link {LINK}"
    assert lab[0].asked == [("fail", "switch", DEAD)]


def test_packets_of_a_link_are_looked_at(page, lab):
    page.locator(f"g.link[data-link='{LINK}']").dispatch_event("click")
    page.click("text=Look at packets")
    page.wait_for_selector("#frames .row")
    assert page.locator("#frames .kind").all_inner_texts() == ["WRITE ONLY", "WRITE ONLY, trimmed"]
    page.click("#frames .row >> nth=1")
    assert page.locator("#frames .row.chosen").get_attribute("data-packet") == "1"
    page.hover("#frame td >> nth=0")
    assert page.locator("#frame .lit").all_inner_texts() == [" 0a"]
    assert json.dumps(lab[0].asked) == json.dumps([["frames", LINK]])


def test_writes_show_their_paths(page):
    assert page.locator("#write-0 .way").count() == 4
    states = page.locator("#write-0 .ev").evaluate_all("evs => evs.map(ev => ev.className)")
    assert states == ["ev GOOD", "ev GOOD", "ev SKIP", "ev ASSUMED_BAD"]
    assert page.locator("#write-0 .way.hurt").count() == 1


def test_words_explain_themselves(page):
    """As in reports: a word that the glossary has shows its meaning to a reader who points at it."""
    for place, words in (
        ("h2", {"paths"}),
        ("#strips figcaption", {"paths", "trimmed"}),
        ("#write-0 .facts", {"NACKs", "retired"}),
        (".states", {"GOOD", "SKIP", "ASSUMED BAD", "DENIED"}),
    ):
        told = page.locator(f"{place} abbr").evaluate_all("found => found.map(each => [each.textContent, each.title])")
        assert words <= {word for word, _ in told}, place
        assert set(dict(told).values()) <= set(TERMS.values())
    assert page.locator("#write-0 .facts abbr", has_text="NACKs").get_attribute("title") == TERMS["NACK"]


@pytest.mark.parametrize("width", [1400, 400])
def test_it_fits(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_function(f"() => document.documentElement.scrollWidth <= {width}")
    inside = "(parts, width) => parts.every(part => part.getBoundingClientRect().right <= width + 1)"
    assert page.eval_on_selector_all(".panel svg, #strips canvas, .card, .flow", inside, width)

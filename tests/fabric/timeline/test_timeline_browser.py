# SPDX-License-Identifier: Apache-2.0
"""The page in real Chromium, from a file: time is dragged, faults are jumped to, a packet is clicked and read."""

import re
from itertools import product

import pytest
from browser_kit import opened_file
from long_kit import share
from timeline_kit import DEAD, START_NS, STOP_NS

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def page(browser, watched, tmp_path):
    file = tmp_path / "timeline.html"
    file.write_text(watched.timeline.page, encoding="utf-8")
    with opened_file(browser, file) as opened:
        yield opened


def now(page):
    return int(page.get_attribute("#now", "data-ns"))


def drag(page, ns):
    page.evaluate(
        "ns => { const slider = document.getElementById('slider');"
        " slider.value = ns; slider.dispatchEvent(new Event('input')); }",
        ns,
    )
    assert now(page) == ns


def test_time_is_dragged_and_the_dead_switch_is_red_as_long_as_it_is_dead(page):
    nodes = f"g.node.wrong[data-node='{DEAD}']"
    for ns, wrong in ((0, 0), (STOP_NS + 1, 1), (START_NS - 1, 1), (START_NS + 1, 0)):
        drag(page, ns)
        assert page.locator("g.node.wrong").count() == page.locator(nodes).count() == wrong, ns
    drag(page, STOP_NS + 5_000)
    assert page.inner_text("#happened").startswith(f"{DEAD} is stopped")


def test_strips_are_pointed_at(page, watched):
    box = page.locator("#strips").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 40)
    page.mouse.up()
    assert now(page) == pytest.approx(watched.result["verdict"]["end_ns"] / 4, rel=0.01)


def test_keys_and_buttons_jump_to_what_happened(page, watched):
    page.keyboard.press("f")
    assert now(page) == STOP_NS
    page.click("[data-jump='fault1']")
    assert now(page) == START_NS
    page.keyboard.press("Shift+F")
    assert now(page) == STOP_NS
    page.keyboard.press("Home")
    page.keyboard.press("t")
    first_ns = min(each["trimmed_ns"] for each in watched.document["packets"] if each["trimmed_ns"] is not None)
    assert 0 <= first_ns - now(page) < 250
    page.keyboard.press("ArrowRight")
    assert page.locator("#fabric .badge", has_text="✂").count() > 0
    page.keyboard.press("End")
    assert now(page) == watched.result["verdict"]["end_ns"]


def test_it_plays_and_stops_at_the_end(page, watched):
    page.select_option("#speed", "20")
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.getElementById('now').dataset.ns) > 1000")
    page.click("#play")
    stopped = now(page)
    page.select_option("#speed", "5000")
    page.click("#play")
    page.wait_for_function("() => document.getElementById('play').getAttribute('aria-pressed') === 'false'")
    assert now(page) == watched.result["verdict"]["end_ns"] > stopped


def test_loads_and_flows_are_those_of_the_moment(page):
    drag(page, 20_000)
    loaded = "lines => lines.map(line => line.style.stroke).filter(stroke => stroke !== 'var(--line)').length"
    assert page.eval_on_selector_all("#fabric .load", loaded) > 4
    assert re.fullmatch(r"\d+(\.\d)? Gb/s of \d+ Gb/s", page.locator("#flows .rate").first.inner_text())
    assert page.locator("#flows .evs").first.inner_text().strip() == "4"
    page.keyboard.press("End")
    assert page.locator("#flows .rate").first.inner_text().startswith("done at")
    assert page.eval_on_selector("#flows .done i", "bar => bar.style.width") == "100%"


def test_a_clicked_packet_tells_its_way_hop_by_hop(page, watched):
    packets = watched.document["packets"]
    number, packet = next((n, p) for n, p in enumerate(packets) if p["trimmed_ns"] is not None)
    page.click(f"#packets [data-packet='{number}']")
    assert now(page) == packet["born_ns"] + 1
    hops = page.locator("#packet .hops li")
    assert hops.evaluate_all("items => items.map(item => item.dataset.hop)") == [hop["node"] for hop in packet["hops"]]
    cut = next(i for i, hop in enumerate(packet["hops"]) if hop["out_size"] == 256)
    assert "✂ cut to 256 B" in hops.nth(cut).inner_text()
    assert page.locator("#fabric .link.chosen").count() == len(packet["hops"]) - 1

    hops.nth(cut).locator("summary").click()
    trace = hops.nth(cut).locator("pre")
    page.wait_for_function("trace => trace.textContent", arg=trace.element_handle())  # browsers tell of it later
    assert "to 256 bytes" in trace.inner_text()
    some = len(trace.inner_text().splitlines())
    hops.nth(cut).locator("input").check()
    assert len(trace.inner_text().splitlines()) == len(packet["hops"][cut]["trace"]) > some
    page.click("#packet .frame > summary >> nth=0")
    assert page.locator("#packet .frame").first.locator("summary b").all_inner_texts()[:3] == [
        "Ethernet",
        "outer IPv6",
        "inner IPv6",
    ]

    # On its way it is drawn, and clicked there, too.
    drag(page, packet["hops"][1]["at_ns"] - 100)
    dot = page.locator(f"#fabric .packet.chosen[data-packet='{number}']")
    assert dot.count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#packet").is_hidden()
    page.locator(f"#fabric .packet[data-packet='{number}']").dispatch_event("click")
    assert page.get_attribute("#packet", "data-packet") == str(number)
    again = page.locator("#packet button.link", has_text="retransmission")
    again.first.click()
    assert page.get_attribute("#packet", "data-packet") != str(number)


def test_a_clicked_link_and_switch_tell_what_they_do(page, watched):
    drag(page, STOP_NS + 3_000)
    page.locator(f"g.node[data-node='{DEAD}']").dispatch_event("click")
    assert page.get_attribute("#thing", "data-name") == DEAD
    assert "stopped" in page.inner_text("#thing")
    link = watched.document["fabric"]["links"][0]["name"]
    page.locator(f"g.link[data-link='{link}']").dispatch_event("click")
    assert page.inner_text("#thing h3") == link


SHEETS = list(product([1400, 400], ["light", "dark"]))


@pytest.mark.parametrize(("width", "scheme"), share(SHEETS, [(1400, "dark"), (400, "light")]))
def test_it_fits(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.keyboard.press("f")
    page.click("#packets .row >> nth=0")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    inside = "(parts, width) => parts.every(part => part.getBoundingClientRect().right <= width + 1)"
    assert page.eval_on_selector_all(".bar > *, .panel, .card, .row, .flow", inside, width)

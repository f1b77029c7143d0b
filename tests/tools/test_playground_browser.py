# SPDX-License-Identifier: Apache-2.0
"""The playground in a browser: the demo and lab 02 run, errors stand at their lines, and a network is needed once."""

import functools
import http.server
import json
import os
import threading
from pathlib import Path

import pytest
from browser_kit import CHROMIUM, MISSING

from common import PROJECT_ROOT
from fabric.results import dumps
from fabric.running import result_of
from fabric.scenario.reading import load
from tools.site import playground as building

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (the dev group has it)")
FILES = Path(os.environ.get("MRC_PLAYGROUND_FILES", PROJECT_ROOT / "out" / "playground"))
PATIENCE_MS = 240_000
pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(CHROMIUM is None, reason=MISSING),
    pytest.mark.skipif(building.missing(FILES) is not None, reason=str(building.missing(FILES))),
]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *words):
        pass


@pytest.fixture
def served(tmp_path):
    building.put(tmp_path / building.FOLDER, FILES)
    handler = functools.partial(Quiet, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def page(served):
    with (
        sync_api.sync_playwright() as play,
        play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as browser,
    ):
        opened = browser.new_page(viewport={"width": 400, "height": 850})
        opened.set_default_timeout(PATIENCE_MS)
        opened.wrong = []
        opened.elsewhere = []
        host = f"http://127.0.0.1:{served.server_port}/"
        opened.on("pageerror", lambda error: opened.wrong.append(str(error)))
        opened.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((host, f"blob:{host}", "about:", "data:"))
                else opened.elsewhere.append(asked.url)
            ),
        )
        opened.goto(f"{host}{building.FOLDER}/")
        opened.wait_for_selector("#run:enabled")
        yield opened


def saved(page, link):
    with page.expect_download() as download:
        page.click(link)
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_the_demo_and_the_lab_run_in_a_browser_and_without_a_network(page, served):
    # The demo, and its timeline.
    page.click("#run")
    page.frame_locator("#timeline").get_by_text("Three NICs write to the fourth").first.wait_for()
    assert page.inner_text("#verdict") == "PASSED: all bytes intact, every expectation held (demo)"
    # Python and machine code, WebAssembly and this machine, direct calls and gRPC: the same run.
    here = result_of(load(PROJECT_ROOT / "topologies" / "scenarios" / "demo.yaml"))
    assert json.loads(saved(page, "#save-result")) == json.loads(dumps(here))
    # What is changed, counts; what is wrong stands at its line.
    page.uncheck("#with-timeline")
    page.fill("#scenario", page.input_value("#scenario").replace("seed: 1", "seeed: 1"))
    page.click("#run")
    page.wait_for_selector("#demo-error:not([hidden])")
    assert "seeed: unknown field" in page.inner_text("#demo-error")
    assert page.inner_text("#demo .lines .error") == "9"
    assert page.is_hidden("#verdict")
    # The lab: the starter drops, an error has a line, an answer forwards.
    page.click("#tab-switch")
    starter = page.input_value("#program")
    page.click("#send")
    page.get_by_text("Nothing came out.").first.wait_for()
    page.fill("#program", starter.replace("action uN() {", "action uN( {"))
    page.click("#compile")
    page.wait_for_selector("#messages .error")
    line = next(number for number, text in enumerate(starter.splitlines(), 1) if "action uN()" in text)
    assert page.inner_text("#switch .lines .error") == str(line)
    shift = "hdr.ipv6.dst_addr = hdr.ipv6.dst_addr[127:96] ++ hdr.ipv6.dst_addr[79:0] ++ 16w0;"
    page.fill("#program", starter.replace("action uN() {", f"action uN() {{ {shift}"))
    page.click("#send")
    page.get_by_text("Out of port 2", exact=True).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    # Loaded once, it needs no server.
    page.wait_for_selector("#offline:not([hidden])")
    served.shutdown()
    served.server_close()
    page.reload()
    page.wait_for_selector("#send:enabled", state="attached")
    page.click("#tab-switch")
    page.click("#send")
    page.get_by_text("Nothing came out.").first.wait_for()
    assert page.wrong == []
    assert page.elsewhere == []


def test_a_run_can_be_stopped(page):
    scenario = page.input_value("#scenario").replace("bytes: 4MiB", "bytes: 256MiB").replace("limit: 20ms", "limit: 1s")
    page.fill("#scenario", scenario)
    page.click("#run")
    page.get_by_text("placed").wait_for()
    page.click("#stop")
    page.get_by_text("stopped, and ready again").wait_for()
    assert page.input_value("#scenario") == scenario
    assert page.is_hidden("#stop")
    assert page.wrong == []


def test_opened_as_a_file_it_says_what_to_do(tmp_path):
    building.put(tmp_path / building.FOLDER, FILES)
    with (
        sync_api.sync_playwright() as play,
        play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as browser,
    ):
        page = browser.new_page()
        page.goto((tmp_path / building.FOLDER / "index.html").as_uri())
        assert "python -m http.server" in page.inner_text("#status")
        assert page.is_disabled("#run")

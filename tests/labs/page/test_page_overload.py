# SPDX-License-Identifier: Apache-2.0
"""A lab whose machine is too busy: the measurement is made up; the page, in a browser, and `status` are real."""

import asyncio
import io
import socket
import threading

import pytest
import uvicorn
from browser_kit import CHROMIUM, MISSING
from page_kit import FABRIC, KEY, FakeLab, nic_status, sampled, state
from rich.console import Console

from labs.command import show_fabric
from labs.page.moments import Moments
from labs.page.server import application

WAIT_MS = 60_000


class BusyLab(FakeLab):
    """Its machine is too slow from the second look until somebody heals it."""

    def __init__(self):
        super().__init__()
        self.healed = False
        self._moments = Moments.of_fabric(FABRIC)

    def moment(self):
        self.looks += 1
        late = nic_status(late_ns=(300, 23_400), lost_by_kernel=12)
        told = state(nics=state().nics | {"nic1": late}) if self.looks > 1 and not self.healed else state()
        return self._moments.make(told, sampled(self.looks * 1000), {})

    def heal(self, words):
        self.healed = True
        return super().heal(words)


@pytest.fixture
def served():
    """A busy lab, and the URL of its page."""
    lab = BusyLab()
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(application(lab, port=port, key=KEY), log_level="warning"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([sock])))
        thread.start()
        yield lab, f"http://127.0.0.1:{port}/?key={KEY}"
        server.should_exit = True
        thread.join()


@pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
def test_the_notice_is_there_as_long_as_the_machine_is_too_busy(served):
    from playwright.sync_api import sync_playwright

    lab, url = served
    with sync_playwright() as play, play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.set_default_timeout(WAIT_MS)
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(url)
        notice = page.get_by_role("status", name="The machine is too busy")
        notice.wait_for()
        text = notice.inner_text()
        assert "What is lost, late or sent again may be its doing and not the network's." in text
        assert "--scale 20000 (make: SCALE=20000)" in text
        assert "nic1 was 23.4 us late in 1 of 100 wake-ups" in text
        assert "full sockets lost frames: nic1 12" in text
        assert "overloaded" not in page.locator("#about").inner_text()
        happened = page.locator("#happened .trouble").first
        assert "nic1: the machine, not the network, lost 12 frames at a full socket" in happened.inner_text()
        lab.heal(["all"])
        notice.wait_for(state="hidden")
        assert wrong == []


def test_status_says_it_too():
    out = io.StringIO()
    late = nic_status(late_ns=(300, 23_400), lost_by_kernel=12)
    show_fabric(state(nics=state().nics | {"nic1": late}), Console(file=out, width=400))
    lines = out.getvalue().splitlines()
    assert lines[-2] == "overloaded: full sockets lost frames: nic1 12"
    assert lines[-1] == (
        "The machine is too busy for 1 : 10,000. What is lost, late or sent again may be its doing and not the "
        "network's. Run it slower, with --scale 20000 (make: SCALE=20000) or more, or end what else runs here."
    )
    out.truncate(0)
    show_fabric(state(), Console(file=out, width=400))
    assert "too busy" not in out.getvalue()

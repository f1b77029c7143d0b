# SPDX-License-Identifier: Apache-2.0
"""Real Chromium for tests of pages: where it is, the fixture `browser`, and a page that must not complain."""

import shutil
from contextlib import contextmanager

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = "no Chromium here (`apt-get install chromium`)"


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play, play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as opened:
        yield opened


@contextmanager
def opened_file(browser, file, *, width=1400, height=1000):
    """A page from a file that says it is ready; in the end it has asked for nothing else and complained of nothing."""
    with browser.new_context(viewport={"width": width, "height": height}, offline=True) as context:
        page = context.new_page()
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: wrong.append(asked.url) if asked.url != file.as_uri() else None)
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        yield page
        assert wrong == []

# SPDX-License-Identifier: Apache-2.0
"""What people wait for, by the clock: each command in a process of its own, as it is typed, the best of a few runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Final

from common import PROJECT_ROOT
from tools.bench.measurements import Better, Figure, Settings, UnavailableError

_RUNS: Final = 3
_PATIENCE_S: Final = 300
_ANSWER: Final = PROJECT_ROOT / "labs" / "solutions" / "04-trim" / "switch.p4"
_PAGE: Final = re.compile(r"the page: (http://\S+)")


def commands(settings: Settings) -> Iterator[Figure]:
    """The demo, a figure of the paper, a lab until its page is there, and the grade of an answer."""
    out = settings.scratch
    yield _figure(
        "wait_demo", _best(lambda: _seconds("mrc_fabric", "demo", f"OUT={out}/demo")), "the demo, once set up"
    )
    figure = ("run", "--workers", "1", "--seeds", "1", "--only", "fig18")
    yield _figure(
        "wait_fig18",
        min(_seconds("fabric.experiments", *figure, "--out", f"{out}/{number}") for number in range(_RUNS)),
        "three runs, one at a time",
    )
    yield _figure(
        "wait_lab_page", _best(lambda: _lab_page(f"bench{time.monotonic_ns()}")), "a lab, until its page is there"
    )
    graded = _best(lambda: _seconds("labs.grading", "04", "--answer", str(_ANSWER)))
    yield _figure("wait_lab_check", graded, "the solution of lab 04")


def _figure(name: str, seconds: float, why: str) -> Figure:
    return Figure(name, seconds, "s", better=Better.LESS, why=why)


def _best(measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(_RUNS))


def _seconds(module: str, *arguments: str) -> float:
    began = time.perf_counter()
    _run(module, *arguments)
    return time.perf_counter() - began


def _run(module: str, *arguments: str) -> str:
    """What a command prints. A figure that does not hold with these few seeds has been measured all the same."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=PROJECT_ROOT, check=False, capture_output=True, text=True, timeout=_PATIENCE_S)
    if done.returncode not in (0, 1):
        raise UnavailableError(f"{shlex.join(command[1:])} ended with status {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def _lab_page(name: str) -> float:
    """Seconds until a lab is up and its page has been loaded; the lab goes down again."""
    began = time.perf_counter()
    try:
        found = _PAGE.search(_run("labs", "up", "--name", name, "--scale", "1000"))
        if found is None:
            raise UnavailableError("no lab comes up here; `make lab` says why")
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())  # the key becomes a cookie
        with browser.open(found[1], timeout=_PATIENCE_S) as page:
            page.read()
        return time.perf_counter() - began
    finally:
        _run("labs", "down", "--name", name)

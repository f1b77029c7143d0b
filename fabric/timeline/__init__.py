# SPDX-License-Identifier: Apache-2.0
"""A run as a page with time under the reader's hand: one HTML file that loads nothing from elsewhere.

`recording` samples counters while a scenario runs and finds the windows to look at closely. `journeys` runs the same
scenario again and follows packets in those windows. `document` is the data (docs/timeline.md). The page is never larger
than stated.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup
from msgspec import structs
from typing_extensions import override

from common.pages import environment, stylesheet
from fabric import viewer
from fabric.emulation.run import execute
from fabric.progress import Progress
from fabric.results import Result
from fabric.running import Again, Observer
from fabric.scenario import Scenario
from fabric.timeline.document import Document, Seen, document, thinned
from fabric.timeline.journeys import Follower, Journey, Key, MrcReader, Reader, RoceReader, chosen
from fabric.timeline.recording import CloseUps, Recording, Window, windows
from fabric.traffic.nics import nic_of

# --- The page --------------------------------------------------------------------------------------------------------


MOST_BYTES = 4_500_000
"""Of a page; a document that makes a larger one loses detail until it fits."""

_HERE = Path(__file__).parent


def page_of(document: Document, *, most_bytes: int = MOST_BYTES) -> str:
    """The page. The same document gives the same bytes.

    Args:
        document: of a run.
        most_bytes: the page is no larger, unless it cannot be made smaller: then half of that is code and fabric.
    """
    while True:
        page = _rendered(document)
        if len(page.encode()) <= most_bytes:
            return page
        thinner = thinned(document)
        if thinner is None:
            return page
        document = thinner


def _rendered(document: Document) -> str:
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return _environment().get_template("page.html.j2").render(
        scenario=document["scenario"],
        passed=document["verdict"]["passed"],
        packed=Markup(packed),
        stylesheet=stylesheet(viewer.stylesheet(), (_HERE / "page.css").read_text(encoding="utf-8")),
        script=Markup(viewer.inlined(_HERE / "page.js")),
    )  # fmt: skip


@cache
def _environment() -> jinja2.Environment:
    return environment(_HERE)


# --- The run that is looked at ---------------------------------------------------------------------------------------


_UNDERWAY_NS = 30_000
"""A packet that no node saw for this long is lost: several times the delay of a fabric with full queues."""
_REACH_NS = 12_000
"""Packets that are sent this long before a window may be trimmed or lost in it, so they are followed."""


class Timeline(Recording, Observer):
    """Records a run, then runs its interesting parts twice more: to see which packets to keep, and to trace those.

    Attributes:
        document: of the run that is over.
    """

    document: Document

    @property
    def page(self) -> str:
        return page_of(self.document)

    @override
    def finish(self, result: Result, again: Again) -> None:
        self.let_go()
        places = windows(self, result)
        closer = CloseUps(places, step_ns=self.bins.step_ns)
        journeys: list[Journey] = []
        if places:
            journeys = self._followed(again, places, closer)
        self.document = document(self, result, Seen(places, closer, journeys))

    def _followed(self, again: Again, places: list[Window], closer: CloseUps) -> list[Journey]:
        """The packets to show, with their traces; `closer` watches the first run."""
        until_ns = places[-1].to_ns + _UNDERWAY_NS

        def near(key: Key) -> bool:
            return any(window.from_ns - _REACH_NS <= key.born_ns < window.to_ns for window in places)

        first = Follower(_reader(self.scenario), near, traced=False)
        self._run(again, first, until_ns, closer)
        closer.end()
        kept = {each.key: each for each in chosen(first.journeys, places, until_ns=first.now_ns - _UNDERWAY_NS)}
        second = Follower(_reader(self.scenario), kept.__contains__, traced=True)
        self._run(again, second, max((each.last_ns for each in kept.values()), default=0) + 1, None)
        # The kind of a packet depends on the packets before it, which the second run leaves out.
        return [replace(each, read=kept[each.key].read) for each in second.journeys]

    def _run(self, again: Again, follower: Follower, until_ns: int, watch: CloseUps | None) -> None:
        scenario = structs.replace(self.scenario, limit_ns=min(self.scenario.limit_ns, until_ns))
        with again(follower.join) as built:
            execute(scenario, built, progress=Progress(), watch=watch)


def _reader(scenario: Scenario) -> Reader:
    return RoceReader() if scenario.nic.kind == "roce" else MrcReader(nic_of(scenario, 0).wire, scenario.topology)

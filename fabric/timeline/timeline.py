# SPDX-License-Identifier: Apache-2.0
"""The timeline of a run, from its first moment to the page."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import override

from fabric.emulation.run import execute
from fabric.progress import Progress
from fabric.results.document import Result
from fabric.running import Again, Observer
from fabric.scenario.model import Scenario
from fabric.timeline.choosing import chosen
from fabric.timeline.closeups import CloseUps
from fabric.timeline.document import Document, Seen, document
from fabric.timeline.following import Follower
from fabric.timeline.journeys import Journey, Key
from fabric.timeline.page import page_of
from fabric.timeline.reading import MrcReader, Reader, RoceReader
from fabric.timeline.recording import Recording
from fabric.timeline.windows import Window, windows
from fabric.traffic.nics import nic_of

_UNDERWAY_NS = 30_000
"""A packet that has not been seen for so long is lost: several times the way through a fabric with full queues."""
_REACH_NS = 12_000
"""Packets are followed that begin so long before a window: something may befall them in it."""


class Timeline(Recording, Observer):
    """Records a run, then runs its interesting parts twice more: to see which packets to keep, and to trace those.

    Attributes:
        document: of the run that is over.
    """

    document: Document

    @property
    def page(self) -> str:
        """The document as a page."""
        return page_of(self.document)

    @override
    def finish(self, result: Result, again: Again) -> None:
        places = windows(self, result)
        closer = CloseUps(places, step_ns=self.bins.step_ns)
        journeys: list[Journey] = []
        if places:
            journeys = self._followed(again, places, closer)
        self.document = document(self, result, Seen(places, closer, journeys))

    def _followed(self, again: Again, places: list[Window], closer: CloseUps) -> list[Journey]:
        """The packets to keep, with their traces; `closer` looks on."""
        until_ns = places[-1].to_ns + _UNDERWAY_NS

        def near(key: Key) -> bool:
            return any(window.from_ns - _REACH_NS <= key.born_ns < window.to_ns for window in places)

        first = Follower(_reader(self.scenario), near, traced=False)
        self._run(again, first, until_ns, closer)
        closer.end()
        kept = {each.key: each for each in chosen(first.journeys, places, until_ns=first.now_ns - _UNDERWAY_NS)}
        second = Follower(_reader(self.scenario), kept.__contains__, traced=True)
        self._run(again, second, max((each.last_ns for each in kept.values()), default=0) + 1, None)
        # What a packet is, is told from what was sent before it.
        return [replace(each, read=kept[each.key].read) for each in second.journeys]

    def _run(self, again: Again, follower: Follower, until_ns: int, watch: CloseUps | None) -> None:
        scenario = replace(self.scenario, limit_ns=min(self.scenario.limit_ns, until_ns))
        with again(follower.join) as built:
            execute(
                scenario, built.network, built.flows, progress=Progress(), rerouting=built.rerouting, watch=watch
            )  # fmt: skip


def _reader(scenario: Scenario) -> Reader:
    return RoceReader() if scenario.nic.kind == "roce" else MrcReader(nic_of(scenario, 0).wire)

# SPDX-License-Identifier: Apache-2.0
"""What the server needs of one lab, behind one object: its moments, its faults, its writes, its frames."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fabric.live.messages import Sample
from fabric.live.samples import Sampled
from fabric.live.source import TopologySource
from labs.client import ask
from labs.page.drawing import Described, described
from labs.page.inspecting import FabricDecoder, Inspector
from labs.page.moments import Moment, Moments
from labs.page.shown import FrameShown
from labs.page.transfers import Transfers
from labs.page.watching import KEPT, PERIOD_S
from labs.place import Place
from labs.requests import Fail, Happened, Heal, Look, State

_PATIENCE_S = 20.0


class LookedAt:
    """A lab, as the page sees it. All methods wait for the lab, and raise LabError when it refuses or is silent."""

    def __init__(self, where: Place, folder: Path) -> None:
        """Begin.

        Args:
            where: of the lab, which is up.
            folder: an empty one, for files on their way.

        Raises:
            LabError: it is not up.
            TopologyError: its topology's file is no longer one.
        """
        self._where = where
        state = ask(where, Look(), State, patience_s=_PATIENCE_S)
        self._fabric = TopologySource(file=state.topology).load()
        self._described = described(self._fabric, state, period_ms=round(PERIOD_S * 1000), kept=KEPT)
        self._moments = Moments(self._fabric)
        self._transfers = Transfers(where, folder)
        self._inspector = Inspector(where, (link.name for link in self._fabric.links()), FabricDecoder(self._fabric))

    def fabric(self) -> Described:
        """What does not change."""
        return self._described

    def moment(self) -> Moment:
        """How it is now."""
        sampled = ask(self._where, Sample(), Sampled, patience_s=_PATIENCE_S)
        state = ask(self._where, Look(), State, patience_s=_PATIENCE_S)
        return self._moments.make(state, sampled, self._transfers.judge(state))

    def write(self, source: str, destination: str, size: str) -> int:
        """Begin a write of so many bytes, such as `4MiB`; its number."""
        return self._transfers.post(source, destination, size)

    def fail(self, words: Sequence[str]) -> list[str]:
        """Let something fail (`labs.failing.FAIL`); what happened."""
        return ask(self._where, Fail(words=list(words)), Happened, patience_s=_PATIENCE_S).faults

    def heal(self, words: Sequence[str]) -> list[str]:
        """Heal something (`labs.failing.HEAL`); what happened."""
        return ask(self._where, Heal(words=list(words)), Happened, patience_s=_PATIENCE_S).faults

    def frames(self, link: str) -> list[FrameShown]:
        """What crosses a link now."""
        return self._inspector.frames(link)

# SPDX-License-Identifier: Apache-2.0
"""What the server needs of a lab of somebody's own network, behind one object."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from fabric.live.messages import Sample
from fabric.live.samples import Sampled
from host_stack.explain.captures import CapturedFrame
from labs.client import ask
from labs.errors import LabError
from labs.page.drawing import Described
from labs.page.inspecting import Decoder, Inspector, Summary
from labs.page.moments import Moment
from labs.page.own_drawing import described_own
from labs.page.own_moments import OwnMoments
from labs.page.plain_packets import plain_layers, plain_summary
from labs.page.shown import FrameShown, LayerShown
from labs.page.watching import KEPT, PERIOD_S
from labs.place import Place
from labs.requests import Fail, Happened, Heal, Look, OwnState

_PATIENCE_S = 20.0


class PlainDecoder(Decoder):
    """Whatever scapy knows."""

    @override
    def layers(self, data: bytes) -> list[LayerShown]:
        return plain_layers(data)

    @override
    def summary(self, frame: CapturedFrame, layers: Sequence[LayerShown]) -> Summary:
        kind, what = plain_summary(layers)
        return kind, what, ""


class OwnLookedAt:
    """Such a lab, as the page sees it. All methods wait for it, and raise LabError when it refuses or is silent."""

    def __init__(self, where: Place, state: OwnState) -> None:
        """Begin with what it told of itself."""
        self._where = where
        self._described = described_own(state, period_ms=round(PERIOD_S * 1000), kept=KEPT)
        self._moments = OwnMoments()
        self._inspector = Inspector(where, state.links, PlainDecoder())

    def fabric(self) -> Described:
        """What does not change."""
        return self._described

    def moment(self) -> Moment:
        """How it is now."""
        sampled = ask(self._where, Sample(), Sampled, patience_s=_PATIENCE_S)
        state = ask(self._where, Look(), OwnState, patience_s=_PATIENCE_S)
        return self._moments.make(state, sampled)

    def write(self, source: str, destination: str, size: str) -> int:
        """Only NICs write; raises LabError."""
        raise LabError(
            f"{source} has no MRC NIC, which could write {size} to {destination}; accepted: programs of hosts"
        )

    def fail(self, words: Sequence[str]) -> list[str]:
        """Let something fail (`labs.failing.FAIL`); what happened."""
        return ask(self._where, Fail(words=list(words)), Happened, patience_s=_PATIENCE_S).faults

    def heal(self, words: Sequence[str]) -> list[str]:
        """Heal something (`labs.failing.HEAL`); what happened."""
        return ask(self._where, Heal(words=list(words)), Happened, patience_s=_PATIENCE_S).faults

    def frames(self, link: str) -> list[FrameShown]:
        """What crosses a link now."""
        return self._inspector.frames(link)

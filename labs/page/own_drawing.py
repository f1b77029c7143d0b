# SPDX-License-Identifier: Apache-2.0
"""What the page must know once of somebody's own network: where its nodes stand, and its links."""

from __future__ import annotations

from labs.page.drawing import Cable, Described, Place, Sheet
from labs.page.layout import layout
from labs.requests import OwnState

_MARGIN = 0.12
"""Of the width, at both sides: half a node."""
_APART = 1.25
"""Rows between two nodes that are neighbours."""


def described_own(state: OwnState, *, period_ms: int, kept: int) -> Described:
    """What the page draws of a network, and writes above it."""
    return Described(
        kind="own",
        name=state.name,
        fabric=state.fabric,
        target=state.target,
        factor=state.factor,
        delays=state.delays,
        nics=list(state.hosts),
        t0s={},
        t1s=[],
        planes=0,
        period_ms=period_ms,
        kept=kept,
        sheets=[_sheet(state)],
    )


def _sheet(state: OwnState) -> Sheet:
    switches = [switch.name for switch in state.switches]
    places = layout([*state.hosts, *switches], [(link.a[0], link.b[0]) for link in state.links.values()])
    xs = [x for x, _ in places.values()]
    left, wide = min(xs), max(max(xs) - min(xs), 1e-9)
    return Sheet(
        planes=[],
        places=[
            Place(
                name=name,
                tier="host" if name in state.hosts else "switch",
                plane=None,
                x=round(_MARGIN + (1 - 2 * _MARGIN) * (x - left) / wide, 4) if len(places) > 1 else 0.5,
                row=round(y * _APART, 3),
            )
            for name, (x, y) in places.items()
        ],
        cables=[
            Cable(name=name, a=link.a, b=link.b, rate_bps=link.rate_bps, limits=(None, None))
            for name, link in state.links.items()
        ],
    )

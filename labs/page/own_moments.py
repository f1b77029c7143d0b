# SPDX-License-Identifier: Apache-2.0
"""Moments of somebody's own network: loads of its links, what hosts receive, what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fabric.live.samples import Sampled
from labs.page.moments import Moment, faults_happened, loads
from labs.requests import LinkState, OwnState


class OwnMoments:
    """Makes a moment of each pair of answers, and remembers what the next one is compared with."""

    def __init__(self) -> None:
        self._number = 0
        self._before: tuple[OwnState, Sampled] | None = None

    def make(self, state: OwnState, sampled: Sampled) -> Moment:
        """The moment at which these were told."""
        before = self._before
        rates = {name: link.rate_bps for name, link in state.links.items()}
        span_ns, shares = loads(rates, sampled, before[1] if before else None, state.factor)
        moment = Moment(
            number=self._number,
            now_ns=sampled.now_ns,
            span_ns=span_ns,
            links=shares,
            ports={},
            writes=[],
            received_bps=_received(state.links, shares, state.hosts),
            faults=state.faults,
            dead=state.dead,
            overload=[],
            happened=list(faults_happened(state, before[0] if before else None)),
        )
        self._number += 1
        self._before = state, sampled
        return moment


def _received(
    links: Mapping[str, LinkState], shares: Mapping[str, tuple[float, float]], hosts: Mapping[str, object]
) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, (_, back) in shares.items():
        if links[name].a[0] in hosts:
            found[links[name].a[0]] += round(back * links[name].rate_bps)
    return dict(found)

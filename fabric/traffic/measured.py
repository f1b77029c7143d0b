# SPDX-License-Identifier: Apache-2.0
"""What was measured of one flow, as the data that every engine leaves."""

from __future__ import annotations

from collections.abc import Iterable

from fabric.measuring.measurements import FlowMeasurement, PathUse
from fabric.traffic.flow import Flow


def flow_measurement(
    flow: Flow,
    *,
    names: tuple[str, str],
    share_bps: float | None,
    end_ns: int,
    paths: Iterable[PathUse],
    worst_frame_latency_ns: int | None,
) -> FlowMeasurement:
    """One flow at the end of a run.

    Args:
        flow: asked for all that its NICs know.
        names: of the NIC that sends and the one that receives.
        share_bps: its fair share; None where flows wait for one another.
        end_ns: of the run.
        paths: that frames took from the one NIC to the other, in any order.
        worst_frame_latency_ns: as in `FlowMeasurement`.

    Raises:
        FabricError: a NIC in another process does not answer.
    """
    done = flow.completed_ns()
    sent, received = flow.digests()
    return FlowMeasurement(
        source=names[0],
        destination=names[1],
        name=flow.name,
        bytes=flow.size,
        placed_bytes=flow.placed_bytes(),
        post_ns=flow.post_ns,
        completed_ns=done,
        duration_ns=(done if done is not None else end_ns) - flow.post_ns,
        failure=flow.failure(),
        fair_share_bps=share_bps,
        sha256_sent=sent,
        sha256_received=received,
        numbers=flow.numbers(),
        ev_changes=flow.ev_changes(),
        worst_frame_latency_ns=worst_frame_latency_ns,
        paths=sorted(paths, key=lambda path: path.switches),
        times=flow.times(),
        outstanding=flow.outstanding(),
    )

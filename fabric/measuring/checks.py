# SPDX-License-Identifier: Apache-2.0
"""The numbers of a run that a scenario may set bounds on, and that two runs are compared by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["more", "less", "neither"]


@dataclass(frozen=True, slots=True)
class Check:
    """One number of `result.json`'s `checks`.

    Attributes:
        text: what it is, for people.
        unit: shown after the number; empty for counts.
        better: which direction is an improvement when two runs are compared.
    """

    text: str
    unit: str = ""
    better: Better = "neither"


#: Every name a scenario's `expect` accepts. `fabric.results.document` computes exactly these.
CHECKS: dict[str, Check] = {
    "all_intact": Check("every written region has the same SHA-256 at both ends", better="more"),
    "finished": Check("every write completed within the limit", better="more"),
    "completion_us": Check("time of the last completion", "µs", "less"),
    "goodput_fraction.min": Check("slowest flow's goodput as a fraction of its fair share", better="more"),
    "goodput_fraction.mean": Check("mean goodput as a fraction of fair share", better="more"),
    "goodput_total_gbps": Check("bytes written per time until the last completion", "Gb/s", "more"),
    "latency.worst_us": Check(
        "worst packet latency: first sent to known to have arrived, resending included", "µs", "less"
    ),
    "latency.worst_frame_us": Check("worst NIC-to-NIC latency of any frame that arrived", "µs", "less"),
    "paths.min": Check("fewest paths any flow was sprayed over", better="more"),
    "trims.total": Check("frames trimmed by switches"),
    "trims.port_peak": Check("frames trimmed at the port that trimmed most"),
    "nacks.total": Check("NACKs received by senders"),
    "losses.total": Check("packets senders had to infer as lost", better="less"),
    "timeouts.total": Check("retransmission timeouts of senders", better="less"),
    "retransmissions.total": Check("packets sent again", better="less"),
    "retransmission_fraction": Check("packets sent again per packet sent first", better="less"),
    "evs.retired": Check("EVs retired (to ASSUMED_BAD)"),
    "evs.revived": Check("EVs revived (from ASSUMED_BAD to GOOD)"),
    "frames.blackholed": Check("frames that vanished in a stopped switch", better="less"),
    "frames.lost_on_links": Check("frames lost on links (random loss, links down)", better="less"),
    "frames.overflowed": Check("frames that found an output queue full", better="less"),
    "frames.dropped_by_switches": Check("frames a switch's program dropped", better="less"),
    "queue.peak_bytes": Check("longest output queue of any switch port", "B", "less"),
    "plane_balance": Check("bytes into the receivers: least used plane over most used plane", better="more"),
    "p4runtime_writes_during_run": Check("P4Runtime writes while traffic ran"),
}

# SPDX-License-Identifier: Apache-2.0
"""What RoCE asks of the fabric, and DCQCN of its NICs, in the figures that compare with it (docs/roce.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ROCE_LINE_GBPS: Final = 400 * 4096 / (4096 + 102)
"""Payload of RoCE on IPv6: Ethernet, IPv6, UDP, BTH and ICRC are 78 bytes, preamble, gap and checksum 24."""


def _lossless(*, xoff: str, xon: str, limit: str) -> Mapping[str, object]:
    """Overrides of a topology: one path per queue pair by ECMP, priority flow control, deep queues that mark.

    K_min, K_max and P_max are those of DCQCN's paper at ten times its link rate, on the last hop too.
    """
    return {
        "ecmp": True,
        "qos.pfc.queue": 1, "qos.pfc.xoff": xoff, "qos.pfc.xon": xon, "qos.queues.1.discard": "drop",
        **{
            f"qos.queues.1.{port}.{field}": value
            for port in ("fabric", "host")
            for field, value in (("limit", limit), ("ecn.min", "50 kB"), ("ecn.max", "2 MB"), ("ecn.p_max", "1 %"))
        },
    }  # fmt: skip


LOSSLESS: Final = _lossless(xoff="200 kB", xon="150 kB", limit="3 MB")
"""Cluster C, figures 16 and 17."""
CLUSTER_D: Final = _lossless(xoff="3 MB", xon="2 MB", limit="40 MB")
"""Cluster D, figures 18, 20, 21 and 22. What the paper's figure 22 shows, 22 MB before priority flow control ends it,
is 3 MB for each of the seven ports that it came by. DCQCN's paper (SIGCOMM 2015, section 4) wants marks before pauses,
so t_PFC > n t_ECN: all n = 8 ports of a switch at K_min hold 0.4 MB. 3 MB is above K_max, too."""

_GROWN: Final = {"additive_bps": 400_000_000, "hyper_bps": 2_000_000_000}
"""R_AI and R_HAI at ten times the link rate of DCQCN's paper."""
PROFILES: Final[Mapping[str, Mapping[str, int]]] = {
    "default": {**_GROWN, "increase_timer_ns": 5_500},
    "aggressive": _GROWN,
    "most-aggressive": {**_GROWN, "cnp_interval_ns": 2_000},
}
"""Profiles of DCQCN, by the names of arXiv 2605.04333, which gives no parameters. `aggressive` is what DCQCN's paper
has, rate steps grown with the link rate. `default` was chosen so that priority flow control acts, as the paper
shows: its increase timer is a tenth, 5.5 us. It is cluster D's in figures 18 and 20 too, whose receiver's port is full
in the paper, as figure 22's is with this profile alone. `most-aggressive` may be cut every 2 us instead of every 50."""

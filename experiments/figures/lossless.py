# SPDX-License-Identifier: Apache-2.0
"""What RoCE asks of the fabric, the same in all figures that compare with it (docs/roce.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LOSSLESS: Final[Mapping[str, object]] = {
    "ecmp": True,
    "qos.pfc.queue": 1, "qos.pfc.xoff": "200 kB", "qos.pfc.xon": "150 kB", "qos.queues.1.discard": "drop",
    **{
        f"qos.queues.1.{port}.{field}": value
        for port in ("fabric", "host")
        for field, value in (("limit", "3 MB"), ("ecn.min", "50 kB"), ("ecn.max", "2 MB"), ("ecn.p_max", "1 %"))
    },
}  # fmt: skip
"""Overrides of a topology: one path per queue pair by ECMP, priority flow control, deep queues that mark as DCQCN's
paper has it, at ten times its link rate, on the last hop too."""

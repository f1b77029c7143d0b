# SPDX-License-Identifier: Apache-2.0
"""The emulated and the live fabric: switches of `p4soft`, NICs of `host_stack/` and links; and their switch program."""

from __future__ import annotations

from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / "p4src" / "main.p4"
"""Source of the switch program, wherever its switches run."""
PRIORITY_QUEUES = 8
"""Queues per port: `standard_metadata.priority` has 3 bits."""

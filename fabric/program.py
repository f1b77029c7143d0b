# SPDX-License-Identifier: Apache-2.0
"""The switch program of this project, wherever its switches run."""

from __future__ import annotations

from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / "p4src" / "main.p4"
"""Its source."""
PRIORITY_QUEUES = 8
"""Queues per port: `standard_metadata.priority` has 3 bits."""

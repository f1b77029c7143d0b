# SPDX-License-Identifier: Apache-2.0
"""What switches do whatever their program is, in C: tables, hashes, meters, queues and random numbers."""

from __future__ import annotations

from pathlib import Path

from p4soft.llvm import Fixed

_FOLDER = Path(__file__).parent

TABLES = Fixed(_FOLDER, ("exact", "ranked", "trie"))
"""Lookups, and the functions that change what they read."""
ENTRIES = Fixed(_FOLDER, ("entries",))
"""What a P4Runtime server asks for: WriteRequests, and their entries inserted by the functions of `TABLES`."""
EXTERNS = Fixed(_FOLDER, ("hashes", "meters", "queues", "random"))

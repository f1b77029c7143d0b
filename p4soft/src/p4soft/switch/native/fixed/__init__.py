# SPDX-License-Identifier: Apache-2.0
"""What switches do whatever their program is, in C: lookups and changes of tables."""

from __future__ import annotations

from pathlib import Path

from p4soft.llvm.fixed import Fixed

TABLES = Fixed(Path(__file__).parent, ("exact", "ranked", "trie"))

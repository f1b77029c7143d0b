# SPDX-License-Identifier: Apache-2.0
"""Explains a compiled program (the switch's model of BMv2 JSON): its pipeline as a text diagram and as SVG.

The model is enough, so it explains programs that p4c or anybody else compiled, too; `python -m p4soft.explain --help`.
"""

from __future__ import annotations

from p4soft.explain.description import to_text
from p4soft.explain.drawing import to_svg

__all__ = ["to_svg", "to_text"]

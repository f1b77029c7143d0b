# SPDX-License-Identifier: Apache-2.0
"""What runs a program on the embedded switch, as every command says it (`--engine`)."""

from __future__ import annotations

from typing import Literal, get_args

EngineChoice = Literal["auto", "native", "python"]
ENGINES: tuple[EngineChoice, ...] = get_args(EngineChoice)
ENGINE_HELP = (
    "What runs the program: native (machine code), python, or auto: native where it can run the program (default; a "
    "notice says why not; a served switch begins in Python while machine code is made). Traces are made in Python."
)

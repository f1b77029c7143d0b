# SPDX-License-Identifier: Apache-2.0
"""P4Info of the switch program, by the embedded compiler, and parameters of its actions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from controller.program import ENUMS
from p4soft.compiler import CompileResult, compile_file
from p4soft.messages import p4info_pb2


@cache
def compiled() -> CompileResult:
    return compile_file(Path(__file__).resolve().parents[2] / "p4src" / "main.p4")


def build(without: str = "") -> p4info_pb2.P4Info:
    """The P4Info message; ``without`` leaves one table out."""
    p4info = p4info_pb2.P4Info()
    p4info.CopyFrom(compiled().p4info)
    tables = [table for table in p4info.tables if table.preamble.name != f"FabricIngress.{without}"]
    del p4info.tables[:]
    p4info.tables.extend(tables)
    return p4info


def trimming(**changes: int) -> dict[str, int]:
    """Parameters of `set_trim`: those of the lab's last hops, with ``changes``."""
    return {"size": 256, "dscp": 16, "queue": 6, "length_mode": ENUMS["length_mode_t"]["UPDATE"], **changes}

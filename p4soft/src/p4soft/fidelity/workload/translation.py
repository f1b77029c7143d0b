# SPDX-License-Identifier: Apache-2.0
"""P4Info without translated types: BMv2's P4Runtime takes no strings, and no width of another number of bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.switch import Program

_NOTE = "translated types are given as the data path has them: BMv2's P4Runtime does not translate"


def without_translation(info: p4info_pb2.P4Info, program: Program) -> tuple[p4info_pb2.P4Info, str]:
    """A copy in which such fields and parameters are numbers as wide as in the data path, and a note if any was."""
    translated = {name for name, spec in info.type_info.new_types.items() if spec.HasField("translated_type")}
    if not translated:
        return info, ""
    copy = p4info_pb2.P4Info()
    copy.CopyFrom(info)
    keys = {spec.name: [key.width for key in spec.key] for spec in program.tables()}
    params = {action.name: [param.width for param in action.params] for action in program.actions.values()}
    for table in copy.tables:
        _widen(table.match_fields, keys.get(table.preamble.name, ()), translated)
    for action in copy.actions:
        _widen(action.params, params.get(action.preamble.name, ()), translated)
    return copy, _NOTE


def _widen(fields: Iterable[Any], widths: Iterable[int], translated: set[str]) -> None:
    for field, width in zip(fields, widths, strict=False):
        if field.type_name.name in translated:
            field.ClearField("type_name")
            field.bitwidth = width

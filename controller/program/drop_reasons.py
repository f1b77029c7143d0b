# SPDX-License-Identifier: Apache-2.0
"""Why `p4src/` drops packets: names and numbers, from the one place that has them, `p4src/drop_reasons.p4`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from controller.errors import ControllerError

SOURCE = Path(__file__).resolve().parents[2] / "p4src" / "drop_reasons.p4"


def read_drop_reasons(source: Path = SOURCE) -> Mapping[str, int]:
    """The members of the enum in their order, NONE left out.

    Raises:
        ControllerError: the file cannot be read, or has no such enum.
    """
    try:
        text = source.read_text(encoding="utf-8")
    except OSError as error:
        raise ControllerError(f"{source}: cannot read: {error.strerror}") from None
    body = re.search(r"enum bit<5> drop_reason_t \{(.*?)\}", text, re.DOTALL)
    if body is None:
        raise ControllerError(f"{source}: no 'enum bit<5> drop_reason_t'")
    members = re.findall(r"^\s*(\w+)\s*=\s*(\d+)", body[1], re.MULTILINE)
    return MappingProxyType({name: int(number) for name, number in members if name != "NONE"})


DROP_REASONS = read_drop_reasons()
"""Reason to its number, the low 5 bits of an index of `names.DROPPED_PACKETS`."""

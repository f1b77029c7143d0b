# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/performance.md: `--page` stores them beside the page, and writes its table from them.

A run of some parts takes the place of these parts' figures alone: each ratio is of one run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from common.written_tables import NoPlaceError, replaced
from p4soft import outputs
from tools.bench.measurements import number

__all__ = ["COMMAND", "RecordError", "joined", "read", "recorded", "table"]

COMMAND = "python -m tools.bench --page docs/performance.md"
"""Which writes the table."""
_HEAD = ("figure", "value", "unit", "peer", "its value", "times as good")


class RecordError(ValueError):
    """A page or its stored figures cannot be read; the message says what is accepted."""


def read(page: Path) -> list[dict[str, Any]]:
    """The figures stored beside a page; none if there are none yet. Raises RecordError."""
    file = page.with_suffix(".json")
    if not file.exists():
        return []
    try:
        found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
        table(found)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise RecordError(f"{file}: {error}; accepted: what {COMMAND} wrote") from None
    return found


def joined(page: Path, figures: Iterable[Mapping[str, Any]]) -> tuple[list[Mapping[str, Any]], str]:
    """A page's stored figures with these in place of their older ones, and its text. Raises RecordError."""
    new = {each["figure"]: each for each in figures}
    before = read(page)
    kept: list[Mapping[str, Any]] = [new.pop(each["figure"], each) for each in before] + list(new.values())
    try:
        text = replaced(page.read_text(encoding="utf-8"), COMMAND, table(kept))
    except (OSError, NoPlaceError) as error:
        raise RecordError(f"{page}: {error}") from None
    return kept, text


def recorded(page: Path, made: Mapping[str, Any]) -> None:
    """Store the figures of a document (`measurements.document`), and write the page's table. Raises RecordError."""
    kept, text = joined(page, made["figures"])
    outputs.write_text(page.with_suffix(".json"), json.dumps(kept, indent=1) + "\n")
    outputs.write_text(page, text)


def table(figures: Iterable[Mapping[str, Any]]) -> str:
    """The rows of a Markdown table."""
    lines = [list(_HEAD), ["---"] * len(_HEAD)]
    for each in figures:
        peer, ratio = each["peer_value"], each["ratio"]
        lines.append(
            [
                f"`{each['figure']}`",
                number(each["value"]),
                each["unit"],
                each["peer"] or f"({each['why']})",
                "" if peer is None else number(peer),
                "" if ratio is None else number(ratio),
            ]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)

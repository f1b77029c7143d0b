# SPDX-License-Identifier: Apache-2.0
"""The plan of a switch's entries, how a switch differs from its plan, and both as text and JSON; no P4Runtime.

The text of a plan can be diffed: one entry per line or object, fixed order, values as people write them.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from msgspec import Struct

from p4soft.table_entries import EntryKey, Exact, Lpm, Match, Range, TableEntry, Ternary

# --- Plans and differences -------------------------------------------------------------------------------------------


Form = Literal["columns", "p4runtime", "config_db"]
"""How a file has a switch's plan."""
FORMS: tuple[Form, ...] = get_args(Form)


class SwitchPlan(Struct, frozen=True):
    """Everything one switch shall hold, in a fixed order.

    Attributes:
        device_id: P4Runtime device id.
        entries: Table entries, in table order and then by key.
        max_port: Highest port number in use, which a target must be able to express.
    """

    switch: str
    device_id: int
    entries: tuple[TableEntry, ...]
    max_port: int


class Difference(Struct, frozen=True):
    """One disagreement between plan and switch.

    ``missing``: planned only. ``extra``: on the switch only. ``differs``: same key, other action or parameters.
    """

    planned: TableEntry | None
    found: TableEntry | None

    @property
    def kind(self) -> str:
        """``missing``, ``extra`` or ``differs``."""
        if self.found is None:
            return "missing"
        return "extra" if self.planned is None else "differs"


def compare(planned: Mapping[EntryKey, TableEntry], found: Mapping[EntryKey, TableEntry]) -> list[Difference]:
    """All differences: first missing and differing entries in planned order, then extra ones in found order."""
    differences = []
    for key, entry in planned.items():
        other = found.get(key)
        if other is None:
            differences.append(Difference(entry, None))
        elif entry.action != other.action or entry.group != other.group or dict(entry.params) != dict(other.params):
            differences.append(Difference(entry, other))
    differences.extend(Difference(None, entry) for key, entry in found.items() if key not in planned)
    return differences


# --- Text and JSON ---------------------------------------------------------------------------------------------------


_ADDRESSES = frozenset(("dst_addr", "src_addr"))
_MACS = frozenset(("src_mac", "dst_mac"))


def value_text(name: str, value: int, table: str = "") -> str:
    """A field or parameter value: IPv6/IPv4 and MAC addresses in their notation, all else decimal."""
    if name in _ADDRESSES:
        return str(ipaddress.IPv4Address(value) if "ipv4" in table else ipaddress.IPv6Address(value))
    if name in _MACS:
        return ":".join(f"{byte:02x}" for byte in value.to_bytes(6, "big"))
    return str(value)


def match_text(name: str, match: Match, table: str = "") -> str:
    """A match: ``value``, ``value/len``, ``value&&&mask`` or ``low..high`` (P4's own notation where it has one)."""
    if isinstance(match, Exact):
        return value_text(name, match.value, table)
    if isinstance(match, Lpm):
        return f"{value_text(name, match.value, table)}/{match.prefix_len}"
    if isinstance(match, Ternary):
        return f"{value_text(name, match.value, table)}&&&{match.mask:#x}"
    return _range_text(match)


def _range_text(match: Range) -> str:
    return f"{match.low}..{match.high}"


def key_text(entry: TableEntry) -> str:
    match = " ".join(f"{name}={match_text(name, item, entry.table)}" for name, item in entry.match.items())
    priority = f" priority={entry.priority}" if entry.priority else ""
    return f"{entry.table} {match}{priority}"


def action_text(entry: TableEntry) -> str:
    if entry.group:
        return f"group {entry.group}"
    return f"{entry.action}({', '.join(f'{name}={value_text(name, value)}' for name, value in entry.params.items())})"


def entry_text(entry: TableEntry) -> str:
    """An entry on one line; the note, if any, after a ``#``."""
    note = f"  # {entry.note}" if entry.note else ""
    return f"{key_text(entry)} -> {action_text(entry)}{note}"


def difference_text(difference: Difference) -> str:
    """A difference on one line: which entry, and what is planned and found."""
    planned, found = difference.planned, difference.found
    if planned is not None and found is not None:
        return f"differs: {key_text(planned)}: planned {action_text(planned)}, found {action_text(found)}"
    entry = planned if planned is not None else found
    assert entry is not None
    return f"{difference.kind}: {key_text(entry)} -> {action_text(entry)}"


def plan_text(plan: SwitchPlan) -> Iterator[str]:
    """A plan as text, line by line without line ends."""
    yield f"switch {plan.switch} device_id {plan.device_id} entries {len(plan.entries)}"
    for entry in plan.entries:
        yield f"  {entry_text(entry)}"


def plan_json(plan: SwitchPlan) -> dict[str, object]:
    """A plan as JSON-ready data; values are text, since JSON numbers do not hold 128 bits."""
    return {
        "switch": plan.switch,
        "device_id": plan.device_id,
        "entries": [_entry_json(entry) for entry in plan.entries],
    }


def json_text(document: object) -> str:
    """JSON with one value per line and a final line end."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _entry_json(entry: TableEntry) -> dict[str, object]:
    document: dict[str, object] = {
        "table": entry.table,
        "match": {name: match_text(name, item, entry.table) for name, item in entry.match.items()},
    }
    if entry.priority:
        document["priority"] = entry.priority
    if entry.group:
        document["group"] = entry.group
    else:
        document["action"] = entry.action
        document["params"] = {name: value_text(name, value) for name, value in entry.params.items()}
    if entry.note:
        document["note"] = entry.note
    return document

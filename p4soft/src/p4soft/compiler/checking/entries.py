# SPDX-License-Identifier: Apache-2.0
"""The entries of one table seen together: priorities and duplicates (specification section 14.2.1.4)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.base import CheckerBase

PRIORITISED = frozenset({"ternary", "range", "optional"})
"""Match kinds with which several entries can match a packet, so that a priority decides."""

MAX_ENTRIES = 2_000
"""How many entries are compared with one another."""

Matched = tuple[int, int]
"""A key value as (value, mask)."""


def check_entries(checker: CheckerBase, table: ast.TableDecl) -> None:
    """Report priorities where none can be and none where one must be; duplicate and hidden entries."""
    _priorities(checker, table)
    _overlaps(checker, table)


def _property(table: ast.TableDecl, name: str, default: int | bool) -> int | bool:
    prop = table.properties.get(name)
    value = prop.value.const_value if prop is not None else None
    return value if isinstance(value, int) else default


def _priorities(checker: CheckerBase, table: ast.TableDecl) -> None:
    given = [e for e in table.entries if e.priority is not None]
    if not given:
        return
    if not any(k.match_kind in PRIORITISED for k in table.key):
        kinds = ", ".join(sorted({k.match_kind for k in table.key}))
        message = f"an entry of table `{table.name}` has a priority, but its keys ({kinds}) leave nothing to decide"
        checker.error(given[0], message, "no priority, or a key of kind ternary, range or optional")
        return
    if table.entries_const:
        checker.error(given[0], "an entry of `const entries` has a priority: their order decides", "`entries = {`")
        return
    if table.entries[0].priority is None:
        message = "the first entry has no priority, but a later one has"
        checker.error(table.entries[0], message, "`priority = ...:` before it", [(given[0].span, "this one")])
        return
    largest = _property(table, "largest_priority_wins", True)
    step = int(_property(table, "priority_delta", 1))
    current = 0
    for entry in table.entries:
        if entry.priority is None:
            current += -step if largest else step
        elif entry.priority_value is None:
            return
        else:
            current = entry.priority_value
        if not 0 <= current < 1 << 31:
            message = f"this entry gets the priority {current}, {step} {'below' if largest else 'above'} the one before"
            checker.error(entry, message, "0 or more: a higher priority before it, or a smaller priority_delta")
            return


def _overlaps(checker: CheckerBase, table: ast.TableDecl) -> None:
    """Entries that no packet can reach because an earlier one matches all they match."""
    if len(table.entries) > MAX_ENTRIES:
        return
    exact = all(k.match_kind == "exact" for k in table.key)
    seen: list[tuple[ast.Entry, tuple[Matched, ...]]] = []
    if any(e.priority is not None or e.annotations for e in table.entries) or any(
        k.match_kind == "lpm" for k in table.key
    ):
        return
    known: dict[tuple[Matched, ...], ast.Entry] = {}
    for entry in table.entries:
        values = tuple(_matched(k, key) for k, key in zip(entry.keysets, table.key, strict=False))
        full = tuple(v for v in values if v is not None)
        if len(full) != len(table.key):
            continue
        before = known.get(full)
        if before is None and not exact:
            before = next((e for e, v in seen if all(map(_covers, v, full))), None)
        if before is not None:
            notes = [(before.span, "the earlier entry")]
            if exact:
                checker.error(entry, "another entry has the same key", "", notes)
            else:
                message = "this entry is never hit: an earlier one matches all that it matches"
                checker.diagnostics.warn(entry.span, message, code="unreachable", notes=notes)
        known.setdefault(full, entry)
        seen.append((entry, full))


def _covers(wide: Matched, narrow: Matched) -> bool:
    return wide[1] & ~narrow[1] == 0 and (wide[0] ^ narrow[0]) & wide[1] == 0


def _matched(keyset: ast.Expression, key: ast.KeyElement) -> Matched | None:
    """A key value as (value, mask), or None when it is not known or a range."""
    width = t.width_of(key.expression.type)
    if width is None:
        return None
    everything = (1 << width) - 1
    match keyset:
        case ast.DefaultExpr():
            return 0, 0
        case ast.Mask():
            value, mask = keyset.value.const_value, keyset.mask.const_value
            if not isinstance(value, int) or not isinstance(mask, int):
                return None
            return value & mask & everything, mask & everything
        case ast.Range():
            return None
    single = keyset.const_value
    return (int(single) & everything, everything) if isinstance(single, int) else None

# SPDX-License-Identifier: Apache-2.0
"""The priorities of the entries that a program gives a table (P4_16 §14.2.1.4)."""

from __future__ import annotations

from p4soft.compiler import ast


def entry_priorities(decl: ast.TableDecl) -> list[int]:
    """Each entry's number by `priority =`, `priority_delta` and the entry before it; without any the first wins."""
    delta = int(_property(decl, "priority_delta", default=1))
    step = -delta if largest_priority_wins(decl) else delta
    following = 1 + (len(decl.entries) - 1) * delta if largest_priority_wins(decl) else 1
    values: list[int] = []
    for entry in decl.entries:
        value = following if entry.priority_value is None else entry.priority_value
        values.append(value)
        following = value + step
    return values


def has_priorities(decl: ast.TableDecl) -> bool:
    """Whether an entry says a priority."""
    return any(entry.priority_value is not None for entry in decl.entries)


def largest_priority_wins(decl: ast.TableDecl) -> bool:
    """Whether the entry with the largest number wins, as it does unless the table says otherwise."""
    return _property(decl, "largest_priority_wins", default=True) is not False


def _property(decl: ast.TableDecl, name: str, *, default: int) -> int:
    prop = decl.properties.get(name)
    value = None if prop is None else prop.value.const_value
    return value if isinstance(value, int) else default

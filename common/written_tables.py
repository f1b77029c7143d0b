# SPDX-License-Identifier: Apache-2.0
"""Tables of pages that a command writes, between two lines of the page that name the command (docs/style.md)."""

from __future__ import annotations

__all__ = ["END", "NoPlaceError", "begin", "replaced"]

END = "<!-- end of table -->"


class NoPlaceError(ValueError):
    """A page has no place for a table; the message says what it is to have."""


def begin(command: str) -> str:
    """The line before the table of a command."""
    return f"<!-- table: {command} -->"


def replaced(page: str, command: str, table: str) -> str:
    """The text of a page with another table of that command; raises NoPlaceError."""
    head, first, rest = page.partition(f"{begin(command)}\n")
    _, last, tail = rest.partition(END)
    if not (first and last):
        raise NoPlaceError(f"no table; accepted: a page with the lines {begin(command)} and {END}")
    return f"{head}{first}{table}\n{last}{tail}"

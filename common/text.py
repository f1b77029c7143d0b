# SPDX-License-Identifier: Apache-2.0
"""Text of others (a device's trace, a profile's note) made safe to print: invisible characters are spelled out."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from difflib import get_close_matches

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and line feed, DEL, C1: terminal escapes, not allowed in XML 1.0
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # separators and bidirectional controls, which reorder what is read
    "\ud800-\udfff\ufeff\ufffe\uffff]"  # lone surrogates and non-characters: not allowed in XML 1.0
)


def visible(text: str) -> str:
    r"""`text` with control characters as `\x1b` or `\u202e`, line ends as `\n`: safe for terminals and XML."""
    return _UNPRINTABLE.sub(_spelled, text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """`text` made visible, all white space as single spaces."""
    return " ".join(visible(text).split())


def reading_width() -> int:
    """Columns to wrap text for people at: the terminal's, from 40 to 100; 80 without one."""
    return min(max(shutil.get_terminal_size().columns, 40), 100)


def plural(count: int, noun: str) -> str:
    """`1 frame`, `2 frames`, `no frames`."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def did_you_mean(name: str, names: Iterable[str], likeness: float = 0.8) -> str:
    """`; did you mean NAME or NAME?`, of `names` those that are like `name`, from 0 to 1; empty if none is."""
    close = get_close_matches(name, list(names), 3, likeness)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _spelled(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"

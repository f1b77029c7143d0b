# SPDX-License-Identifier: Apache-2.0
"""A preprocessed program as text: what `p4c` leaves in `NAME.p4i`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from targets.compiler.preprocessing.lexer import EOF
from targets.compiler.preprocessing.preprocessor import Preprocessor
from targets.compiler.source import Diagnostics

_MOST_BLANK_LINES = 7
"""Where more lines are empty, a marker says the next one's number."""


def preprocessed(source: Path, include_dirs: Sequence[Path], defines: Mapping[str, str | None]) -> str:
    """A program with its includes and without directives and comments; `# LINE "FILE"` says where lines come from.

    Raises:
        CompileErrors: a file cannot be read.
    """
    text, file, line = "", "", 0
    pieces: list[str] = []
    for token in Preprocessor(Diagnostics(), include_dirs, {"__TARGET_BMV2__": "1", **defines}).run(source):
        if token.kind == EOF:
            break
        if token.file != file or not line <= token.line <= line + _MOST_BLANK_LINES:
            pieces.append(f'{text}\n# {token.line} "{token.file}"\n' if text else f'# {token.line} "{token.file}"\n')
            text, file = "", token.file
        elif token.line > line:
            pieces.append(text + "\n" * (token.line - line))
            text = ""
        indent = token.column - 1 - len(text)
        text += " " * indent if not text or indent > 0 else " " * token.spaced
        text += token.text
        line = token.line + token.text.count("\n")
    return "".join(pieces) + text + "\n"

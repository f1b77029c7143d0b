# SPDX-License-Identifier: Apache-2.0
"""A preprocessed program as text, as `p4c` leaves it in `NAME.p4i`, and the files that it was read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from p4soft.compiler.preprocessing.lexer import EOF
from p4soft.compiler.preprocessing.preprocessor import Preprocessor
from p4soft.compiler.source import Diagnostics

_MOST_BLANK_LINES = 7
"""Where more lines are empty, a marker says the next one's number."""


@dataclass(frozen=True, slots=True)
class Preprocessed:
    """A program after preprocessing.

    Attributes:
        text: with its includes and without directives and comments; `# LINE "FILE"` says where lines come from.
        files: all that was read, the program first.
    """

    text: str
    files: tuple[str, ...]


def preprocessed(source: Path, include_dirs: Sequence[Path], defines: Mapping[str, str | None]) -> Preprocessed:
    """Preprocess a program.

    Raises:
        CompileErrors: a file cannot be read, or a directive is wrong.
    """
    diagnostics = Diagnostics()
    text, file, line = "", "", 0
    pieces: list[str] = []
    for token in Preprocessor(diagnostics, include_dirs, {"__TARGET_BMV2__": "1", **defines}).run(source):
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
    diagnostics.raise_if_errors()
    return Preprocessed("".join(pieces) + text + "\n", tuple(diagnostics.sources.files))

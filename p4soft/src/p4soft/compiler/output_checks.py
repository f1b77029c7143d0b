# SPDX-License-Identifier: Apache-2.0
"""What the compiler's output files may not be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from p4soft.outputs import OutputError


def check_outputs(source: Path, outputs: Sequence[Path]) -> None:
    """Refuse outputs that would destroy something, before anything is compiled.

    Raises:
        OutputError: two outputs, or an output and the source, are one file; an output exists and is not a regular file,
            or its directory is missing.
    """
    seen = {source.resolve(): "the source"}
    for path in outputs:
        if path.exists() and not path.is_file():
            raise OutputError(f"{path}: cannot write: not a regular file")
        target = path.resolve()
        if not target.parent.is_dir():  # as p4c, which makes none
            raise OutputError(f"{path}: cannot write: No such file or directory")
        if target in seen:
            raise OutputError(f"{path}: cannot write: it is {seen[target]} as well; give each output a name of its own")
        seen[target] = f"the output {path}"

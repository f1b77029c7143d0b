# SPDX-License-Identifier: Apache-2.0
"""The compiler's output files: all of them appear whole, or none."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path


class OutputError(Exception):
    """An output cannot be written; the message is complete and meant for people."""


def check_outputs(source: Path, outputs: Sequence[Path]) -> None:
    """Refuse outputs that would destroy something, before anything is compiled.

    Raises:
        OutputError: two outputs, or an output and the source, are one file; an output exists and is not a regular file.
    """
    seen = {source.resolve(): "the source"}
    for path in outputs:
        if path.exists() and not path.is_file():
            raise OutputError(f"{path}: cannot write: not a regular file")
        target = path.resolve()
        if target in seen:
            raise OutputError(f"{path}: cannot write: it is {seen[target]} as well; give each output a name of its own")
        seen[target] = f"the output {path}"


def write_all(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write every file or none: each goes to a temporary name first, and all are renamed at the end.

    Raises:
        OutputError: a file cannot be written.
    """
    umask = os.umask(0)
    os.umask(umask)
    written: list[tuple[Path, Path]] = []
    try:
        for path, content in files:
            with _named(path):
                target = path.resolve()
                descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
                written.append((Path(name), target))
                with os.fdopen(descriptor, "wb") as stream:
                    stream.write(content)
                Path(name).chmod(0o666 & ~umask)
        for (temporary, target), (path, _) in zip(written, files, strict=True):
            with _named(path):
                temporary.replace(target)
    finally:
        for temporary, _ in written:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: cannot write: {error.strerror or error}") from None

# SPDX-License-Identifier: Apache-2.0
"""Output files appear whole or not at all, with the permissions of any new file, whatever is in them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

__all__ = [
    "OutputError",
    "atomic_file",
    "write_all",
    "write_bytes",
    "write_text",
]


class OutputError(Exception):
    """A file that cannot be written. The message is complete: it names the file and the reason."""


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file that gets its name when the block ends without an exception; otherwise nothing remains.

    A symbolic link is followed; a device, a pipe or a directory is refused, because renaming would replace it.

    Raises:
        OutputError: the file cannot be written (directory missing and not creatable, disk full, no permission, not a
            regular file).
    """
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: cannot write: not a regular file")
    temporary: Path | None = None
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            yield stream
        # mkstemp makes files private; outputs are meant to be read by others, as the umask allows.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(target)
        temporary = None
    except RuntimeError as problem:
        if temporary is not None:  # of the block, not of following links
            raise
        raise OutputError(f"{path}: cannot write: links in a circle") from problem
    except OSError as problem:
        raise OutputError(f"{path}: cannot write: {problem.strerror or problem}") from problem
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def write_bytes(path: Path, data: bytes) -> Path:
    """Write a whole file, its directory too, and return its path. Raises OutputError."""
    with atomic_file(path) as stream:
        stream.write(data)
    return path


def write_text(path: Path, text: str) -> Path:
    """Write a whole UTF-8 file, its directory too, and return its path. Raises OutputError."""
    return write_bytes(path, text.encode("utf-8"))


def write_all(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write every file or none: each is complete under a temporary name before the first is renamed.

    Raises:
        OutputError: a file cannot be written.
    """
    with contextlib.ExitStack() as stack:
        for path, content in files:
            stream = stack.enter_context(atomic_file(path))
            with _named(path):
                stream.write(content)
                stream.flush()


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Inside other files' blocks, a failure carries the name of the file it happened to."""
    try:
        yield
    except OSError as problem:
        raise OutputError(f"{path}: cannot write: {problem.strerror or problem}") from problem

# SPDX-License-Identifier: Apache-2.0
"""Output files appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from fabric.errors import FabricError


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file that gets its name when the block ends without an exception; otherwise nothing remains.

    A symbolic link is followed; a device, a pipe or a directory is refused, because renaming would replace it.

    Raises:
        FabricError: the file cannot be written (directory missing and not creatable, disk full, no permission, not a
            regular file).
    """
    if path.exists() and not path.is_file():
        raise FabricError(f"cannot write {path}: not a regular file")
    temporary: Path | None = None
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            yield stream
        # mkstemp makes files private; results are meant to be read by others, as the umask allows.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(target)
        temporary = None
    except RuntimeError as problem:
        if temporary is not None:  # of the block, not of following links
            raise
        raise FabricError(f"cannot write {path}: links in a circle") from problem
    except OSError as problem:
        raise FabricError(f"cannot write {path}: {problem.strerror or problem}") from problem
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file atomically. Raises FabricError."""
    with atomic_file(path) as stream:
        stream.write(data)


def write_text(path: Path, text: str) -> None:
    """Write a whole UTF-8 file atomically. Raises FabricError."""
    write_bytes(path, text.encode("utf-8"))

# SPDX-License-Identifier: Apache-2.0
"""Report files appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from ptf_tests.results import ResultsError


def write_bytes(path: Path, data: bytes) -> Path:
    """Write a whole file, its directory too, and return its path. Raises ResultsError."""
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        # mkstemp makes files private; reports are meant to be read by others, as the umask allows.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
        temporary = None
    except OSError as error:
        raise ResultsError(f"{path}: cannot write: {error.strerror}") from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
    return path


def write_text(path: Path, text: str) -> Path:
    """Write a whole UTF-8 file and return its path. Raises ResultsError."""
    return write_bytes(path, text.encode("utf-8"))

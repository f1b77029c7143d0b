# SPDX-License-Identifier: Apache-2.0
"""Bytes to write when it does not matter which."""

from __future__ import annotations

import random
from pathlib import Path

from common.quantities import parse_size
from labs.errors import LabError
from labs.requests import LARGEST_BYTES

_CHUNK = 1 << 20


def noise(file: Path, size: str, largest: int = LARGEST_BYTES) -> Path:
    """Fill a file with bytes that depend on how many they are.

    Args:
        file: to be written.
        size: how many bytes, such as `4MiB`.
        largest: the most that are accepted.

    Raises:
        LabError: `size` is no size, or out of range.
        OSError: the file cannot be written.
    """
    try:
        wanted = parse_size(size)
    except ValueError as problem:
        raise LabError(f"--bytes: {problem}") from None
    if not 1 <= wanted <= largest:
        raise LabError(f"--bytes: {wanted:,} is out of range; accepted: 1..{largest:,}")
    drawn = random.Random(wanted)
    with file.open("wb") as stream:
        for begin in range(0, wanted, _CHUNK):
            stream.write(drawn.randbytes(min(_CHUNK, wanted - begin)))
    return file

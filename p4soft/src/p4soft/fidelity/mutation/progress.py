# SPDX-License-Identifier: Apache-2.0
"""Where a process is, in a file that stays when it dies: program, batch and frame."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path

_FORMAT = struct.Struct("<qqqq")
WHOLE_BATCH = -1
NOTHING = -1


@dataclass(frozen=True, slots=True)
class Position:
    """`program`: its number in the list of a process, or NOTHING; `frame`: that in the batch, or WHOLE_BATCH."""

    program: int
    batch: int
    frame: int


class Progress:
    """The file. Writing costs a store in memory."""

    def __init__(self, path: Path) -> None:
        """The file must be there (`create`)."""
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _FORMAT.size)
        self._steps = 0

    @staticmethod
    def create(path: Path) -> None:
        """A file that says that nothing has been done."""
        path.write_bytes(_FORMAT.pack(NOTHING, 0, WHOLE_BATCH, 0))

    def write(self, position: Position) -> None:
        """Note a position; what it replaces is gone."""
        self._steps += 1
        _FORMAT.pack_into(self._memory, 0, position.program, position.batch, position.frame, self._steps)

    @staticmethod
    def read(path: Path) -> Position:
        """Where whoever writes the file is, or was."""
        return Position(*_FORMAT.unpack(path.read_bytes())[:3])

    @staticmethod
    def steps(path: Path) -> int:
        """A number that changes with every `write`."""
        return int(_FORMAT.unpack(path.read_bytes())[3])

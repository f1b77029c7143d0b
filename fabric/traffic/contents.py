# SPDX-License-Identifier: Apache-2.0
"""What the messages of a flow carry: each its own bytes, all of them out of one buffer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

#: By how many bytes messages begin apart in the buffer, and at how many places one may begin. Both are prime, so that
#: it takes so many messages until one is the same as an earlier one.
_STEP: Final = 67
_PLACES: Final = 65_521
#: By how many bytes first messages of flows that share a buffer begin apart; prime, too.
_APART: Final = 1_021
#: Messages shorter than this would often be equal by chance: theirs count up.
_SHORT: Final = 8
_COUNTED: Final = bytes(range(251))
#: Python draws less than 256 MiB at once. Words of four bytes follow one another, so it is as if drawn at once.
_CHUNK: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Contents:
    """The bytes of each message. What an earlier message left behind in memory is not what the next one carries.

    Attributes:
        buffer: all of them; just one message, or room for every place at which one may begin.
        size: bytes of one message.
        flow: number of the flow, of several that share a buffer.
    """

    buffer: bytes
    size: int
    flow: int = 0

    def message(self, number: int) -> memoryview:
        """The bytes of a message, from 0 on."""
        begin = self.begin(number)
        return memoryview(self.buffer)[begin : begin + self.size]

    def begin(self, number: int) -> int:
        """Where in the buffer a message begins."""
        return (self.flow * _APART + number * _STEP) % _PLACES if len(self.buffer) > self.size else 0


def one_message(seed: str, size: int) -> bytes:
    """The buffer of a flow of one message."""
    return b"".join(_drawn(random.Random(seed), size))


def many_messages(seed: str, size: int) -> bytes:
    """The buffer of a flow of many."""
    if size < _SHORT:
        return _COUNTED * (-(-(_PLACES + size) // len(_COUNTED)))
    drawn = random.Random(seed)
    return b"".join((*_drawn(drawn, size), *_drawn(drawn, _PLACES)))


def _drawn(drawn: random.Random, size: int) -> Iterator[bytes]:
    return (drawn.randbytes(min(_CHUNK, size - begin)) for begin in range(0, size, _CHUNK))

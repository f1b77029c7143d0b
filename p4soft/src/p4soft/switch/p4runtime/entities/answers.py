# SPDX-License-Identifier: Apache-2.0
"""The responses of a Read, filled entity by entity; each stays far below the 4 MiB that clients take by default."""

from __future__ import annotations

from collections.abc import Iterator

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, P4RuntimeError

_MOST_ENTITIES, _MOST_BYTES = 1024, 1 << 20
MOST_TOGETHER = 256 << 20
"""Bytes of the answers to one request, which may ask for the same many times."""
_LOOKED_AT = 64
"""After how many entities a response's size is looked at."""


class Answers:
    """What has been read so far."""

    def __init__(self) -> None:
        self._full: list[p4runtime_pb2.ReadResponse] = []
        self._filling = p4runtime_pb2.ReadResponse()
        self._count = 0
        self._bytes = 0

    @property
    def too_long(self) -> bool:
        """Whether there can be no more entities."""
        return self._bytes > MOST_TOGETHER

    def add(self) -> p4runtime_pb2.Entity:
        """One more entity, to be filled before the next is asked for.

        Raises:
            P4RuntimeError: RESOURCE_EXHAUSTED; there are too many.
        """
        if self._count and not self._count % _LOOKED_AT:
            full = self._count >= _MOST_ENTITIES or self._filling.ByteSize() >= _MOST_BYTES
            if full:
                self._bytes += self._filling.ByteSize()
                if self.too_long:
                    raise P4RuntimeError(
                        RESOURCE_EXHAUSTED, f"the answer is longer than {MOST_TOGETHER} bytes; ask for less at a time"
                    )
                self._full.append(self._filling)
                self._filling, self._count = p4runtime_pb2.ReadResponse(), 0
        self._count += 1
        return self._filling.entities.add()

    def responses(self) -> Iterator[p4runtime_pb2.ReadResponse]:
        """All of them, none empty; each is let go of once it is sent."""
        waiting, self._full = self._full[::-1], []
        while waiting:
            yield waiting.pop()
        if self._count:
            yield self._filling

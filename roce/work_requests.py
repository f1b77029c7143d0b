# SPDX-License-Identifier: Apache-2.0
"""What a queue pair is asked to do."""

from dataclasses import dataclass

from roce.completions import CompletionKind
from roce.wire.opcodes import Operation


@dataclass(slots=True)
class SendRequest:
    """A message to send.

    Attributes:
        operation: SEND or WRITE.
        data: the message; not to be changed until it has completed.
        address, r_key: where a write goes.
        imm: 32-bit immediate, None without.
        wr_id: the poster's id.
        first: index of its first packet; packets: how many it has, at least one.
    """

    operation: Operation
    data: memoryview
    address: int
    r_key: int
    imm: int | None
    wr_id: int
    first: int = 0
    packets: int = 1

    @property
    def last(self) -> int:
        """Index of its last packet."""
        return self.first + self.packets - 1

    @property
    def kind(self) -> CompletionKind:
        """What its completion is about."""
        return CompletionKind.WRITE if self.operation is Operation.WRITE else CompletionKind.SEND


@dataclass(frozen=True, slots=True)
class Receive:
    """A buffer for a message of the peer; a write with immediate uses one up and leaves the buffer alone."""

    buffer: memoryview
    wr_id: int

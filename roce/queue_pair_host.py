# SPDX-License-Identifier: Apache-2.0
"""What a queue pair needs of its NIC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from host_stack.transport.memory import MemoryTable
from host_stack.wire.build import FrameBuilder
from roce.config import NicConfig

if TYPE_CHECKING:
    from roce.queue_pair import QueuePair


class QueuePairHost(Protocol):
    """The NIC around a queue pair."""

    config: NicConfig
    builder: FrameBuilder
    memory: MemoryTable
    now_ns: int

    def activate(self, qp: QueuePair) -> None:
        """``qp`` may have something to send, or a timer to start."""

    def release(self, qp: QueuePair) -> None:
        """Forget what ``qp`` wanted to send."""

# SPDX-License-Identifier: Apache-2.0
"""What a queue pair needs of the NIC that it belongs to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from host_stack.completion_queues import CompletionQueues
from host_stack.config import NicConfig
from host_stack.paths.ev_events import EvEvents
from host_stack.paths.ev_probes import EvProber
from host_stack.transport.async_events import AsyncEventKind
from host_stack.transport.congestion.destination import Destination
from host_stack.transport.congestion.flow_control import FlowControl
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.memory import MemoryTable
from host_stack.transport.own_ports import OwnPorts
from host_stack.transport.receive_resources import ReceiveResources
from host_stack.wire.build import FrameBuilder

if TYPE_CHECKING:
    from host_stack.queue_pair import QueuePair


class QueuePairHost(Protocol):
    """What a queue pair needs of its NIC.

    Attributes:
        config: what the NIC was told.
        builder: makes its frames; prober: its EV probes.
        memory: regions that peers may write; completion_queues: where work completes.
        events: where EV transitions are logged.
        now_ns: latest time it was told.
        flow_control: what SACKs ask of senders.
        resources: what it receives with.
    """

    config: NicConfig
    builder: FrameBuilder
    prober: EvProber
    memory: MemoryTable
    completion_queues: CompletionQueues
    events: EvEvents
    now_ns: int
    flow_control: FlowControl
    resources: ReceiveResources

    @property
    def ports(self) -> OwnPorts:
        """Of the NIC: which are up, and what its SACKs say of them."""

    def destination(
        self, peer: bytes, profile: CcProfile, planes: Sequence[int], *, trimming: bool = True, sharers: int = 1
    ) -> Destination:
        """What is in flight to ``peer`` (inner address), under ``profile`` if it is new."""

    def activate(self, qp: "QueuePair") -> None:
        """``qp`` may have data to send."""

    def arm(self, qp: "QueuePair") -> None:
        """Start the timers that ``qp`` needs."""

    def wake(self, qp: "QueuePair") -> None:
        """``qp`` was changed from outside: start the timers that it needs, and have ``transmit`` asked at once."""

    def report(self, kind: AsyncEventKind, number: int) -> None:
        """Something happened that is no completion, to the queue pair or completion queue of that number."""

    def renumber(self, qp: "QueuePair") -> int:
        """Another queue pair number for ``qp``, which from now on is its only one."""

    def connected(self, qp: "QueuePair") -> None:
        """``qp`` has a peer from now on: the state of both ends' ports is its own too."""

    def release(self, qp: "QueuePair") -> None:
        """``qp`` has ended: forget its timers, its turns and its probes, and let others have what it gave back."""

# SPDX-License-Identifier: Apache-2.0
"""The MRC NIC: a sans-I/O protocol engine. Time is an integer in nanoseconds; nothing here opens a socket or a thread.

```
 QueuePair.post_write ──► Requestor ──► EvSet (which path) ──► wire.frames ─► Nic.transmit(free_ports, now) ─► link
                            ▲ SACK, NACK, ACK                                                                   │
                            └── Responder ◄── MemoryRegion ◄── wire.frames ◄─ Nic.receive(port, frame, now) ◄──┘
```

A driver (the emulator, a veth pump, a test) does three things: hands in every frame that arrives, asks for a frame
whenever a port is free (after each ``receive``, at each ``next_wakeup``, when a port drains), and keeps the clock.

The scapy layers live in ``host_stack.wire.layers`` (GPL-2.0-only, as scapy is). The engine imports them only for a NIC
with ``NicConfig(codec=Codec.SCAPY)``, whose frames they make and read.
``host_stack.provision`` builds a ``NicConfig`` and connected queue pairs from a ``topologies`` fabric.
"""

from host_stack.config import DeviceAttributes, NicConfig, PortConfig
from host_stack.counters import QpCounters
from host_stack.errors import ConfigError, HostStackError, QueueFullError, UnknownObjectError
from host_stack.journal import Journal
from host_stack.nic import Nic
from host_stack.paths.ev import EvEvent, EvState
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.ev_set import EvSet
from host_stack.paths.ev_source import PathResolver
from host_stack.paths.expansion import PathTemplate, StaticPaths
from host_stack.queue_pair import QueuePair
from host_stack.transport.completions import (
    AsyncEvent,
    AsyncEventKind,
    Completion,
    CompletionChannel,
    CompletionKind,
    CompletionQueue,
    CompletionQueueError,
    CompletionStatus,
)
from host_stack.transport.congestion.controller import CongestionController
from host_stack.transport.congestion.profile import CcProfile
from host_stack.transport.connection import (
    Agreement,
    Capabilities,
    CapabilityError,
    ConnectionParameters,
    InitAttributes,
    QpCapacity,
    QpHint,
    RtrAttributes,
    RtsAttributes,
    TransportOptions,
    agree,
)
from host_stack.transport.memory import Access, AccessError, MemoryRegion, ProtectionDomain
from host_stack.transport.windows import ReceiveLimits
from host_stack.verbs import QpReport, QpState, QpStateError
from host_stack.wire.codecs import Codec
from host_stack.wire.options import DscpRoles, WireOptions

__all__ = [
    "Access",
    "AccessError",
    "Agreement",
    "AsyncEvent",
    "AsyncEventKind",
    "Capabilities",
    "CapabilityError",
    "CcProfile",
    "Codec",
    "Completion",
    "CompletionChannel",
    "CompletionKind",
    "CompletionQueue",
    "CompletionQueueError",
    "CompletionStatus",
    "ConfigError",
    "CongestionController",
    "ConnectionParameters",
    "DeviceAttributes",
    "DscpRoles",
    "EvEvent",
    "EvProfile",
    "EvSet",
    "EvState",
    "HostStackError",
    "InitAttributes",
    "Journal",
    "MemoryRegion",
    "Nic",
    "NicConfig",
    "PathResolver",
    "PathTemplate",
    "PortConfig",
    "ProtectionDomain",
    "QpCapacity",
    "QpCounters",
    "QpHint",
    "QpReport",
    "QpState",
    "QpStateError",
    "QueueFullError",
    "QueuePair",
    "ReceiveLimits",
    "RtrAttributes",
    "RtsAttributes",
    "StaticPaths",
    "TransportOptions",
    "UnknownObjectError",
    "WireOptions",
    "agree",
]

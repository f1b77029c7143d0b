# SPDX-License-Identifier: Apache-2.0
"""A RoCEv2 NIC: reliable connections with go-back-N, one path each, DCQCN. What MRC is compared with (docs/roce.md)."""

from host_stack.config import PortConfig
from host_stack.errors import ConfigError, HostStackError, QueueFullError, UnknownObjectError
from host_stack.roce.dcqcn import DcqcnParameters, NotificationPoint, ReactionPoint
from host_stack.roce.nic import Nic
from host_stack.roce.queue_pair import QueuePair
from host_stack.roce.verbs import (
    Completion,
    CompletionKind,
    CompletionStatus,
    NicConfig,
    QpCounters,
    RtrAttributes,
    RtsAttributes,
)
from host_stack.roce.wire import TrafficClasses
from host_stack.transport.memory import Access, MemoryRegion
from host_stack.verbs import QpState, QpStateError

__all__ = [
    "Access",
    "Completion",
    "CompletionKind",
    "CompletionStatus",
    "ConfigError",
    "DcqcnParameters",
    "HostStackError",
    "MemoryRegion",
    "Nic",
    "NicConfig",
    "NotificationPoint",
    "PortConfig",
    "QpCounters",
    "QpState",
    "QpStateError",
    "QueueFullError",
    "QueuePair",
    "ReactionPoint",
    "RtrAttributes",
    "RtsAttributes",
    "TrafficClasses",
    "UnknownObjectError",
]

# SPDX-License-Identifier: Apache-2.0
"""A RoCEv2 NIC: reliable connections with go-back-N, one path each, DCQCN. What MRC is compared with (docs/roce.md)."""

from host_stack.config import PortConfig
from host_stack.errors import ConfigError, HostStackError, QueueFullError, UnknownObjectError
from host_stack.qp_state import QpState, QpStateError
from host_stack.transport.memory import Access, MemoryRegion
from roce.completions import Completion, CompletionKind, CompletionStatus, QpCounters
from roce.config import NicConfig, RtrAttributes, RtsAttributes
from roce.dcqcn import DcqcnParameters, NotificationPoint, ReactionPoint
from roce.nic import Nic
from roce.queue_pair import QueuePair
from roce.wire.qp_frames import TrafficClasses

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

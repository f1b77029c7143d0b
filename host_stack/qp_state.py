# SPDX-License-Identifier: Apache-2.0
"""The states of a queue pair, and what a query of one tells."""

from dataclasses import dataclass
from enum import Enum

from host_stack.errors import HostStackError
from host_stack.transport.attributes import InitAttributes, QpCapacity, RtrAttributes, RtsAttributes
from host_stack.transport.completions import CompletionStatus


class QpState(Enum):
    """IBTA queue pair states that MRC uses."""

    RESET = "RESET"
    INIT = "INIT"
    RTR = "RTR"
    RTS = "RTS"
    ERROR = "ERROR"
    DESTROYED = "DESTROYED"
    """Not a state of IBTA: the object is left, the queue pair is gone."""


class QpStateError(HostStackError):
    """The queue pair is in the wrong state for what was asked; the message names both."""


@dataclass(frozen=True, slots=True)
class QpReport:
    """A queue pair at one moment (as ``ibv_query_qp``, in any state).

    Attributes:
        qpn: its number now.
        state: its state; error: why it is in ERROR.
        capacity: what it was made for.
        init, rtr, rts: the attributes of the states that it has passed since RESET, None for the others.
        writes_posted: writes that are not completed; receives_posted: receives that no immediate has used.
        packets_in_flight: data packets sent and not reported received.
        evs_usable: EVs of its set that data may take now; 0 before INIT.
    """

    qpn: int
    state: QpState
    error: CompletionStatus | None
    capacity: QpCapacity
    init: InitAttributes | None
    rtr: RtrAttributes | None
    rts: RtsAttributes | None
    writes_posted: int
    receives_posted: int
    packets_in_flight: int
    evs_usable: int

# SPDX-License-Identifier: Apache-2.0
"""The states of a queue pair, what a query of one tells, and our words for those of ``infiniband/verbs.h``.

The OCP API returns verbs' own structures, so that its names are the same. The tables of names are for whoever brings a
program from verbs, or writes a binding: the NIC does not use them.
"""

from dataclasses import dataclass
from enum import Enum

from host_stack.errors import HostStackError
from host_stack.transport.completions import AsyncEventKind, CompletionKind, CompletionStatus
from host_stack.transport.connection import InitAttributes, QpCapacity, RtrAttributes, RtsAttributes

# --- States ----------------------------------------------------------------------------------------------------------


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


# --- Names in verbs --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VerbsName:
    """A constant of ``infiniband/verbs.h``.

    Attributes:
        name: as it is written there; number: its value.
    """

    name: str
    number: int


WC_STATUS: dict[CompletionStatus, VerbsName] = {
    CompletionStatus.SUCCESS: VerbsName("IBV_WC_SUCCESS", 0),
    CompletionStatus.LOCAL_QP_OPERATION: VerbsName("IBV_WC_LOC_QP_OP_ERR", 2),
    CompletionStatus.FLUSHED: VerbsName("IBV_WC_WR_FLUSH_ERR", 5),
    CompletionStatus.REMOTE_INVALID_REQUEST: VerbsName("IBV_WC_REM_INV_REQ_ERR", 9),
    CompletionStatus.REMOTE_ACCESS: VerbsName("IBV_WC_REM_ACCESS_ERR", 10),
    CompletionStatus.REMOTE_OPERATION: VerbsName("IBV_WC_REM_OP_ERR", 11),
    CompletionStatus.RETRY_EXCEEDED: VerbsName("IBV_WC_RETRY_EXC_ERR", 12),
    CompletionStatus.FATAL_NACK: VerbsName("IBV_WC_FATAL_ERR", 19),
}
"""``ibv_wc_status``. There is no RNR NAK in MRC, so nothing is IBV_WC_RNR_RETRY_EXC_ERR; and verbs knows no NACKs."""

WC_OPCODE: dict[CompletionKind, VerbsName] = {
    CompletionKind.WRITE: VerbsName("IBV_WC_RDMA_WRITE", 1),
    CompletionKind.RECV_IMM: VerbsName("IBV_WC_RECV_RDMA_WITH_IMM", 129),
}
"""``ibv_wc_opcode``."""

QP_STATE: dict[QpState, VerbsName] = {
    QpState.RESET: VerbsName("IBV_QPS_RESET", 0),
    QpState.INIT: VerbsName("IBV_QPS_INIT", 1),
    QpState.RTR: VerbsName("IBV_QPS_RTR", 2),
    QpState.RTS: VerbsName("IBV_QPS_RTS", 3),
    QpState.ERROR: VerbsName("IBV_QPS_ERR", 6),
}
"""``ibv_qp_state``; DESTROYED is none."""

EVENT_TYPE: dict[AsyncEventKind, VerbsName] = {
    AsyncEventKind.CQ_ERR: VerbsName("IBV_EVENT_CQ_ERR", 0),
    AsyncEventKind.QP_FATAL: VerbsName("IBV_EVENT_QP_FATAL", 1),
    AsyncEventKind.QP_REQ_ERR: VerbsName("IBV_EVENT_QP_REQ_ERR", 2),
    AsyncEventKind.QP_ACCESS_ERR: VerbsName("IBV_EVENT_QP_ACCESS_ERR", 3),
    AsyncEventKind.SRQ_LIMIT_REACHED: VerbsName("IBV_EVENT_SRQ_LIMIT_REACHED", 15),
}
"""``ibv_event_type``."""

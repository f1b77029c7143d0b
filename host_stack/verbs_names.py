# SPDX-License-Identifier: Apache-2.0
"""Our words beside those of verbs. The OCP API returns verbs' own structures, so that its names are the same.

For whoever brings a program from verbs, or writes a binding: nothing in here is used by the NIC.
"""

from dataclasses import dataclass

from host_stack.qp_state import QpState
from host_stack.transport.async_events import AsyncEventKind
from host_stack.transport.completions import CompletionKind, CompletionStatus


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

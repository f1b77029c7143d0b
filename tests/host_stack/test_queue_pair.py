# SPDX-License-Identifier: Apache-2.0
"""The verbs: states of a queue pair, and what it says when asked out of turn (endpoint §1.2)."""

import pytest
from host_stack_kit import (
    address,
    config,
)

from host_stack import (
    CcProfile,
    EvProfile,
    InitAttributes,
    Nic,
    QpState,
    QpStateError,
    RtrAttributes,
    RtsAttributes,
)


def test_state_machine_and_its_messages():
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp()
    assert qp.state is QpState.RESET
    with pytest.raises(QpStateError, match=r"queue pair 16 is in RESET; accepted: RTS to post a write"):
        qp.post_write(b"x", 0, 0)
    with pytest.raises(QpStateError, match=r"is in RESET; accepted: INIT to go to RTR"):
        qp.modify_to_rtr(RtrAttributes(address(2), 17))
    template = nic.config.paths.template(address(2))
    qp.modify_to_init(InitAttributes(EvProfile(template), CcProfile.fixed(1000)))
    qp.modify_to_rtr(RtrAttributes(address(2), 17))
    with pytest.raises(QpStateError):
        qp.post_write(b"x", 0, 0)
    qp.modify_to_rts(RtsAttributes())
    for bad, message in (
        (lambda: qp.post_write(b"", 1 << 64, 0), "leaves the 64-bit address space"),
        (lambda: qp.post_write(b"xy", (1 << 64) - 1, 0), "leaves the 64-bit address space"),
        (lambda: qp.post_write(b"x", 0, 1 << 32), r"r_key: 0x100000000 is out of range"),
        (lambda: qp.post_write_imm(b"x", 0, 0, 1 << 32), r"imm: 4294967296 is out of range"),
    ):
        with pytest.raises(ValueError, match=message):
            bad()
    qp.post_write(b"x", 0, 0, wr_id=4)
    qp.modify_to_error()
    assert [c.wr_id for c in qp.poll_completions()] == [4]
    qp.reset()
    assert qp.state is QpState.RESET

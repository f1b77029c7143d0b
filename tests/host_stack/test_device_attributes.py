# SPDX-License-Identifier: Apache-2.0
"""What a NIC says of itself, and the errors that it raises."""

import ast
import importlib
from dataclasses import replace
from pathlib import Path

import pytest
from host_stack_kit import ACK, FIRST, Peer, address, config, template

import host_stack
from host_stack import (
    AsyncEventKind,
    CcProfile,
    CompletionKind,
    CompletionStatus,
    ConfigError,
    EvProfile,
    HostStackError,
    InitAttributes,
    Nic,
    ProtectionDomain,
    QpCapacity,
    QpState,
    RtrAttributes,
    RtsAttributes,
    UnknownObjectError,
)
from host_stack.paths.expansion import PLANE_UPLINK, EvField
from host_stack.verbs import EVENT_TYPE, QP_STATE, WC_OPCODE, WC_STATUS
from host_stack.wire.headers import Aeth
from host_stack.wire.options import EvMode

# --- Queries ---------------------------------------------------------------------------------------------------------
# Queries: what a NIC says of itself is what it holds people to; a queue pair tells how it is in any state; names.

NIC = Nic(config("n", 1, [2], planes=3), 1)
DEVICE = NIC.query_device()
RTR = RtrAttributes(address(2), 17)


def test_what_is_configured():
    assert (DEVICE.phys_port_cnt, DEVICE.port_rates_bps) == (3, (100_000_000_000,) * 3)
    assert DEVICE.path_mtu == NIC.config.transport.path_mtu
    assert DEVICE.ev_fmt_modes == (EvMode.SRV6, EvMode.SRV6_SRH, EvMode.STEV, EvMode.UDP)
    assert {mode.value for mode in DEVICE.ev_modes} == {"auto", "explicit", "generated"}


@pytest.mark.parametrize(
    ("limit", "use"),
    [
        (DEVICE.max_qp_wr, lambda n: QpCapacity(max_send_wr=n)),
        (DEVICE.max_qp_wr, lambda n: QpCapacity(max_recv_wr=n)),
        (DEVICE.max_cqe, NIC.create_cq),
        (DEVICE.max_mpr, lambda n: replace(RTR, mpr=n)),
        (DEVICE.max_mpr, lambda n: RtsAttributes(mpr=n)),
        (DEVICE.max_wimm, lambda n: RtsAttributes(max_immediates=n)),
        (DEVICE.max_wimm_dest, lambda n: replace(RTR, max_immediates=n)),
        (DEVICE.max_wimm_dest, lambda n: NIC.capabilities(max_immediates=n)),
        (DEVICE.ev_max_width, EvField),
    ],
)
def test_limits_are_those_that_hold(limit, use):
    use(limit)
    with pytest.raises(ConfigError, match=rf": {limit + 1} is out of range; accepted: \d+\.\.{limit}$"):
        use(limit + 1)


def test_the_least_a_responder_may_offer():
    assert DEVICE.min_wimm_dest == 32  # endpoint §1.1
    replace(RTR, max_immediates=32)
    with pytest.raises(ConfigError):
        replace(RTR, max_immediates=31)


def test_every_congestion_control_it_names_is_there():
    assert "uet-1.0-nscc" in DEVICE.cc_algorithms
    for name in DEVICE.cc_algorithms:
        CcProfile(name)


def test_a_queue_pair_can_be_queried_in_any_state():
    nic = Nic(config("n", 1, [2]), 1)
    qp = nic.create_qp(capacity=QpCapacity(max_recv_wr=5))
    fresh = qp.query()
    assert (fresh.qpn, fresh.state, fresh.capacity.max_recv_wr, fresh.evs_usable) == (16, QpState.RESET, 5, 0)
    assert (fresh.init, fresh.rtr, fresh.rts, fresh.error) == (None, None, None, None)
    init, rtr, rts = InitAttributes(EvProfile(template())), RTR, RtsAttributes(ack_timeout=3)
    qp.modify_to_init(init)
    assert (qp.query().init, qp.query().rtr, qp.query().evs_usable) == (init, None, 4)
    qp.modify_to_rtr(rtr)
    qp.post_recv()
    assert (qp.query().rtr, qp.query().rts, qp.query().receives_posted) == (rtr, None, 1)
    qp.modify_to_rts(rts)
    for _ in range(3):
        qp.post_write(bytes(5000), 0, 0)
    while nic.transmit(0b11, 0):
        pass
    report = qp.query()
    assert (report.rts, report.writes_posted, report.packets_in_flight) == (rts, 3, 6)
    qp.modify_to_error(CompletionStatus.RETRY_EXCEEDED)
    report = qp.query()
    assert (report.state, report.error) == (QpState.ERROR, CompletionStatus.RETRY_EXCEEDED)
    assert (report.rts, report.writes_posted, report.receives_posted, report.packets_in_flight) == (rts, 0, 0, 0)
    qp.reset()
    assert qp.query() == replace(fresh, qpn=qp.qpn)
    nic.destroy_qp(qp)
    assert qp.query().state is QpState.DESTROYED


def test_a_completed_write_is_not_posted_any_more():
    peer = Peer()
    peer.qp.post_write(bytes(10), 0, 0)
    peer.drain()
    assert (peer.qp.query().writes_posted, peer.qp.query().packets_in_flight) == (1, 1)
    peer.give(peer.control(ACK, Aeth(0x1F, 1).pack(), psn=FIRST))
    assert (peer.qp.query().writes_posted, peer.qp.query().packets_in_flight) == (0, 0)


# --- Names ----------------------------------------------------------------------------------------------------------


def test_everything_has_a_name_in_verbs_and_each_its_own():
    for table, kind, without in (
        (WC_STATUS, CompletionStatus, set()),
        (WC_OPCODE, CompletionKind, set()),
        (QP_STATE, QpState, {QpState.DESTROYED}),
        (EVENT_TYPE, AsyncEventKind, set()),
    ):
        assert set(table) == set(kind) - without
        assert (
            len({name.name for name in table.values()}) == len({name.number for name in table.values()}) == len(table)
        )


def test_names_are_those_of_the_verbs_header():
    """In the order of the header: the position is the value."""
    status = """SUCCESS LOC_LEN_ERR LOC_QP_OP_ERR LOC_EEC_OP_ERR LOC_PROT_ERR WR_FLUSH_ERR MW_BIND_ERR BAD_RESP_ERR
        LOC_ACCESS_ERR REM_INV_REQ_ERR REM_ACCESS_ERR REM_OP_ERR RETRY_EXC_ERR RNR_RETRY_EXC_ERR LOC_RDD_VIOL_ERR
        REM_INV_RD_REQ_ERR REM_ABORT_ERR INV_EECN_ERR INV_EEC_STATE_ERR FATAL_ERR RESP_TIMEOUT_ERR GENERAL_ERR"""
    state = "RESET INIT RTR RTS SQD SQE ERR"
    event = """CQ_ERR QP_FATAL QP_REQ_ERR QP_ACCESS_ERR COMM_EST SQ_DRAINED PATH_MIG PATH_MIG_ERR DEVICE_FATAL
        PORT_ACTIVE PORT_ERR LID_CHANGE PKEY_CHANGE SM_CHANGE SRQ_ERR SRQ_LIMIT_REACHED QP_LAST_WQE_REACHED"""
    for table, prefix, names in (
        (WC_STATUS, "IBV_WC_", status),
        (QP_STATE, "IBV_QPS_", state),
        (EVENT_TYPE, "IBV_EVENT_", event),
    ):
        for name in table.values():
            assert name.name == prefix + names.split()[name.number]


# --- Errors ----------------------------------------------------------------------------------------------------------
# One base class for everything that a NIC raises; what was a ValueError or a KeyError to its users still is one.

ROOM = Path(host_stack.__file__).parent
#: What Python asks for: the end of a sequence, and of a program that was misused. And what a module catches itself.
ALLOWED = {("paths/expansion.py", "IndexError"), ("bench.py", "SystemExit"), ("roce/responder.py", "_RefusedError")}


def raised():
    """(file, name, module) of everything that is raised by name."""
    for file in sorted(ROOM.rglob("*.py")):
        if file.name in ("layers.py", "__main__.py"):
            continue
        place = file.relative_to(ROOM)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            call = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                yield place.as_posix(), call.func.id, ".".join(("host_stack", *place.with_suffix("").parts))


def test_everything_raised_has_one_base_class():
    found = [found for found in raised() if found[:2] not in ALLOWED]
    assert len(found) > 30
    for place, name, module in found:
        kind = getattr(importlib.import_module(module), name, None)
        assert isinstance(kind, type), (place, name)
        assert issubclass(kind, HostStackError), (place, name)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda nic: nic.register_memory(b"fixed"), "buffer: bytes cannot be written"),
        (lambda nic: nic.register_memory(8, address=(1 << 64) - 4), "leaves the 64-bit address space"),
        (lambda nic: nic.register_memory(8, address=1.0), r"address: 1\.0 is no whole number"),
        (lambda nic: nic.receive(2, b"", 0), r"port: 2 does not exist; accepted: 0\.\.1"),
        (lambda _: EvProfile(template(), active_per_plane=0), r"active_per_plane: 0 is out of range; accepted: 1\.\.2"),
        (lambda _: EvProfile(template(), paths=0), "paths: 0; accepted: at least 1"),
        (lambda _: EvProfile(template(2), planes=(2,)), r"planes: 2 does not exist; accepted: 0\.\.1"),
        (lambda _: PLANE_UPLINK.path(5), "EV 0x00000005 does not start with 0xc0"),
        (lambda _: template().destination(2, 0), "plane 2, uplink 0"),
    ],
)
def test_what_was_a_value_error_is_one_still(action, message):
    nic = Nic(config("n", 1, [2]), 1)
    with pytest.raises(HostStackError, match=message) as caught:
        action(nic)
    assert isinstance(caught.value, ValueError)


def test_objects_of_others_are_unknown():
    peer = Peer()
    other = Nic(config("o", 2, [1]), 1)
    for action, message in (
        (lambda: other.destroy_qp(peer.qp), r"^queue pair 16 is not one of this NIC$"),
        (lambda: other.deregister_memory(peer.region), r"^MemoryRegion\(.*\) is not registered$"),
        (lambda: peer.qp.evs.deny(1, 0), r"^ev: 0x00000001 is not in the set of queue pair 16$"),
    ):
        with pytest.raises(UnknownObjectError, match=message) as caught:
            action()
        assert isinstance(caught.value, KeyError)


def test_a_region_of_another_nic_with_the_same_key_is_not_taken_for_ones_own():
    first, second = (Nic(config("n", 1, [2]), 1) for _ in range(2))
    mine, other = first.register_memory(8), second.register_memory(8)
    assert mine.r_key == other.r_key
    with pytest.raises(UnknownObjectError):
        first.deregister_memory(other)
    first.memory.place(mine.r_key, mine.address, b"x", ProtectionDomain(0))
    assert mine.data[0] == ord("x")

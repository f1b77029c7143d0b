# SPDX-License-Identifier: Apache-2.0
"""Multicast groups, clone sessions and meter cells: what a program needs beside its tables."""

from __future__ import annotations

import random
from collections.abc import Iterator

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.fidelity.workload.entries import Update, rates
from p4soft.fidelity.workload.pools import PORTS, Pools
from p4soft.switch import Program
from p4soft.switch.program.model import Const

_INSERT, _MODIFY = p4runtime_pb2.Update.INSERT, p4runtime_pb2.Update.MODIFY
_GROUPS, _SESSIONS, _CELLS = 6, 12, 8
_LAST_GROUP, _LAST_SESSION = 4095, (1 << 15) - 1
"""What simple_switch takes: 4,096 groups (`--max-mc-groups`), and sessions of 15 bits."""
_GROUP_BITS, _SESSION_BITS = 16, 32
_CLONES = ("clone_ingress_pkt_to_egress", "clone_egress_pkt_to_egress")


def groups(pools: Pools, rng: random.Random) -> Iterator[Update]:
    """Multicast groups with the numbers that actions are likely to be given."""
    for group in [g for g in pools.of(_GROUP_BITS) if 0 < g <= _LAST_GROUP][:_GROUPS]:
        update = p4runtime_pb2.Update(type=_INSERT)
        entry = update.entity.packet_replication_engine_entry.multicast_group_entry
        entry.multicast_group_id = group
        for instance, port in enumerate(sorted(rng.sample(PORTS, rng.randint(1, 3))), 1):
            entry.replicas.add(egress_port=port, instance=instance)
        yield Update(f"multicast group {group}", update)


def sessions(program: Program, pools: Pools, rng: random.Random, cpu: int | None) -> Iterator[Update]:
    """Clone sessions: those that the program names, and some that actions may be given; to the CPU port if known."""
    for session in _session_numbers(program, pools)[:_SESSIONS]:
        update = p4runtime_pb2.Update(type=_INSERT)
        entry = update.entity.packet_replication_engine_entry.clone_session_entry
        entry.session_id = session
        ports = [cpu] if cpu is not None else sorted(rng.sample(PORTS, rng.choice((1, 1, 2))))
        for instance, port in enumerate(ports, 1):
            entry.replicas.add(egress_port=port, instance=instance)
        yield Update(f"clone session {session}", update)


def _session_numbers(program: Program, pools: Pools) -> list[int]:
    called = [
        call.args[0].value
        for action in program.actions.values()
        for call in action.primitives
        if call.op in _CLONES and isinstance(call.args[0], Const)
    ]
    if not any(call.op in _CLONES for action in program.actions.values() for call in action.primitives):
        return []
    return [n for n in dict.fromkeys((*called, *pools.of(_SESSION_BITS))) if 0 < n <= _LAST_SESSION]


def meters(info: p4info_pb2.P4Info, program: Program, rng: random.Random) -> Iterator[Update]:
    """Rates for the first cells of every meter array."""
    for meter in info.meters:
        if meter.preamble.name not in program.meters:
            continue
        for cell in range(min(meter.size, _CELLS)):
            update = p4runtime_pb2.Update(type=_MODIFY)
            entry = update.entity.meter_entry
            entry.meter_id, entry.index.index = meter.preamble.id, cell
            rates(rng, entry.config)
            yield Update(f"meter {meter.preamble.name}[{cell}]", update)

# SPDX-License-Identifier: Apache-2.0
"""All that a program is tried with: what is written over P4Runtime, then the packets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.fidelity.workload.changes import Changes
from p4soft.fidelity.workload.cpu import cpu_port
from p4soft.fidelity.workload.entries import EntryMaker, Update, given
from p4soft.fidelity.workload.frames import FrameMaker, Packet
from p4soft.fidelity.workload.mutation import Mutator
from p4soft.fidelity.workload.pools import Pools
from p4soft.fidelity.workload.rehearsal import rehearse
from p4soft.fidelity.workload.repair import Repair
from p4soft.fidelity.workload.replication import groups, meters, sessions
from p4soft.switch import Program, load_program


@dataclass(frozen=True, slots=True)
class Amount:
    """How much: entries for each table, packets for each program."""

    entries: int = 8
    packets: int = 48


@dataclass(frozen=True, slots=True)
class Workload:
    """Updates in the order to write them, packets in the order to send them; `notes`: what was left out, and why."""

    updates: tuple[Update, ...]
    packets: tuple[Packet, ...]
    notes: tuple[str, ...]


def generate(document: dict[str, object], info: p4info_pb2.P4Info, seed: str, amount: Amount) -> Workload:
    """The workload of a program.

    Args:
        document: its BMv2 JSON; the compiler does not matter as long as parser and tables are the same.
        info: its P4Info.
        seed: the same one makes the same workload.
        amount: how much.

    Raises:
        ProgramError: the JSON is none that our switch takes.
    """
    program: Program = load_program(document)
    pools = Pools(document, seed)
    maker = EntryMaker(info, program, pools, seed, amount.entries)
    rng = random.Random(seed)
    cpu = cpu_port(document, info)
    updates = [*groups(pools, rng), *sessions(program, pools, rng, cpu), *meters(info, program, rng), *maker.updates()]
    entries = [*given(program), *(update.entry for update in updates if update.entry is not None)]
    packets: Sequence[Packet] = FrameMaker(program, pools, entries, rng, cpu).packets(amount.packets)
    with rehearse(document, info) as rehearsal:
        if rehearsal is not None:
            changes = Changes(maker, rehearsal, rng, updates)
            packets = Repair(changes, rehearsal, Mutator(program, entries, pools), rng).run(packets, amount.entries)
            updates = changes.updates
    return Workload(tuple(updates), tuple(packets), tuple(maker.notes))

# SPDX-License-Identifier: Apache-2.0
"""Entries and packets to try any program with, made from its P4Info and its BMv2 JSON.

Both are drawn from the same small sets of values (`entries.Pools`), so that packets hit entries and what one table
writes is what the next one looks for. The same seed makes the same workload.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from p4soft.fidelity.workload.entries import PORTS, EntryMaker, Pools, Update, given, rates
from p4soft.fidelity.workload.frames import FrameMaker, Packet
from p4soft.fidelity.workload.rehearsal import Changes, Mutator, Repair, rehearse
from p4soft.messages import p4info_pb2, p4runtime_pb2
from p4soft.switch import Program, load_program
from p4soft.switch.program.model import Const

__all__ = [
    "Amount",
    "Workload",
    "generate",
    "without_translation",
]


# --- The port of the control plane -----------------------------------------------------------------------------------


_PORTS = ("ingress_port", "egress_port", "egress_spec")
_DROP_PORT = 511


def cpu_port(document: Mapping[str, object], info: p4info_pb2.P4Info) -> int | None:
    """The number that ports are compared with most often, in a program with headers for its controller."""
    if not info.controller_packet_metadata:
        return None
    found = Counter(port for port in _compared(document) if 0 < port < _DROP_PORT)
    return min(found, key=lambda port: (-found[port], port)) if found else None


def _compared(node: object) -> Iterator[int]:
    if isinstance(node, Mapping):
        if node.get("op") == "==":
            sides = [side for side in (node.get("left"), node.get("right")) if isinstance(side, Mapping)]
            ports = [s for s in sides if s.get("type") == "field" and _field(s.get("value")) in _PORTS]
            numbers = [s.get("value") for s in sides if s.get("type") == "hexstr"]
            if ports:
                yield from (int(number, 16) for number in numbers if isinstance(number, str))
        for inner in node.values():
            yield from _compared(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _compared(inner)


def _field(value: object) -> object:
    return value[-1] if isinstance(value, list) and value else None


# --- P4Info without translated types ---------------------------------------------------------------------------------


_NOTE = "translated types are given as the data path has them: BMv2's P4Runtime does not translate"


def without_translation(info: p4info_pb2.P4Info, program: Program) -> tuple[p4info_pb2.P4Info, str]:
    """A copy in which such fields and parameters are numbers as wide as in the data path, and a note if any was."""
    translated = {name for name, spec in info.type_info.new_types.items() if spec.HasField("translated_type")}
    if not translated:
        return info, ""
    copy = p4info_pb2.P4Info()
    copy.CopyFrom(info)
    keys = {spec.name: [key.width for key in spec.key] for spec in program.tables()}
    params = {action.name: [param.width for param in action.params] for action in program.actions.values()}
    for table in copy.tables:
        _widen(table.match_fields, keys.get(table.preamble.name, ()), translated)
    for action in copy.actions:
        _widen(action.params, params.get(action.preamble.name, ()), translated)
    return copy, _NOTE


def _widen(fields: Iterable[Any], widths: Iterable[int], translated: set[str]) -> None:
    for field, width in zip(fields, widths, strict=False):
        if field.type_name.name in translated:
            field.ClearField("type_name")
            field.bitwidth = width


# --- Multicast groups, clone sessions, meter cells -------------------------------------------------------------------


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


# --- Workloads -------------------------------------------------------------------------------------------------------


class Amount(Struct, frozen=True):
    """How much: entries for each table, packets for each program."""

    entries: int = 8
    packets: int = 48


class Workload(Struct, frozen=True):
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

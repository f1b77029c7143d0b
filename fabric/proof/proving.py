# SPDX-License-Identifier: Apache-2.0
"""The proof of a whole fabric: every switch judged, one after the other, on all cores; every mistake shown by a packet.

Tables come from a folder (`controller.fleet`: a plan, or what was read back), or are planned as they are needed.
"""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from ipaddress import IPv6Address
from itertools import islice

from msgspec import Struct

from controller.changes import differences
from controller.columns import ColumnPlanner, SwitchTables
from controller.fleet import CHUNK, Folder, cores
from controller.program import ACL_DISABLE_TRIM_IPV4, ECMP_MEMBER, MAX_PORT, ROUTE_IPV4, SET_ECMP_GROUP_IPV6
from controller.switch_plan import Difference, action_text, key_text
from fabric.proof.properties import Properties, Violation, nics_of
from fabric.proof.witnesses import Witness, Witnesses
from p4soft.table_entries import TableEntry
from topologies import Fabric, Switch

SHOWN = 20
"""Mistakes of one switch that get a witness; more are counted."""

Told = Callable[[int, int], None]


class Mistake(Struct, frozen=True):
    """An entry that is not as it should be, and a packet that shows it.

    Attributes:
        difference: what is found, and what should stand there.
        witness: None: no packet of a NIC is treated otherwise because of it; or it is about IPv4 or a group.
    """

    switch: str
    difference: Difference
    witness: Witness | None

    def lines(self) -> Iterator[str]:
        """For people: where, what is wrong, what should stand there, and the packet."""
        found, planned = self.difference.found, self.difference.planned
        entry = found or planned
        assert entry is not None
        yield f"{self.switch}: {key_text(entry)}"
        yield f"  found     {action_text(found) if found else 'nothing'}"
        yield f"  should be {action_text(planned) if planned else 'nothing'}"
        if self.witness is None:
            foretold = not any(_of_ipv4_or_group(each) for each in (found, planned) if each is not None)
            yield (
                "  no packet of a NIC is treated otherwise because of it"
                if foretold
                else "  no packet shows it: what IPv4 packets and hashed ones meet is not predicted"
            )
            return
        witness = self.witness
        last = witness.arrivals[-1]
        which = (
            f"frame {len(witness.arrivals)} of {len(witness.arrivals)}" if len(witness.arrivals) > 1 else "the frame"
        )
        sent = IPv6Address(witness.destination)
        yield f"  {witness.nic} port {witness.plane} sends to {sent}; {which} at port {last.port} of {self.switch}:"
        yield f"  {witness.found.text()}; should be: {witness.expected.text()}"
        yield f"  bytes {last.frame[:118].hex()}{f' and {len(last.frame) - 118} more' if len(last.frame) > 118 else ''}"


def _of_ipv4_or_group(entry: TableEntry) -> bool:
    """Whether `prediction` leaves out the packets that meet an entry."""
    return entry.table in _LEFT_OUT or entry.action == SET_ECMP_GROUP_IPV6


_LEFT_OUT = (ROUTE_IPV4, ACL_DISABLE_TRIM_IPV4, ECMP_MEMBER)


class Verdict(Struct, frozen=True):
    """What is wrong with one switch.

    Attributes:
        violations: properties that do not hold.
        mistakes: the entries that are behind them, at most `SHOWN`; ``differing`` says how many there are.
    """

    switch: str
    violations: tuple[Violation, ...]
    mistakes: tuple[Mistake, ...]
    differing: int


@dataclass
class Proof:
    """What a proof says of a fabric.

    Attributes:
        wrong: switches of which a property does not hold.
        missing: switches that the folder has no tables of.
        remarks: what the proof does not depend on, for people.
    """

    fabric: Fabric
    switches: int = 0
    entries: int = 0
    wrong: list[Verdict] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.wrong and not self.missing

    def paths(self) -> int:
        """How many paths were proved: for each NIC and each other one, the planes' T1s, and the T0 that both share."""
        fabric = self.fabric
        pairs = fabric.nics * (fabric.nics - 1)
        local = sum(count * (count - 1) for count in (nics_of(fabric, t0) for t0 in range(fabric.t0s)))
        return fabric.planes * (fabric.t1s * pairs + local)

    def lines(self) -> Iterator[str]:
        """The result, for people."""
        for verdict in self.wrong:
            for mistake in verdict.mistakes:
                yield from mistake.lines()
            if verdict.differing > len(verdict.mistakes):
                yield f"{verdict.switch}: {verdict.differing - len(verdict.mistakes)} more entries"
            if not verdict.mistakes:
                yield from (
                    f"{verdict.switch}: {each.table}: {each.property}: {each.what}" for each in verdict.violations
                )
        if self.missing:
            more = f" and {len(self.missing) - 4} more" if len(self.missing) > 4 else ""
            yield f"no tables of {', '.join(self.missing[:4])}{more}"
        yield from (f"remark: {remark}" for remark in self.remarks)
        fabric = self.fabric
        if self.holds:
            yield (
                f"every path proved: {fabric.name}, {self.switches:,} switches, {self.entries:,} entries, "
                f"{self.paths():,} paths between {fabric.nics:,} NICs"
            )
        else:
            yield f"not proved: {fabric.name}, {len(self.wrong)} of {self.switches} switches have wrong entries"


# --- One switch ------------------------------------------------------------------------------------------------------


class Prover:
    """Judges the switches of one fabric."""

    def __init__(self, fabric: Fabric) -> None:
        self.fabric = fabric
        self.planner = ColumnPlanner(fabric)
        self._properties = Properties(fabric)

    def judge(self, switch: Switch, tables: SwitchTables) -> Verdict | None:
        """What is wrong with a switch's tables; None: nothing."""
        violations = self._properties.violations(switch, tables)
        if not violations:
            return None
        planned = self.planner.plan(switch)
        witnesses = Witnesses(switch, tables, planned)
        found = differences(planned, tables)
        mistakes = tuple(Mistake(switch.name, each, witnesses.witness(each)) for each in found[:SHOWN])
        return Verdict(switch.name, tuple(violations), mistakes, len(found))


# --- All switches ----------------------------------------------------------------------------------------------------


@dataclass
class _Chunk:
    fabric: Fabric
    names: Sequence[str]
    folder: Folder | None

    def run(self) -> tuple[int, int, list[Verdict]]:
        """How many switches and entries, and what is wrong."""
        prover = Prover(self.fabric)
        entries = 0
        wrong = []
        for name in self.names:
            switch = self.fabric.switch(name)
            tables = prover.planner.plan(switch) if self.folder is None else self.folder.tables(name)
            entries += len(tables)
            verdict = prover.judge(switch, tables)
            if verdict is not None:
                wrong.append(verdict)
        return len(self.names), entries, wrong


def _run(chunk: _Chunk) -> tuple[int, int, list[Verdict]]:
    return chunk.run()


def prove(fabric: Fabric, folder: Folder | None = None, *, jobs: int = 0, told: Told | None = None) -> Proof:
    """Judge every switch.

    Args:
        fabric: what the tables are of.
        folder: the tables; None for those that the controller plans.
        jobs: processes; 0 for one on each core.
        told: called with how many switches are judged, and of how many.

    Raises:
        ControllerError: a file of the folder is cut short, changed, or of another switch.
    """
    proof = Proof(fabric, remarks=list(_remarks(fabric)))
    if folder is not None:
        proof.missing = [node.name for node in folder.missing(fabric)]
    names = [node.name for node in fabric.switches() if folder is None or node.name in folder.rows]
    wanted = iter(names)
    chunks = [_Chunk(fabric, part, folder) for part in iter(lambda: list(islice(wanted, CHUNK)), [])]
    for switches, entries, wrong in _on_cores(chunks, jobs or cores()):
        proof.switches += switches
        proof.entries += entries
        proof.wrong += wrong
        if told is not None:
            told(proof.switches, len(names))
    order = {name: place for place, name in enumerate(names)}
    proof.wrong.sort(key=lambda verdict: order[verdict.switch])
    return proof


def _on_cores(chunks: Sequence[_Chunk], jobs: int) -> Iterator[tuple[int, int, list[Verdict]]]:
    if jobs == 1 or len(chunks) < 2:
        yield from map(_run, chunks)
        return
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to see to
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context, initializer=ignore) as pool:
        try:
            for done in concurrent.futures.as_completed([pool.submit(_run, chunk) for chunk in chunks]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _remarks(fabric: Fabric) -> Iterator[str]:
    if fabric.downlinks + fabric.t1s > MAX_PORT + 1 or fabric.t0s > MAX_PORT + 1:
        yield (
            f"port {MAX_PORT + 1} is v1model's port of dropped packets: BMv2 and the embedded switch run p4src with "
            f"at most {MAX_PORT + 1} ports, so these tables can be planned and proved, and not all be installed there"
        )

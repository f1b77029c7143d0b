# SPDX-License-Identifier: Apache-2.0
"""Runs compiled random programs on either switch and says what came out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from p4soft.engine_choice import EngineChoice
from p4soft.fidelity.generator.case import SENTINEL_PORTS, Case
from p4soft.fidelity.reference.bmv2 import Bmv2
from p4soft.fidelity.reference.errors import ReferenceFault
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

_GAP_US = 1_000
_START_US = 1_000_000
_SENTINEL = bytes(14)

Frames = dict[int, tuple[bytes, ...]]
"""What one packet led to: port -> frames in the order they left it."""


@dataclass(frozen=True)
class Outcome:
    """What a run showed: the frames each packet led to, and how counters and registers ended."""

    frames: tuple[Frames, ...]
    counters: Mapping[str, tuple[tuple[int, int], ...]]
    registers: Mapping[str, tuple[int, ...]]

    def difference(self, reference: Outcome) -> str | None:
        """The first difference as text, or None."""
        for number, (mine, theirs) in enumerate(zip(self.frames, reference.frames, strict=True)):
            if mine != theirs:
                return f"packet {number}: {_show(mine)}; the reference: {_show(theirs)}"
        for what in ("counters", "registers"):
            ours, others = getattr(self, what), getattr(reference, what)
            for name in ours:
                if ours[name] != others[name]:
                    return f"{what[:-1]} {name}: {ours[name]}; the reference: {others[name]}"
        return None


def _show(frames: Frames) -> str:
    parts = [f"port {port}: {frame.hex()}" for port, several in sorted(frames.items()) for frame in several]
    return ", ".join(parts) or "nothing"


def run_embedded(program: dict[str, object], case: Case, engine: EngineChoice = "auto") -> Outcome:
    """Run on the embedded switch, in virtual time. An internal error is raised (SwitchFault)."""
    switch = SimpleSwitch(engine=engine)
    switch.faults_are_fatal = True
    switch.load(load_program(program))
    state = switch.state
    assert state is not None
    for group, replicas in case.groups.items():
        state.pre.insert_group(MulticastGroup(group, tuple(Replica(p, r) for p, r in replicas)))
    for session, (port, of_group) in case.sessions.items():
        copies = ((port, 0),) if port is not None else case.groups[of_group or 0]
        state.pre.insert_session(CloneSession(session, tuple(Replica(p, r) for p, r in copies)))
    found = []
    now = _START_US
    for port, frame in case.packets:
        emissions = switch.receive(port, frame, now)
        now += _GAP_US
        emissions = [*emissions, *switch.advance(now)]
        outputs: dict[int, list[bytes]] = {}
        for emission in emissions:
            outputs.setdefault(emission.port, []).append(emission.frame)
        found.append(_frames(outputs, case))
    counters = {
        name: tuple((c.packets, c.bytes) for c in (state.counter(name).read(i) for i in range(size)))
        for name, size in case.counters.items()
    }
    registers = {name: tuple(state.register(name).read_range()) for name in case.registers}
    return Outcome(tuple(found), counters, registers)


def run_bmv2(program: dict[str, object], name: str, workdir: Path, case: Case) -> Outcome:
    """Run on the real simple_switch.

    Raises:
        ReferenceFault: it does not start, crashes or hangs.
    """
    path = workdir / f"{name}.json"
    path.write_text(json.dumps(program))
    with Bmv2(path, workdir) as switch:
        for group, replicas in case.groups.items():
            switch.add_group(group, replicas)
        for session, (port, of_group) in case.sessions.items():
            switch.add_session(session, port, of_group)
        found = []
        for number, (port, frame) in enumerate(case.packets):
            try:
                switch.send(port, frame)
                found.append(_frames(_collect(switch, case.rounds), case))
            except ReferenceFault as error:
                raise ReferenceFault(f"packet {number}: {error}") from None
        counters = {n: tuple(switch.read_counter(n, i) for i in range(size)) for n, size in case.counters.items()}
        registers = {n: tuple(switch.read_register(n)) for n in case.registers}
        return Outcome(tuple(found), counters, registers)


def _collect(switch: Bmv2, rounds: int) -> dict[int, list[bytes]]:
    """Everything that leaves before the sentinels of the last round have come back."""
    outputs: dict[int, list[bytes]] = {}
    for _ in range(rounds):
        for port in SENTINEL_PORTS:
            switch.send(port, _SENTINEL)
        missing = set(SENTINEL_PORTS)
        while missing:
            port, frame = switch.receive()
            if port in missing:
                missing.remove(port)
            else:
                outputs.setdefault(port, []).append(frame)
    return outputs


def _frames(outputs: dict[int, list[bytes]], case: Case) -> Frames:
    return {port: tuple(frames if case.ordered else sorted(frames)) for port, frames in outputs.items()}

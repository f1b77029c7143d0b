# SPDX-License-Identifier: Apache-2.0
"""`python -m p4soft.fidelity.random_programs`: random programs through both compilers and both switches.

Without p4c and BMv2 on the PATH only our compiler and our switch run, and nothing can be compared. A program that shows
a difference is made smaller while it still shows the same kind of difference.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track
from rich.table import Table

from p4soft.command_line import ENGINE_HELP, ENGINES, EngineChoice, run_command
from p4soft.compiler import CompileErrors, compile_file
from p4soft.fidelity.generator import generate
from p4soft.fidelity.generator.model import SENTINEL_PORTS, Case
from p4soft.fidelity.reference import P4C_BM2_SS, SIMPLE_SWITCH, Bmv2, ReferenceFault, available, p4c_program
from p4soft.outputs import write_text
from p4soft.switch import ProgramError, SimpleSwitch, SwitchFault, load_program
from p4soft.switch.codegen.runtime import AssertionFailed
from p4soft.switch.state import CloneSession, MulticastGroup, Replica

# --- Either switch ---------------------------------------------------------------------------------------------------


_GAP_US = 1_000
_START_US = 1_000_000
_SENTINEL = bytes(14)

Frames = dict[int, tuple[bytes, ...]]
"""The frames that one packet led to: port -> frames in the order they left it."""


class Outcome(Struct, frozen=True):
    """The outcome of a run: the frames that each packet led to, and the last values of counters and registers."""

    frames: tuple[Frames, ...]
    counters: Mapping[str, tuple[tuple[int, int], ...]]
    registers: Mapping[str, tuple[int, ...]]

    def difference(self, reference: Outcome) -> str | None:
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
    """Run on the real simple_switch. Raises ReferenceFault: it does not start, crashes or hangs."""
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


# --- Every pairing ---------------------------------------------------------------------------------------------------


OURS, P4C = "our compiler", "p4c"
EMBEDDED, BMV2 = "our switch", "BMv2"
PAIRINGS = ((OURS, EMBEDDED), (P4C, EMBEDDED), (OURS, BMV2), (P4C, BMV2))
REFERENCE = (P4C, BMV2)

Pairing = tuple[str, str]

_REFUSED = re.compile(r"\berror: ")


class Verdict(StrEnum):
    AGREES = "agrees"
    DIFFERS = "differs"
    INTERNAL_ERROR = "internal error"
    NO_REFERENCE = "no reference"


class Failure(Struct, frozen=True):
    """Why a compiler or a switch did not do its work: a refusal, or (`internal`) a traceback."""

    text: str
    internal: bool = False

    @property
    def line(self) -> str:
        """The one line that says most: a refusal's first, a traceback's last."""
        return self.text.strip().splitlines()[-1 if self.internal else 0]


@dataclass
class Result:
    """What each pairing did with one program.

    Attributes:
        outcomes: the pairings that ran to the end.
        failures: what did not, with the reason: compilers by name, switches by pairing.
    """

    case: Case
    outcomes: dict[Pairing, Outcome] = field(default_factory=dict)
    failures: dict[str | Pairing, Failure] = field(default_factory=dict)

    @property
    def without_reference(self) -> str:
        """Why there is nothing to compare with, in a few words; "" when there is.

        That is when p4c refuses the program, or fails on it (a "Compiler Bug", a crash, more than a minute), or BMv2
        refuses the JSON that p4c wrote (p4c sometimes names fields there that do not exist).
        """
        if REFERENCE in self.outcomes:
            return ""
        if P4C in self.failures:
            return "p4c refused" if _REFUSED.search(self.failures[P4C].text) else "p4c failed"
        return "BMv2 does not run p4c's JSON" if REFERENCE in self.failures else "p4c or BMv2 is not here"

    def failure(self, pairing: Pairing) -> Failure | None:
        """Why this pairing did not run to the end, if it did not."""
        return self.failures.get(pairing[0]) or self.failures.get(pairing)

    def verdict(self, pairing: Pairing) -> Verdict:
        """How the pairing did. An internal error of ours is one, whether or not there is a reference."""
        failure = self.failure(pairing)
        if failure is not None and failure.internal:
            return Verdict.INTERNAL_ERROR
        if self.without_reference:
            return Verdict.NO_REFERENCE
        return Verdict.AGREES if self.difference(pairing) is None else Verdict.DIFFERS

    def difference(self, pairing: Pairing) -> str | None:
        """How a pairing departs from the reference or failed, or None (also when there is no reference)."""
        failure = self.failure(pairing)
        if failure is not None:
            return failure.text if failure.internal or not self.without_reference else None
        reference = self.outcomes.get(REFERENCE)
        return self.outcomes[pairing].difference(reference) if reference and pairing in self.outcomes else None

    def signature(self, pairing: Pairing) -> str:
        """The kind of difference: a smaller program must have the same."""
        difference = self.difference(pairing)
        if difference is None:
            return ""
        failure = self.failure(pairing)
        return difference.split(" ", 1)[0] if failure is None else failure.line.split("error:", 1)[-1][:60]


def run_case(case: Case, workdir: Path, engine: EngineChoice = "auto") -> Result:
    """Compile and run a program every way there is on this machine; `engine` is our switch's."""
    result = Result(case)
    source = workdir / "program.p4"
    source.write_text(case.source, encoding="utf-8")
    programs: dict[str, dict[str, object]] = {}
    try:
        programs[OURS] = compile_file(source).json
    except CompileErrors as errors:
        result.failures[OURS] = Failure("\n".join(str(e) for e in errors.errors))
    except Exception:  # noqa: BLE001 - whatever the compiler does is what is being looked for
        result.failures[OURS] = _internal_error()
    if available(P4C_BM2_SS):
        try:
            programs[P4C], _p4info, _messages = p4c_program(source, workdir)
        except ReferenceFault as fault:
            result.failures[P4C] = Failure(str(fault))
    for compiler, program in programs.items():
        _on_embedded(result, compiler, program, engine)
        if available(SIMPLE_SWITCH):
            try:
                name = "ours" if compiler == OURS else "theirs"
                result.outcomes[compiler, BMV2] = run_bmv2(program, name, workdir, case)
            except ReferenceFault as fault:
                result.failures[compiler, BMV2] = Failure(str(fault))
    return result


def _on_embedded(result: Result, compiler: str, program: dict[str, object], engine: EngineChoice) -> None:
    try:
        result.outcomes[compiler, EMBEDDED] = run_embedded(program, result.case, engine)
    except ProgramError as error:
        result.failures[compiler, EMBEDDED] = Failure(str(error))
    except SwitchFault as fault:
        # An assertion that does not hold, or a loop without end, is the program's own doing.
        own = isinstance(fault.__cause__, AssertionFailed)
        result.failures[compiler, EMBEDDED] = Failure(str(fault.__cause__)) if own else _internal_error()
    except Exception:  # noqa: BLE001 - whatever the switch does is what is being looked for
        result.failures[compiler, EMBEDDED] = _internal_error()


def _internal_error() -> Failure:
    return Failure(traceback.format_exc(limit=-6), internal=True)


# --- Smaller programs ------------------------------------------------------------------------------------------------


Judge = Callable[[Case], bool]

_GROUP = re.compile(r"\(([^()]*)\)")


def shrink(case: Case, still: Judge, seconds: float) -> Case:
    """The smallest case found within `seconds`; `still` says whether a case shows the difference."""
    deadline = time.monotonic() + seconds
    best = _fewer_packets(case, still)
    changed = True
    while changed and time.monotonic() < deadline:
        changed = False
        for candidates in (_without_stretches, _without_brackets, _simpler_lines):
            best, smaller = _descend(best, still, candidates, deadline)
            changed = changed or smaller
    return _fewer_packets(best, still)


def _fewer_packets(case: Case, still: Judge) -> Case:
    for packet in case.packets:
        single = replace(case, packets=(packet,))
        if len(case.packets) > 1 and still(single):
            return single
    return case


def _descend(
    case: Case, still: Judge, candidates: Callable[[list[str]], Iterator[list[str]]], deadline: float
) -> tuple[Case, bool]:
    """Take the first candidate that still differs, again and again."""
    smaller, tried = False, set()
    while True:
        for lines in candidates(case.source.splitlines()):
            text = "\n".join(lines) + "\n"
            if text in tried:
                continue
            tried.add(text)
            if time.monotonic() > deadline:
                return case, smaller
            candidate = _fitting(replace(case, source=text))
            if still(candidate):
                case, smaller = candidate, True
                break
        else:
            return case, smaller


def _fitting(case: Case) -> Case:
    """Only the counters and registers that are still declared."""
    counters = {n: s for n, s in case.counters.items() if re.search(rf"\b{n.split('.')[-1]};", case.source)}
    registers = {n: s for n, s in case.registers.items() if re.search(rf"\b{n.split('.')[-1]};", case.source)}
    return replace(case, counters=counters, registers=registers)


def _ends(lines: list[str]) -> dict[int, int]:
    """For every line that opens a bracket, the line that closes it (an `} else {` closes one and opens another)."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for i, line in enumerate(lines):
        text = line.strip()
        if text.startswith("}") and stack:
            found[stack.pop()] = i
        if text.endswith("{"):
            stack.append(i)
    return found


def _without_stretches(lines: list[str]) -> Iterator[list[str]]:
    """Large pieces first: bracketed stretches by size, then runs of lines, then single lines."""
    ends = _ends(lines)
    for start, end in sorted(ends.items(), key=lambda item: item[0] - item[1]):
        stop = end
        if lines[end].strip() == "} else {":
            if lines[start].strip() != "} else {":
                stop = ends.get(end, end)
            else:
                continue
        if lines[start].strip() == "} else {":
            yield [*lines[:start], *lines[end:]]
        else:
            yield [*lines[:start], *lines[stop + 1 :]]
    for size in (8, 4, 2, 1):
        for start in range(len(lines) - size, -1, -1):
            piece = lines[start : start + size]
            if not any(line.strip().endswith("{") or line.strip().startswith("}") for line in piece):
                yield [*lines[:start], *lines[start + size :]]


def _without_brackets(lines: list[str]) -> Iterator[list[str]]:
    """Keep the inside of a condition without the condition; only where no validity test would be lost."""
    for start, end in _ends(lines).items():
        head = lines[start].strip()
        if head.startswith("if (") and "isValid" not in head and lines[end].strip() == "}":
            yield [*lines[:start], *lines[start + 1 : end], *lines[end + 1 :]]


def _simpler_lines(lines: list[str]) -> Iterator[list[str]]:
    """Replace a parenthesised operation by one of its operands."""
    for i, line in enumerate(lines):
        if not line.strip().endswith((";", "{")) or "isValid" in line:
            continue
        for simpler in _simpler(line):
            yield [*lines[:i], simpler, *lines[i + 1 :]]


def _simpler(line: str) -> Iterator[str]:
    for match in _GROUP.finditer(line):
        words = re.split(r" (?:\|\+\||\|-\||\+\+|<<|>>|&&|\|\||[-+*/%&|^?:]) ", match.group(1))
        if len(words) > 1:
            for word in words:
                yield line[: match.start()] + word + line[match.end() :]
        elif match.group(1)[:1] in "-~!":
            yield line[: match.start()] + match.group(1)[1:] + line[match.end() :]


# --- The command -----------------------------------------------------------------------------------------------------


_WRONG = (Verdict.DIFFERS, Verdict.INTERNAL_ERROR)
_LINE = 300


@dataclass
class _Tally:
    verdicts: dict[Pairing, Counter[Verdict]] = field(default_factory=lambda: {p: Counter() for p in PAIRINGS})
    with_reference: int = 0
    packets: int = 0
    without_reference: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Count one program, with a line for everything wrong with it, or a note why there is no reference."""
        seed = result.case.seed
        for pairing in PAIRINGS:
            verdict = result.verdict(pairing)
            self.verdicts[pairing][verdict] += 1
            if verdict in _WRONG:
                failure = result.failure(pairing)
                what = failure.line if failure is not None else result.difference(pairing) or ""
                self.lines.append(f"seed {seed}, {' on '.join(pairing)}: {verdict}: {what[:_LINE]}")
        if result.without_reference:
            self.without_reference[result.without_reference] += 1
            why = result.failure(REFERENCE)
            self.notes.append(f"seed {seed}, no reference: {why.line[:_LINE] if why else result.without_reference}")
        else:
            self.with_reference += 1
            self.packets += len(result.case.packets)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--programs", type=click.IntRange(1), default=500, show_default=True, help="How many programs.")
@click.option("--packets", type=click.IntRange(1), default=20, show_default=True, help="Packets for each program.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first; the next has the next."
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each program that disagrees here, and a smaller one that disagrees in the same way.",
)
@click.option(
    "--shrink-seconds",
    type=click.IntRange(0),
    default=60,
    show_default=True,
    help="With --keep: how long to look for a smaller program; 0 does not look.",
)
@click.option("--engine", type=click.Choice(ENGINES), default="auto", help=ENGINE_HELP)
def main(
    *, programs: int, packets: int, seed: int, keep: Path | None, shrink_seconds: int, engine: EngineChoice
) -> None:
    """Generate programs, run every pairing of compiler and switch, and show where they part from p4c on BMv2.

    Exit status: 0 if nothing that has a reference differs from it and nothing of ours failed, else 1.
    """
    console = Console()
    tally = _Tally()

    def run(case: Case) -> Result:
        return _run(case, engine)

    for number in track(range(seed, seed + programs), description="programs", console=console):
        case = generate(number, packets)
        result = run(case)
        tally.add(result)
        if keep is not None and _is_wrong(result):
            _keep(keep, result, shrink_seconds, run)
    console.print(_table(tally))
    summary = [f"with a reference: {tally.with_reference} programs, {tally.packets} packets"]
    summary += [f"no reference: {why}: {n}" for why, n in tally.without_reference.items()]
    for line in [*summary, *tally.notes, *tally.lines]:
        console.print(line, markup=False, soft_wrap=True)
    if tally.lines:
        raise SystemExit(1)


def _run(case: Case, engine: EngineChoice) -> Result:
    with tempfile.TemporaryDirectory(prefix="random-programs-") as scratch:
        return run_case(case, Path(scratch), engine)


def _is_wrong(result: Result) -> bool:
    return any(result.verdict(p) in _WRONG for p in PAIRINGS)


def _table(tally: _Tally) -> Table:
    table = Table("compiler", "switch", *Verdict, title="against p4c on BMv2")
    for (compiler, switch), counts in tally.verdicts.items():
        table.add_row(compiler, switch, *(str(counts[verdict]) for verdict in Verdict))
    return table


def _keep(directory: Path, result: Result, shrink_seconds: int, run: Callable[[Case], Result]) -> None:
    _write(directory / str(result.case.seed), result)
    wanted = _signatures(result)
    if shrink_seconds and any(wanted):
        smaller = shrink(result.case, lambda case: _signatures(run(case)) == wanted, shrink_seconds)
        _write(directory / f"{result.case.seed}.small", run(smaller))


def _signatures(result: Result) -> list[str]:
    return [result.signature(pairing) for pairing in PAIRINGS]


def _write(stem: Path, result: Result) -> None:
    """The program beside what differs and the packets, all under `stem`."""
    write_text(Path(f"{stem}.p4"), result.case.source)
    lines = [f"{' on '.join(p)}: {text}" for p in PAIRINGS if (text := result.difference(p)) is not None]
    lines += [f"packet into port {port}: {frame.hex()}" for port, frame in result.case.packets]
    write_text(Path(f"{stem}.txt"), "\n".join(lines) + "\n")


if __name__ == "__main__":
    run_command(main, (), status=1, name="python -m p4soft.fidelity.random_programs")

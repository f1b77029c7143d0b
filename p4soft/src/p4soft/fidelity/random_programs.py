# SPDX-License-Identifier: Apache-2.0
"""`python -m p4soft.fidelity.random_programs`: random programs through both compilers and both switches.

Without p4c and BMv2 on the PATH only our compiler and our switch run, and nothing can be compared. A program that shows
a difference is made smaller while it still shows the same kind of difference.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from p4soft.command_line import ENGINE_HELP, ENGINES, EngineChoice, run_command
from p4soft.fidelity.generator import generate
from p4soft.fidelity.generator.model import Case
from p4soft.fidelity.pairings import PAIRINGS, REFERENCE, Pairing, Result, Verdict, run_case
from p4soft.outputs import write_text

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

# SPDX-License-Identifier: GPL-2.0-only
"""Runs the suite against many mutants in a few processes, the cases that are likely to notice first.

What it found is data, a table for a terminal, and a Markdown page.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Literal

from msgspec import Struct
from rich.table import Table

from common.errors import UserError
from common.model import Model
from p4soft.command_line import EngineChoice
from p4soft.outputs import write_text
from p4soft.switch import ProgramError, TraceEvent, load_program
from p4soft.switch.trace import ActionEntered, ConditionEvaluated, ParserStateEntered, TableApplied
from ptf_tests.mutants.operators import Mutant, Program
from ptf_tests.run.in_process import outcomes
from ptf_tests.switch.profile import Profile

# --- One mutant, until a case notices --------------------------------------------------------------------------------


LIMIT_S = 10.0
"""Processor time of one case; the longest takes half a second."""

Fate = Literal["killed", "survived", "does not load", "not tried"]


class DidNotEndError(Exception):
    """A case took longer than the limit: the program loops."""


class Verdict(Struct, frozen=True):
    """What became of a mutant.

    Attributes:
        fate: whether a case noticed.
        killer: the case that did, or "".
        how: "failed" (wrong packets or counters), "error" (the device gave up) or "did not end"; "" if none noticed.
        tried: how many cases were run.
    """

    fate: Fate
    killer: str = ""
    how: str = ""
    tried: int = 0


def kill(
    program: Program,
    profile: Profile,
    cases: Sequence[str],
    *,
    engine: EngineChoice = "python",
    limit_s: float = LIMIT_S,
    stopped: Callable[[], bool] = lambda: False,
) -> Verdict:
    """Run `cases` in this order against `program` up to the first that does not pass.

    Args:
        program: BMv2 JSON.
        profile: what the device is said to be.
        cases: names of `switch.case.cases()`.
        engine: what runs it.
        limit_s: processor time that each case gets. Main thread only.
        stopped: asked before each case whether the result is no longer wanted.
    """
    tried = 0
    try:
        found = outcomes(load_program(dict[str, object](program)), profile, cases, engine=engine)
        for tried, name in enumerate(cases, 1):
            if stopped():
                return Verdict("not tried", tried=tried - 1)
            with _limited(limit_s):
                outcome = next(found)
            if outcome.outcome in ("failed", "error"):
                late = DidNotEndError.__name__ in outcome.text
                return Verdict("killed", name, "did not end" if late else outcome.outcome, tried)
    except ProgramError:
        return Verdict("does not load")
    except DidNotEndError:  # between cases
        return Verdict("killed", cases[tried - 1], "did not end", tried)
    return Verdict("survived", tried=tried)


_AGAIN_S = 0.05


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise DidNotEndError in the block after so much processor time; the case that runs takes it for its error."""

    def end(_number: int, _frame: object) -> None:
        raise DidNotEndError(f"not done after {seconds:g} s of processor time")

    before = signal.signal(signal.SIGPROF, end)
    # Again and again: an exception that is raised inside a callback of the collector is dropped by the interpreter.
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# --- All mutants -----------------------------------------------------------------------------------------------------


AHEAD = 2
"""Mutants handed to each process at a time, so that none waits for work."""

MODULES: Mapping[str, tuple[str, ...]] = {
    "parser": ("decap", "srv6", "ipv4"),
    "validate": ("ipv4", "routing", "isolation"),
    "my_sid": ("srv6", "decap"),
    "route": ("routing", "ipv4", "srv6"),
    "classify": ("qos", "ipv4", "trimming"),
    "virtual_queue": ("qos", "ecn", "incast"),
    "admission": ("trimming", "ecn", "counters"),
    "drop": ("routing", "srv6", "decap", "trimming"),
    "egress": ("trimming", "ecn", "counters"),
}
"""Stage (file of p4src/ without suffix) to the beginnings of the names of case modules about it."""


class MutantsError(UserError):
    """The run cannot be made; the message is complete and meant for people."""


class Judged(Struct, frozen=True):
    """A mutant and what became of it."""

    mutant: Mutant
    verdict: Verdict


class Passed(Struct, frozen=True):
    """A case that passes on the program as it is.

    Attributes:
        seconds: how long it takes.
        reached: parser states, actions, tables and conditionals that its packets get to.
    """

    seconds: float
    reached: frozenset[str]


def passing(
    program: Program, profile: Profile, cases: Sequence[str], on_case: Callable[[], None] = lambda: None
) -> dict[str, Passed]:
    """Run the cases on the program as it is, without those that it skips; `on_case` is called after each.

    Raises:
        MutantsError: a case fails on it, so that its failures would say nothing about mutants.
    """
    found = {}
    tracer = _Reached()
    for outcome in outcomes(load_program(dict[str, object](program)), profile, cases, tracer):
        if outcome.outcome in ("failed", "error"):
            last = outcome.text.strip().splitlines()[-1]
            raise MutantsError(f"{outcome.name} fails on the program itself: {last}")
        if outcome.outcome == "passed":
            found[outcome.name] = Passed(outcome.seconds, frozenset(tracer.names))
        tracer.names.clear()
        on_case()
    return found


class _Reached:
    """A tracer that notes where packets get to."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def event(self, event: TraceEvent) -> None:
        """Note the element of the program that an event tells of."""
        match event:
            case ParserStateEntered():
                self.names.add(event.state)
            case ConditionEvaluated():
                self.names.add(event.name)
            case TableApplied():
                self.names.add(event.table)
            case ActionEntered():
                self.names.add(event.action)


class Order:
    """Which cases to try first: what killed mutants of the same line, then of the same file, then what is about it."""

    def __init__(self, cases: Mapping[str, Passed]) -> None:
        """Cases that pass on the program as it is."""
        self._cases = cases
        self._kills: dict[str, Counter[str]] = {}

    def learn(self, judged: Judged) -> None:
        if judged.verdict.killer:
            for key in _keys(judged.mutant):
                self._kills.setdefault(key, Counter())[judged.verdict.killer] += 1

    def cases(self, mutant: Mutant) -> list[str]:
        """Cases that get to what is wrong, the most promising first, quick ones before slow ones."""
        line, file, everywhere = (self._kills.get(key, Counter[str]()) for key in _keys(mutant))
        about = MODULES.get(Path(mutant.file).stem, ())

        def rank(case: str) -> tuple[int, int, bool, int, float]:
            return -line[case], -file[case], not case.startswith(about), -everywhere[case], self._cases[case].seconds

        there = (case for case, ran in self._cases.items() if not mutant.element or mutant.element in ran.reached)
        return sorted(there, key=rank)


def _keys(mutant: Mutant) -> tuple[str, str, str]:
    return f"{mutant.file}:{mutant.line}", mutant.file, ""


def run(
    mutants: Iterable[Mutant],
    profile: Profile,
    cases: Mapping[str, Passed],
    jobs: int,
    on_judged: Callable[[Judged], None],
    *,
    engine: EngineChoice = "python",
) -> None:
    """Try every mutant; `on_judged` is told of each, in the order they are done.

    Args:
        mutants: what to try.
        profile: of the program.
        cases: those that pass on the program as it is (`passing`).
        jobs: processes.
        on_judged: called in this process. Whatever it raises, or a signal, ends the run within a case's time.
        engine: what runs the mutants.

    Raises:
        MutantsError: a process died.
    """
    order = Order(cases)
    waiting = deque(mutants)
    busy: dict[Future[Verdict], Mutant] = {}
    context = multiprocessing.get_context("spawn")  # a forked process would share scapy's and unittest's state
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _start, (profile, stop, engine)) as pool:
        try:
            while waiting or busy:
                while waiting and len(busy) < jobs * AHEAD:
                    mutant = waiting.popleft()
                    busy[pool.submit(_try, mutant.program, order.cases(mutant))] = mutant
                for future in wait(busy, return_when=FIRST_COMPLETED).done:
                    judged = Judged(busy.pop(future), future.result())
                    order.learn(judged)
                    on_judged(judged)
        except BrokenProcessPool:
            there = " or ".join(mutant.id for mutant in busy.values())
            raise MutantsError(f"a process that ran cases died at one of these mutants: {there}") from None
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


_process: list[tuple[Profile, Event, EngineChoice]] = []


def _start(profile: Profile, stop: Event, engine: EngineChoice) -> None:
    """Prepare a process. It leaves signals from the terminal to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    _process[:] = [(profile, stop, engine)]


def _try(program: Program, cases: Sequence[str]) -> Verdict:
    profile, stop, engine = _process[0]
    return kill(program, profile, cases, engine=engine, stopped=stop.is_set)


# --- What it found ---------------------------------------------------------------------------------------------------


JSON = "mutants.json"
MARKDOWN = "mutants.md"

Outcome = Literal["killed", "equivalent", "survived", "does not load", "not tried"]
COLUMNS: Mapping[str, str] = {
    "killed": "noticed by a case",
    "equivalent": "does the same as the program, as equivalent.yaml shows",
    "survived": "noticed by no case",
    "does not load": "refused by the switch; does not count",
    "not tried": "the run was interrupted",
}


class Result(Model):
    """One mutant.

    Attributes:
        id, operator, file, line, what: of the mutant.
        outcome: what became of it.
        killer: the case that noticed, or "".
        how: failed, error or "did not end"; "" if none noticed.
        tried: how many cases were run.
        why: why it is equivalent, or "".
    """

    id: str
    operator: str
    file: str
    line: int
    what: str
    outcome: Outcome
    killer: str = ""
    how: str = ""
    tried: int = 0
    why: str = ""


class Results(Model):
    """A run.

    Attributes:
        partial: it was interrupted: mutants are missing.
        cases: how many cases were run against each mutant at most.
        seconds: how long it took.
        mutants: in the order they were made.
    """

    partial: bool
    cases: int
    seconds: float
    mutants: tuple[Result, ...]

    def of(self, outcome: Outcome) -> list[Result]:
        return [result for result in self.mutants if result.outcome == outcome]


def counts(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    """Operator to outcome to how many, operators in the order of the run, `all` last."""
    found: dict[str, dict[str, int]] = {}
    everything = dict.fromkeys(COLUMNS, 0)
    for result in results:
        row = found.setdefault(result.operator, dict.fromkeys(COLUMNS, 0))
        row[result.outcome] += 1
        everything[result.outcome] += 1
    return {**found, "all": everything}


def results_table(results: Results) -> Table:
    """For a terminal: a line per operator."""
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("operator")
    made.add_column("mutants", justify="right")
    columns = _columns(results.mutants)
    for column in columns:
        made.add_column(column, justify="right")
    for operator, row in counts(results.mutants).items():
        made.add_row(operator, str(sum(row.values())), *(str(row[column] or "·") for column in columns))
    return made


def _columns(results: Sequence[Result]) -> list[str]:
    there = {result.outcome for result in results} | {"killed", "equivalent", "survived"}
    return [column for column in COLUMNS if column in there]


def write_results(results: Results, directory: Path) -> None:
    """Write mutants.json and mutants.md. Raises OSError."""
    write_text(directory / JSON, results.model_dump_json(indent=1) + "\n")
    write_text(directory / MARKDOWN, markdown(results))


def markdown(results: Results) -> str:
    """The run as a page: the table, survivors, vendors' mutants with their killers, equivalent ones with the reason."""
    columns = _columns(results.mutants)
    lines = ["# Mutants of p4src/", ""]
    if results.partial:
        lines += ["**Partial: the run was interrupted.**", ""]
    lines += [f"{len(results.mutants)} broken programs, {results.cases} cases, {results.seconds:.0f} s.", ""]
    lines += [f"| operator | mutants | {' | '.join(columns)} |", f"|---|{'---:|' * (len(columns) + 1)}"]
    for operator, row in counts(results.mutants).items():
        lines.append(f"| {operator} | {sum(row.values())} | {' | '.join(str(row[column]) for column in columns)} |")
    sections = {
        "Survivors": [f"| `{_cell(r.file)}:{r.line}` | {_cell(r.what)} |" for r in results.of("survived")],
        "What a vendor could ship": [
            f"| {_cell(r.id)} | {_cell(r.what)} | {r.killer or r.outcome} |"
            for r in results.mutants
            if r.operator == "vendor"
        ],
        "Equivalent": [f"| {_cell(r.id)} | {_cell(r.why)} |" for r in results.of("equivalent")],
    }
    heads = {
        "Survivors": ("where", "what"),
        "What a vendor could ship": ("mutant", "mistake", "noticed by"),
        "Equivalent": ("mutant", "why"),
    }
    for title, rows in sections.items():
        if rows:
            head = heads[title]
            lines += ["", f"## {title}", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *rows]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")

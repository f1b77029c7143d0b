# SPDX-License-Identifier: GPL-2.0-only
"""Runs cases against one mutant until one of them notices, in this process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from p4soft.engine_choice import EngineChoice
from p4soft.switch import ProgramError, load_program
from ptf_tests.mutants.places import Program
from ptf_tests.run.in_process_runner import outcomes
from ptf_tests.switch.profile import Profile

LIMIT_S = 10.0
"""Processor time of one case; the longest takes half a second."""

Fate = Literal["killed", "survived", "does not load", "not tried"]


class DidNotEndError(Exception):
    """A case took longer than the limit: the program loops."""


@dataclass(frozen=True, slots=True)
class Verdict:
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
        cases: names of `suite.cases()`.
        engine: what runs it.
        limit_s: processor time that each case gets. Main thread only.
        stopped: asked before each case whether nobody waits for the answer any more.
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

# SPDX-License-Identifier: Apache-2.0
"""Holds what a student's `measure` and `plot` make of results against what the results say."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence

from fabric.results import Result
from labs.grading.dialogue import Dialogue, DialogueError
from labs.grading.incast_runs import numbers
from labs.grading.lesson import WrongError

_UNIT = re.compile(r"\b(ns|us|[µμ]s|ms|s|(nano|micro|milli)?seconds?)\b", re.IGNORECASE)
_SCALES = (1e-6, 1e-3, 1.0, 1e3)
"""Seconds, milliseconds, microseconds and nanoseconds, in microseconds."""

_EXACT = ("unfinished", "trims", "drops", "retransmissions", "timeouts")
"""Numbers that are counts."""


def measured(talk: Dialogue, result: Result) -> Mapping[str, object]:
    """What the student's function says of a result. Raises WrongError."""
    try:
        found = talk.call("measure", result)
    except DialogueError as error:
        raise WrongError(str(error)) from None
    if not isinstance(found, dict):
        raise WrongError(f"measure returned {found!r:.80}; accepted: a dictionary, as the starter's")
    return found


def check_measured(found: Mapping[str, object], result: Result, names: Sequence[str]) -> None:
    """Raise WrongError if a number of these names is not the result's."""
    wanted = dataclasses.asdict(numbers(result))
    for name in names:
        if name not in found:
            raise WrongError(f"measure returns no {name}")
        value = found[name]
        if not same(name, value, wanted[name]):
            writes = result["flows"]
            raise WrongError(
                f"of a run with {len(writes)} writes to {len({each['to'] for each in writes})} NICs "
                f"({result['scenario']['name']}): {name} is {shown(value)}, and should be {shown(wanted[name])}"
            )


def same(name: str, value: object, wanted: object, *, rounded: bool = False) -> bool:
    """Whether a number is right: a count exactly, a measure but for its last digits, of which `rounded` has few."""
    if isinstance(wanted, list):
        if not isinstance(value, list) or len(value) != len(wanted):
            return False
        if not all(isinstance(each, int | float) for each in value):
            return False
        return all(same("", *each) for each in zip(sorted(value), wanted, strict=True))
    if wanted is None or value is None or isinstance(value, bool):
        return value is wanted
    if not isinstance(value, int | float) or not isinstance(wanted, int | float):
        return False
    if name in _EXACT:
        return value == wanted
    if name == "fairness":
        return abs(value - wanted) <= (0.006 if rounded else 0.001)
    return abs(value - wanted) <= (max(0.6, 0.01 * wanted) if rounded else max(0.06, 0.002 * wanted))


def shown(value: object) -> str:
    """A number, or several, for people."""
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value[:12])) + "]"
    return f"{value:.4g}" if isinstance(value, float) else f"{value!r:.60}"


def check_plot(talk: Dialogue, trim: Result, drop: Result) -> None:
    """Raise WrongError if no pair of axes of the student's figure shows both results as the starter asks."""
    try:
        found = talk.call("plot", trim, drop)
    except DialogueError as error:
        raise WrongError(str(error)) from None
    assert isinstance(found, list)
    if not found:
        raise WrongError("the figure has no axes")
    problems = [_axes_problem(axes, trim, drop) for axes in found]
    if all(problems):
        raise WrongError(problems[0])


def _axes_problem(axes: Mapping[str, object], trim: Result, drop: Result) -> str:
    """What one pair of axes lacks; empty if nothing."""
    series = axes["series"]
    assert isinstance(series, list)
    unnamed = [letter for letter in "xy" if not str(axes[letter]).strip()]
    if unnamed:
        return f"the {' and the '.join(unnamed)} axis has no label"
    legend = axes["legend"]
    assert isinstance(legend, list)
    for result in (trim, drop):
        name = str(result["scenario"]["name"])
        if not any(name in str(text) for text in legend):
            return f"the legend says {', '.join(map(str, legend)) or 'nothing'}; which series is {name}?"
        times = numbers(result).completions_us
        on = {
            letter
            for label, x, y in series
            if name in label
            for letter, values in (("x", x), ("y", y))
            if any(_holds(values, times, scale) for scale in _SCALES)
        }
        if not on:
            return f"the series {name} does not have every write's time: {shown(list(times))} us"
        if not any(_UNIT.search(str(axes[letter])) for letter in on):
            return f"the axis of times says {axes[min(on)]!r}; in which unit?"
    return ""


def _holds(values: Sequence[object], times: Sequence[float], scale: float) -> bool:
    """Whether every time, in microseconds, is among the values, each as often as it is there."""
    left = sorted(each for each in values if isinstance(each, int | float) and not isinstance(each, bool))
    for time in times:
        at = next((at for at, each in enumerate(left) if abs(each - time * scale) <= 0.002 * time * scale), None)
        if at is None:
            return False
        del left[at]
    return True

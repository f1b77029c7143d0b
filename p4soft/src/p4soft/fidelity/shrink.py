# SPDX-License-Identifier: Apache-2.0
"""Makes a program that shows a difference smaller, while it still shows the same kind of difference.

Generated programs hold one statement or bracket per line, so leaving out a line, a bracketed stretch or only its
brackets usually leaves a program. Whoever judges (`still`) must refuse candidates that differ for another reason.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from p4soft.fidelity.generator.case import Case

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

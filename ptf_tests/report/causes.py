# SPDX-License-Identifier: Apache-2.0
"""Cases that fail in the same way: they probably have one cause, and one of their requirements is the one to look at.

Two cases fail in the same way if the first thing that differs is the same: a field with the same two values, a length
or a counter that is off by as much. Where a frame is missing, nothing says what its fields would have been.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from common.text import one_line, plural
from ptf_tests.headers.decoding import PAYLOAD
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import FieldPair, compare_frames, match_frames
from ptf_tests.results import LEVELS, Case, Evidence, Report, Requirement

_SHORT = 24
"""Characters of a value that is spelled out."""
_OF_LENGTHS = frozenset({"length", "long", "size", "byte", "bytes"})


class Cause(Struct, frozen=True):
    """Failed cases, at least two, that differ in the same way.

    Attributes:
        what: how they differ.
        cases: in the order of the report.
        look: the failed requirement that is about it most of all; None if there is none.
    """

    what: str
    cases: tuple[Case, ...]
    look: Requirement | None

    @property
    def text(self) -> str:
        """The hint in a sentence."""
        first = f"; look at {self.look.id} first: {one_line(self.look.statement)}" if self.look else ""
        return f"{plural(len(self.cases), 'case')} differ in the same way: {self.what}{first}"


class _Difference(Struct, frozen=True):
    """What differs: equal `key`s are the same way, `words` are of its subject, `what` says it."""

    key: tuple[object, ...]
    words: frozenset[str]
    what: str


def causes(report: Report) -> list[Cause]:
    """The largest first."""
    rules = WireRules.of(report.device.choices)
    groups: dict[tuple[object, ...], list[tuple[_Difference, Case]]] = {}
    for case in report.cases:
        if case.evidence is not None and (found := next(_differences(case.evidence, rules), None)) is not None:
            groups.setdefault(found.key, []).append((found, case))
    made = []
    for group in groups.values():
        if len(group) > 1:
            cases = tuple(case for _, case in group)
            most = Counter(found for found, _ in group).most_common(1)[0][0]
            made.append(Cause(most.what, cases, _look(report, most.words, cases)))
    return sorted(made, key=lambda cause: -len(cause.cases))


def _differences(evidence: Evidence, rules: WireRules) -> Iterator[_Difference]:
    """Those of frames in the order of the wire, then those of counters."""
    for match in match_frames(evidence, rules):
        if match.exact or match.expected is None or match.received is None:
            continue
        wanted = bytes.fromhex(evidence.expected[match.expected].accepted[match.form])
        got = bytes.fromhex(evidence.received[match.received].hex)
        for layer in compare_frames(wanted, got, rules).layers:
            if layer.received is None and layer.expected is not None:
                yield _of_layer(layer.expected.protocol, "is missing")
            elif layer.expected is None and layer.received is not None:
                yield _of_layer(layer.received.protocol, "should not be there")
            elif layer.expected is not None:
                for pair in layer.fields:
                    if pair.differs:
                        yield _of_field(layer.expected.protocol, pair, len(wanted), len(got))
    for change in evidence.counters:
        off = change.actual - change.expected
        what = f"counter {change.name} is {abs(off)} too {'high' if off > 0 else 'low'}"
        yield _Difference(("counter", change.name, off), frozenset(change.name.split("_")) | {"counter"}, what)


def _of_layer(protocol: str, what: str) -> _Difference:
    return _Difference((protocol, what), _words(protocol), f"{protocol} {what}")


def _of_field(protocol: str, pair: FieldPair, wanted: int, got: int) -> _Difference:
    """A field of a pair of frames of these lengths; a length that follows from that of the frame is the frame's."""
    if wanted != got and (protocol == PAYLOAD or "length" in pair.name):
        off = got - wanted
        how = f"{plural(abs(off), 'byte')} too {'long' if off > 0 else 'short'}"
        what = f"frames are {how}, as {got} bytes instead of {wanted}"
        return _Difference(("length", off), _OF_LENGTHS | {str(wanted)}, what)
    name = pair.name if protocol == PAYLOAD else f"{protocol} {pair.name}"
    ours, theirs = (field.value if field else "nothing" for field in (pair.expected, pair.received))
    if max(len(ours), len(theirs)) > _SHORT:
        return _Difference((name,), _words(pair.name), f"{name} differs")
    return _Difference((name, ours, theirs), _words(pair.name), f"{name} is {theirs} instead of {ours}")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text.lower()))


def _look(report: Report, words: frozenset[str], cases: Sequence[Case]) -> Requirement | None:
    """The failed requirement whose statement has most of the words, then that of which most cases are of these.

    Other cases may show it: where these are about something else, and it has failed, too, they met it on their way.
    """
    names = {case.name for case in cases}
    carried_out = {case.name for case in report.cases if case.outcome != "skipped"}

    def rank(requirement: Requirement) -> tuple[int, float, int, int]:
        shown = carried_out.intersection(requirement.cases)
        share = len(names & shown) / len(shown)
        about = len(words & _words(requirement.statement))
        return -about, -share, LEVELS.index(requirement.level), len(shown)

    broken = (each for each in report.requirements if each.verdict == "failed" and carried_out & set(each.cases))
    return min(broken, key=rank, default=None)

# SPDX-License-Identifier: Apache-2.0
"""Why two outcomes differ, as far as that can be found out by trying."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from p4soft.fidelity.trial.cleared import Document
from p4soft.fidelity.trial.outcome import Difference, Frames, Outcome, Value
from p4soft.fidelity.trial.perturb import kinds
from p4soft.fidelity.trial.run import Clock, NotRun

Runner = Callable[[Document, Clock], Outcome]
"""Runs a document of one compiler on the embedded switch."""
Items = Mapping[str, Value]
_ARRAYS = ("counter ", "register ")


@dataclass
class Verdict:
    """What is to be said about one pairing: `explained` differences by reason, and those `left`."""

    explained: dict[str, list[Difference]] = field(default_factory=dict)
    left: list[Difference] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Variation:
    """What runs with one thing changed showed; `any_cell` as `Kind` has it."""

    reason: str
    runs: tuple[Items, ...]
    any_cell: bool = False

    def arrays(self) -> set[str]:
        """The arrays of which any cell may be meant."""
        if not self.any_cell:
            return set()
        names = {name for run in self.runs for name in run if _array(name)}
        return {_array(name) for name in names if len({str(run.get(name)) for run in self.runs}) > 1}


class Judge:
    """Finds reasons for one program's differences; runs nothing until it is asked.

    Args:
        documents: the JSON of each compiler with what runs it.
        again: a further run of the reference, to see whether it repeats itself.
    """

    def __init__(self, documents: Sequence[tuple[Document, Runner]], again: Callable[[], Outcome]) -> None:
        self._again = again
        self._repeated: Outcome | None = None
        self._found: list[Variation] = []
        self._ahead = _variations(documents)

    def judge(self, differences: Iterable[Difference], reference: Outcome) -> Verdict:
        """Every difference with its reason, or left."""
        verdict, left = Verdict(), list(differences)
        for variation in self._variations():
            if not left:
                return verdict
            left = _explain(verdict, left, variation)
        if left:
            self._repeated = self._repeated or self._again()
            runs = (reference.items(), self._repeated.items())
            left = _explain(verdict, left, Variation("BMv2 does not repeat itself", runs))
        verdict.left = left
        return verdict

    def _variations(self) -> Iterator[Variation]:
        """All of them, each run once."""
        yield from self._found
        for found in self._ahead:
            self._found.append(found)
            yield found


def _variations(documents: Sequence[tuple[Document, Runner]]) -> Iterator[Variation]:
    for document, runner in documents:
        for kind in kinds(document):
            try:
                yield Variation(kind.reason, tuple(runner(*run).items() for run in kind.runs), any_cell=kind.any_cell)
            except NotRun:
                continue


def _explain(verdict: Verdict, left: Sequence[Difference], variation: Variation) -> list[Difference]:
    """Move what varies between runs to a verdict; the rest."""
    arrays = variation.arrays()
    rest = []
    for difference in left:
        runs = [run.get(difference.item) for run in variation.runs]
        if _covers(difference, runs) or _array(difference.item) in arrays:
            verdict.explained.setdefault(variation.reason, []).append(difference)
        else:
            rest.append(difference)
    return rest


def _array(item: str) -> str:
    """The counter, register or meter array that an item is a cell of; "" for other items."""
    return item.partition("[")[0] if item.endswith("]") and item.startswith(_ARRAYS) else ""


def _covers(difference: Difference, runs: Sequence[Value]) -> bool:
    """Whether the difference lies only where runs vary."""
    if all(run == runs[0] for run in runs):
        return False
    values = [v for v in (difference.mine, difference.theirs, *runs) if isinstance(v, tuple)]
    if len(values) != len(runs) + 2:
        return True
    shapes = [_shape(frames) for frames in values]
    if any(shape != shapes[2] for shape in shapes[2:]):
        return True
    if any(shape != shapes[2] for shape in shapes[:2]):
        return False
    return all(a == b or len(set(varying)) > 1 for a, b, *varying in zip(*map(_bytes, values), strict=True))


def _shape(frames: Frames) -> tuple[tuple[int, int], ...]:
    """Ports and lengths."""
    return tuple((port, len(frame)) for port, frame in frames)


def _bytes(frames: Frames) -> list[int]:
    return [byte for _, frame in frames for byte in frame]

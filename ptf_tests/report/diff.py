# SPDX-License-Identifier: Apache-2.0
"""Pairs received frames with expected ones, and finds the fields and bytes that differ.

Frames are paired by content, not by order: first by the identity in their payload, then by common runs of bytes.
Headers are aligned before bytes are compared, so that a missing SRH shows as a missing SRH and not as 400 wrong bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ptf_tests.headers.decoding import PAYLOAD, Field, Layer, identity, layers
from ptf_tests.headers.mrc import WireRules

if TYPE_CHECKING:
    from ptf_tests.results import Evidence, ExpectedFrame, SentFrame

_GAP = 0.6
"""Cost of a layer that only one frame has. Two gaps cost more than a layer whose every field differs (1)."""
_RUN = 8
"""Bytes of a run that counts as common: shorter ones occur by chance."""
_PATIENCE = 10_000
"""Up to this number of combinations every frame is compared with every other; beyond it only those of one identity."""
_RELATED = 0.3
"""Share of common runs above which two frames without a common identity are taken for the same packet."""


class FieldPair(Struct, frozen=True):
    """A field in both frames, or in one."""

    name: str
    expected: Field | None
    received: Field | None

    @property
    def differs(self) -> bool:
        return self.expected is None or self.received is None or not self.expected.same(self.received)


class LayerPair(Struct, frozen=True):
    """A layer in both frames, or in one."""

    expected: Layer | None
    received: Layer | None
    fields: tuple[FieldPair, ...]

    @property
    def differing(self) -> int:
        return sum(pair.differs for pair in self.fields)


class FrameDiff(Struct, frozen=True):
    """Two frames compared.

    Attributes:
        layers: aligned.
        expected_bytes: offsets of bytes of the expected frame that the received one does not have there.
        received_bytes: the same the other way round.
    """

    layers: tuple[LayerPair, ...]
    expected_bytes: frozenset[int]
    received_bytes: frozenset[int]

    def differing(self) -> list[tuple[str, FieldPair]]:
        """Label of the layer and field, for each field that differs."""
        return [
            (layer.label, pair)
            for each in self.layers
            if (layer := each.expected or each.received) is not None
            for pair in each.fields
            if pair.differs
        ]


class Match(Struct, frozen=True):
    """An expected frame and the received one that answers it; either can be missing. Numbers are list positions.

    Attributes:
        expected: position in `Evidence.expected`, or None: no frame was expected.
        received: position in `Evidence.received`, or None: it did not come.
        form: which of the accepted forms is closest to what was received.
        sent: position of the frame in `Evidence.sent` that this is about, when one is alike.
        exact: it is right, byte for byte, on the right port.
        late: it came out behind a frame of the same port that it should have preceded.
    """

    expected: int | None
    received: int | None
    form: int
    sent: int | None
    exact: bool
    late: bool = False


def compare_frames(expected: bytes, received: bytes, rules: WireRules) -> FrameDiff:
    """Align two frames, their MRC headers read by `rules`, and find what differs."""
    aligned = align(layers(expected, rules), layers(received, rules))
    expected_bytes: set[int] = set()
    received_bytes: set[int] = set()
    for (start, stop), (start2, stop2) in _spans(aligned):
        common = min(stop - start, stop2 - start2)
        different = [i for i in range(common) if expected[start + i] != received[start2 + i]]
        expected_bytes.update(start + i for i in different)
        received_bytes.update(start2 + i for i in different)
        expected_bytes.update(range(start + common, stop))
        received_bytes.update(range(start2 + common, stop2))
    if len(expected) == len(received):
        # A byte that says what comes next can make everything behind it read as something that is elsewhere, too.
        unmoved = {i for i, pair in enumerate(zip(expected, received, strict=True)) if pair[0] != pair[1]}
        if len(unmoved) < len(expected_bytes):
            expected_bytes = received_bytes = unmoved
    pairs = tuple(LayerPair(a, b, _field_pairs(a, b)) for a, b in aligned)
    return FrameDiff(pairs, frozenset(expected_bytes), frozenset(received_bytes))


def _spans(aligned: Sequence[tuple[Layer | None, Layer | None]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Stretches of both frames to compare byte by byte: layers of a pair, and the bytes between pairs.

    Between them are headers that one frame lacks (an empty stretch there), or the same bytes read as something else
    because a type field before them differs.
    """
    spans = []
    at, at2 = 0, 0
    for a, b in aligned:
        if a is not None and b is not None:
            spans += [((at, a.start), (at2, b.start)), ((a.start, a.stop), (b.start, b.stop))]
            at, at2 = a.stop, b.stop
    end = max((a.stop for a, _ in aligned if a is not None), default=0)
    end2 = max((b.stop for _, b in aligned if b is not None), default=0)
    return [*spans, ((at, end), (at2, end2))]


def align(first: Sequence[Layer], second: Sequence[Layer]) -> list[tuple[Layer | None, Layer | None]]:
    """Layers of two frames side by side, at the least total difference (Needleman and Wunsch)."""
    rows, columns = len(first), len(second)
    costs = [[_GAP * (i + j) if not i or not j else 0.0 for j in range(columns + 1)] for i in range(rows + 1)]
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            together = costs[i - 1][j - 1] + _distance(first[i - 1], second[j - 1])
            costs[i][j] = min(together, costs[i - 1][j] + _GAP, costs[i][j - 1] + _GAP)
    pairs: list[tuple[Layer | None, Layer | None]] = []
    i, j = rows, columns
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + _distance(first[i - 1], second[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((first[i], second[j]))
        elif i and (not j or costs[i][j] == costs[i - 1][j] + _GAP):
            i -= 1
            pairs.append((first[i], None))
        else:
            j -= 1
            pairs.append((None, second[j]))
    return pairs[::-1]


def _distance(a: Layer, b: Layer) -> float:
    """From 0 (every field the same) to 1; infinity for layers that never make a pair.

    Those are layers of different protocols, and payloads that begin elsewhere and have no bytes in common.
    """
    if a.protocol != b.protocol:
        return float("inf")
    if (
        a.protocol == PAYLOAD
        and a.start != b.start
        and not any(x.same(y) for x, y in zip(a.fields, b.fields, strict=False))
    ):
        return float("inf")
    pairs = _field_pairs(a, b)
    return sum(pair.differs for pair in pairs) / max(1, len(pairs))


def _field_pairs(a: Layer | None, b: Layer | None) -> tuple[FieldPair, ...]:
    ours = {field.name: field for field in a.fields} if a else {}
    theirs = {field.name: field for field in b.fields} if b else {}
    return tuple(FieldPair(name, ours.get(name), theirs.get(name)) for name in ours | theirs)


def match_frames(evidence: Evidence, rules: WireRules) -> list[Match]:
    """Pair what should have come with what came: expected frames in order, then those that were not expected."""
    wanted = [[_Print.of(bytes.fromhex(form)) for form in frame.accepted] for frame in evidence.expected]
    got = [_Print.of(bytes.fromhex(frame.hex)) for frame in evidence.received]
    sent = [_Print.of(bytes.fromhex(frame.hex)) for frame in evidence.sent]
    chosen = _exact(evidence.expected, wanted, evidence.received, got)
    exact = set(chosen)
    chosen |= _alike(evidence, wanted, got, chosen)
    late = _late(evidence, chosen)
    matches = []
    for position, forms in enumerate(wanted):
        answer = chosen.get(position)
        form = 0 if answer is None else _closest(forms, got[answer], rules)
        about = got[answer] if answer is not None else forms[form] if forms else None
        origin = _origin(about, sent)
        right = position in exact
        matches.append(Match(position, answer, form, origin, right, late=position in late))
    taken = set(chosen.values())
    matches += [
        Match(None, position, 0, _origin(each, sent), exact=False)
        for position, each in enumerate(got)
        if position not in taken
    ]
    return matches


class _Print(Struct, frozen=True):
    """The parts of a frame by which it is recognised."""

    frame: bytes
    identity: bytes
    runs: frozenset[bytes]

    @classmethod
    def of(cls, frame: bytes) -> _Print:
        runs = frozenset(frame[i : i + _RUN] for i in range(max(1, len(frame) - _RUN + 1)))
        return cls(frame, identity(frame), runs)

    def likeness(self, other: _Print) -> float:
        """0 for frames that have nothing to do with each other, else up to 2."""
        shared = len(self.runs & other.runs) / max(1, min(len(self.runs), len(other.runs)))
        same = bool(self.identity) and self.identity == other.identity
        return shared + same if same or shared >= _RELATED else 0.0


def _exact(
    expected: Sequence[ExpectedFrame], wanted: list[list[_Print]], received: Sequence[SentFrame], got: list[_Print]
) -> dict[int, int]:
    """Pairs that are right, in order of arrival."""
    found: dict[int, int] = {}
    free: dict[tuple[int, bytes], list[int]] = {}
    for position, each in enumerate(got):
        free.setdefault((received[position].port, each.frame), []).append(position)
    for position, forms in enumerate(wanted):
        for form in forms:
            waiting = free.get((expected[position].port, form.frame))
            if waiting:
                found[position] = waiting.pop(0)
                break
    return found


def _alike(evidence: Evidence, wanted: list[list[_Print]], got: list[_Print], chosen: dict[int, int]) -> dict[int, int]:
    """Pairs that are not right: best likeness first, the same port before another one."""
    rows = [position for position in range(len(wanted)) if position not in chosen]
    taken = set(chosen.values())
    columns = [position for position in range(len(got)) if position not in taken]
    every = len(rows) * len(columns) <= _PATIENCE
    scores: list[tuple[float, int, int]] = []
    for row in rows:
        for column in columns:
            if not every and all(form.identity != got[column].identity for form in wanted[row]):
                continue
            best = max((form.likeness(got[column]) for form in wanted[row]), default=0.0)
            if best:
                same_port = evidence.expected[row].port == evidence.received[column].port
                scores.append((best + 0.5 * same_port, row, column))
    found: dict[int, int] = {}
    for _, row, column in sorted(scores, key=lambda score: (-score[0], score[1], score[2])):
        if row not in found and column not in taken:
            found[row] = column
            taken.add(column)
    return found


def _late(evidence: Evidence, chosen: dict[int, int]) -> set[int]:
    """Expected frames that came out behind one of their port that they should have preceded."""
    late: set[int] = set()
    first_of: dict[int, int] = {}
    for position in sorted(chosen, reverse=True):
        port = evidence.received[chosen[position]].port
        if port != evidence.expected[position].port:
            continue
        if chosen[position] > first_of.get(port, chosen[position]):
            late.add(position)
        first_of[port] = min(chosen[position], first_of.get(port, chosen[position]))
    return late


def _closest(forms: list[_Print], answer: _Print, rules: WireRules) -> int:
    """The accepted form that needs the fewest fields changed to become the answer."""
    if len(forms) < 2:
        return 0
    return min(
        range(len(forms)),
        key=lambda index: (len(compare_frames(forms[index].frame, answer.frame, rules).differing()), index),
    )


def _origin(about: _Print | None, sent: list[_Print]) -> int | None:
    if about is None or not sent:
        return None
    scores = [each.likeness(about) for each in sent]
    best = max(scores)
    return scores.index(best) if best else None

# SPDX-License-Identifier: Apache-2.0
"""The same trial with one thing changed that no program may rely on: time, chance, what was never written.

Run on the embedded switch, twice each. Whatever differs between the two runs hangs on that thing, so that there two
switches, or two compilers, may rightly disagree.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from targets.softswitch import Program, load_program
from targets.softswitch.program.header_model import FieldType
from tools.fidelity.trial.left_behind import Seen
from tools.fidelity.trial.run import Clock

Document = dict[str, object]

_LOCALS = "scalars"
_USER_METADATA = "userMetadata."
_TIMES = ("timestamp", "meter")
_CLOCKS = (Clock(), Clock(200_000, 3_000), Clock(0x1555_5555_5555, 700), Clock(0x2AAA_AAAA_AAAA, 3_000_003))
_SEEDS = 3
_QUEUE = ("deq_timedelta", "enq_qdepth", "deq_qdepth")
_QUEUE_ALIAS = "queueing_metadata."
_RANDOM = "modify_field_rng_uniform"
_AS_SEEN = 12
_PATTERNS = ("01", "10", "1", "00000001", "0000000000000011", "0110100", "1110010011", "000101")


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that is changed: `reason` for people, and the ways to run a document.

    `any_cell`: what was changed can be any number, so where it is an index, any cell of the array may be meant.
    """

    reason: str
    runs: tuple[tuple[Document, Clock], ...]
    any_cell: bool = False


def kinds(document: Document, seen: Seen) -> Iterator[Kind]:
    """The changes that can matter to a program; `seen` is what its packets leave in headers."""
    text = json.dumps(document)
    program = load_program(document)
    usual = Clock()
    timed, chance = any(word in text for word in _TIMES), _RANDOM in text
    if timed:
        yield Kind("time stamps, or rates of meters", tuple((document, clock) for clock in _CLOCKS))
    if chance:
        yield Kind("random numbers", tuple((document, Clock(seed=seed)) for seed in range(_SEEDS)))
    if timed and chance:
        both = ((document, replace(clock, seed=seed)) for clock in _CLOCKS for seed in range(_SEEDS))
        yield Kind("random numbers drawn as time goes by", tuple(both))
    for reason, fields in _NEVER_WRITTEN.items():
        found = list(fields(program))
        if found:
            values = [*map(_pattern, _PATTERNS)]
            if fields is _header_fields:
                values += [_seen_value(seen, number) for number in range(_AS_SEEN if seen else 0)]
            changed = (_changed(document, found, value, fields) for value in values)
            yield Kind(reason, ((document, usual), *((d, usual) for d in changed)), any_cell=True)
    groups = [fields for fields in _NEVER_WRITTEN.values() if any(fields(program))]
    if len(groups) + timed > 1:
        # A frame may show a time stamp in one place and what was never written in another.
        together = tuple(
            (_all_changed(document, program, groups, _pattern(bits)), _CLOCKS[number % len(_CLOCKS)])
            for number, bits in enumerate(_PATTERNS)
        )
        yield Kind("several of these in one place", ((document, usual), *together), any_cell=True)


_Value = Callable[[str, FieldType], int]
"""What a field of a header instance gets."""


def _pattern(bits: str) -> _Value:
    return lambda _header, field: int((bits * field.width)[-field.width :], 2)


def _seen_value(seen: Seen, number: int) -> _Value:
    """The number-th of the values that a field had, so that all fields are as some packets left them."""

    def value(header: str, field: FieldType) -> int:
        found = seen.get((header, field.name), (0,))
        return found[number % len(found)]

    return value


_Fields = Callable[[Program], Iterator[tuple[str, FieldType]]]


def _header_fields(program: Program) -> Iterator[tuple[str, FieldType]]:
    for header in program.headers.values():
        if not header.metadata:
            yield from ((header.name, f) for f in header.type.fields if not f.varbit)


def _local_variables(program: Program) -> Iterator[tuple[str, FieldType]]:
    header = program.headers.get(_LOCALS)
    if header is not None:
        yield from ((_LOCALS, f) for f in header.type.fields if not f.name.startswith(_USER_METADATA))


def _queue_fields(program: Program) -> Iterator[tuple[str, FieldType]]:
    for header in program.headers.values():
        if header.metadata:
            yield from ((header.name, f) for f in header.type.fields if f.name in _QUEUE)


_NEVER_WRITTEN: Mapping[str, _Fields] = {
    "time in queues and their depth": _queue_fields,
    "fields of headers that are not valid (stale in BMv2)": _header_fields,
    "variables that were never written": _local_variables,
}


def _all_changed(document: Document, program: Program, groups: Sequence[_Fields], value: _Value) -> Document:
    for fields in groups:
        document = _changed(document, list(fields(program)), value, fields)
    return document


def _changed(document: Document, found: Sequence[tuple[str, FieldType]], value: _Value, fields: _Fields) -> Document:
    """The document with these fields set before parsing begins."""
    changed: dict[str, Any] = copy.deepcopy(document)
    parser = next(iter(changed.get("parsers", ())), None)
    if parser is None or parser.get("init_state") is None:
        return changed
    state = next(s for s in parser["parse_states"] if s["name"] == parser["init_state"])
    state["parser_ops"] = [*_sets(found, value), *state.get("parser_ops", ())]
    if fields is _queue_fields:
        # Without its alias the switch leaves the field alone.
        aliases: Sequence[Sequence[object]] = changed.get("field_aliases", ())
        changed["field_aliases"] = [a for a in aliases if not str(a[0]).startswith(_QUEUE_ALIAS)]
    return changed


def _sets(found: Sequence[tuple[str, FieldType]], value: _Value) -> Iterator[Mapping[str, object]]:
    for header, field in found:
        if field.width:
            yield {
                "op": "set",
                "parameters": [
                    {"type": "field", "value": [header, field.name]},
                    {"type": "hexstr", "value": f"{value(header, field):#x}"},
                ],
            }

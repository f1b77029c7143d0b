# SPDX-License-Identifier: Apache-2.0
"""The same trial with one thing changed that no program may rely on: time, chance, what was never written.

Run on the embedded switch, twice each. Whatever differs between the two runs hangs on that thing, so that there two
switches, or two compilers, may rightly disagree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from p4soft.fidelity.trial.cleared import Document, before_parsing, set_field
from p4soft.fidelity.trial.run import Clock
from p4soft.switch import Program, load_program
from p4soft.switch.program.model import FieldType

_LOCALS = "scalars"
_USER_METADATA = "userMetadata."
_TIMES = ("timestamp", "meter")
_CLOCKS = (Clock(), Clock(200_000, 3_000), Clock(0x1555_5555_5555, 700), Clock(0x2AAA_AAAA_AAAA, 3_000_003))
_SEEDS = 3
_QUEUE = ("deq_timedelta", "enq_qdepth", "deq_qdepth", "egress_global_timestamp")
_QUEUE_ALIASES = ("queueing_metadata.", "intrinsic_metadata.egress_global_timestamp")
_RANDOM = "modify_field_rng_uniform"
_PATTERNS = ("01", "10", "1", "00000001", "0000000000000011", "0110100", "1110010011", "000101")


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that is changed: `reason` for people, and the ways to run a document.

    `any_cell`: what was changed can be any number, so where it is an index, any cell of the array may be meant.
    """

    reason: str
    runs: tuple[tuple[Document, Clock], ...]
    any_cell: bool = False


def kinds(document: Document) -> Iterator[Kind]:
    """The changes that can matter to a program."""
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
            changed = (_changed(document, found, bits, fields) for bits in _PATTERNS)
            yield Kind(reason, ((document, usual), *((d, usual) for d in changed)), any_cell=True)
    groups = [fields for fields in _NEVER_WRITTEN.values() if any(fields(program))]
    if len(groups) + timed > 1:
        # A frame may show a time stamp in one place and what was never written in another.
        together = tuple(
            (_all_changed(document, program, groups, bits), _CLOCKS[number % len(_CLOCKS)])
            for number, bits in enumerate(_PATTERNS)
        )
        yield Kind("several of these in one place", ((document, usual), *together), any_cell=True)


_Fields = Callable[[Program], Iterator[tuple[str, FieldType]]]


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
    "variables that were never written": _local_variables,
}


def _all_changed(document: Document, program: Program, groups: Sequence[_Fields], bits: str) -> Document:
    for fields in groups:
        document = _changed(document, list(fields(program)), bits, fields)
    return document


def _changed(document: Document, found: Sequence[tuple[str, FieldType]], bits: str, fields: _Fields) -> Document:
    """The document with a pattern of bits in these fields before parsing begins."""
    sets = [set_field(header, f.name, int((bits * f.width)[-f.width :], 2)) for header, f in found if f.width]
    changed = before_parsing(document, sets)
    if fields is _queue_fields:
        # Without its alias the switch leaves the field alone.
        aliases = changed.get("field_aliases", ())
        assert isinstance(aliases, list | tuple)
        return {**changed, "field_aliases": [a for a in aliases if not str(a[0]).startswith(_QUEUE_ALIASES)]}
    return changed

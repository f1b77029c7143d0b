# SPDX-License-Identifier: Apache-2.0
"""A broken program, and all those that the operators make of a good one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from ptf_tests.mutants.operators import EXPRESSIONS, Operator
from ptf_tests.mutants.places import Place, Program, element, places
from ptf_tests.mutants.structure import STRUCTURE

OPERATORS: Mapping[str, Operator] = MappingProxyType({**EXPRESSIONS, **STRUCTURE})
"""Every operator by name."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One broken program.

    Attributes:
        id: says what is wrong; stable while the statement around it stays as it is.
        operator: which mistake, or `vendor`.
        file: P4 source below p4src/.
        line: there.
        what: what was changed into what, or the story of a vendor's mutant.
        element: the parser state, action, table or conditional that is wrong, "" if the mistake is not in one.
        program: the broken program.
    """

    id: str
    operator: str
    file: str
    line: int
    what: str
    element: str
    program: Program


def every(program: Program, operator: str) -> Iterator[Mutant]:
    """All mutants of an operator, in the order of the program; none equals the program."""
    seen: Counter[str] = Counter()
    for place in places(program):
        for what, changed in OPERATORS[operator](program, place):
            if changed == program:
                continue
            name = _name(operator, place, what)
            seen[name] += 1
            identity = name if seen[name] == 1 else f"{name} ({seen[name]})"
            wrong = element(program, place.path)
            yield Mutant(identity, operator, place.file, place.line, f"{place.text}: {what}", wrong, changed)


def sample(mutants: Sequence[Mutant], count: int) -> list[Mutant]:
    """So many of them in their order, chosen as if by lot.

    Their ids decide: a larger sample contains a smaller one, and a change elsewhere in the program changes nothing.
    """
    chosen = {mutant.id for mutant in sorted(mutants, key=_lot)[:count]}
    return [mutant for mutant in mutants if mutant.id in chosen]


def _lot(mutant: Mutant) -> bytes:
    return sha256(mutant.id.encode()).digest()


def _name(operator: str, place: Place, what: str) -> str:
    return f"{operator} {place.file}: {' '.join(place.text.split())}: {what}"

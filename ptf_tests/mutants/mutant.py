# SPDX-License-Identifier: Apache-2.0
"""A broken program, all those that the operators make of a good one, and those among them that do the same as it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field

from common.documents import DocumentError, Problem, read, validate
from ptf_tests.mutants.operators import EXPRESSIONS, STRUCTURE, Operator, Program, Site, element, sites

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
    for site in sites(program):
        for what, changed in OPERATORS[operator](program, site):
            if changed == program:
                continue
            name = _name(operator, site, what)
            seen[name] += 1
            identity = name if seen[name] == 1 else f"{name} ({seen[name]})"
            wrong = element(program, site.path)
            yield Mutant(identity, operator, site.file, site.line, f"{site.text}: {what}", wrong, changed)


def sample(mutants: Sequence[Mutant], count: int) -> list[Mutant]:
    """So many of them in their order, chosen as if by lot.

    Their ids decide: a larger sample contains a smaller one, and a change elsewhere in the program changes nothing.
    """
    chosen = {mutant.id for mutant in sorted(mutants, key=_lot)[:count]}
    return [mutant for mutant in mutants if mutant.id in chosen]


def _lot(mutant: Mutant) -> bytes:
    return sha256(mutant.id.encode()).digest()


def _name(operator: str, site: Site, what: str) -> str:
    return f"{operator} {site.file}: {' '.join(site.text.split())}: {what}"


# --- Mutants that were shown to do the same as the program, so that no case can notice them --------------------------


EQUIVALENT = Path(__file__).resolve().parent / "equivalent.yaml"


class _Equivalent(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ids: tuple[str, ...] = Field(min_length=1)
    why: str = Field(min_length=1)


class _Equivalents(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    equivalent: tuple[_Equivalent, ...]


def why_equivalent(there: Collection[str], file: Path = EQUIVALENT) -> Mapping[str, str]:
    """Id of each equivalent mutant and why it is one.

    Args:
        there: ids of all mutants that the operators make of the program.
        file: the YAML file.

    Raises:
        DocumentError: it is no such file, or an id is that of no mutant (any more), or stands there twice.
    """
    document = read(file)
    found: dict[str, str] = {}
    problems = []
    for index, entry in enumerate(validate(document, _Equivalents).equivalent):
        for number, identity in enumerate(entry.ids):
            where = ("equivalent", index, "ids", number)
            if identity not in there:
                problems.append(Problem(where, f"mutant {identity!r}: there is none of this id", "ids of mutants.json"))
            if identity in found:
                problems.append(Problem(where, f"mutant {identity!r}: stands here twice"))
            found[identity] = entry.why
    if problems:
        raise DocumentError([document.sentence(problem) for problem in problems])
    return found

# SPDX-License-Identifier: Apache-2.0
"""Mutants that were shown to do the same as the program, so that no case can notice them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from pydantic import Field

from common.documents import DocumentError, Problem, read, validate
from common.model import Model

EQUIVALENT = Path(__file__).resolve().parent / "equivalent.yaml"


class _Equivalent(Model):
    ids: tuple[str, ...] = Field(min_length=1)
    why: str = Field(min_length=1)


class _Equivalents(Model):
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

# SPDX-License-Identifier: Apache-2.0
"""Mutants written by hand: mistakes that a vendor could ship, as replacements of text in p4src/."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import Field

from common.documents import DocumentError, Problem, read, validate
from common.model import Model
from p4soft.compiler import CompileErrors, compile_file
from ptf_tests.mutants.operators import VENDOR, Mutant, Program

FILE = Path(__file__).resolve().parent / "vendor.yaml"
MAIN = "main.p4"


class Replacement(Model):
    """One mutant.

    Attributes:
        name: its id.
        story: one sentence that a vendor would recognise.
        file: below p4src/.
        replace: text that stands there once, or, with `everywhere`, at least once; one blank is as good as another.
        with_: what stands there instead.
    """

    name: str
    story: str
    file: str
    replace: str = Field(min_length=1)
    with_: str = Field(alias="with")
    everywhere: bool = False


class _Vendor(Model):
    mutants: tuple[Replacement, ...]


def read_replacements(sources: Path, file: Path = FILE) -> tuple[Replacement, ...]:
    """The mutants of a file.

    Args:
        sources: directory of the P4 program.
        file: the YAML file.

    Raises:
        DocumentError: it is no such file, or a mutant's text is not in the program, or a name is used twice.
    """
    document = read(file)
    found = validate(document, _Vendor).mutants
    problems = []
    for index, mutant in enumerate(found):
        where = ("mutants", index)
        if mutant.name in [other.name for other in found[:index]]:
            problems.append(Problem((*where, "name"), f"mutant {mutant.name}: there is another of this name"))
        path = sources / mutant.file
        times = len(_pattern(mutant).findall(path.read_text(encoding="utf-8"))) if path.is_file() else 0
        if times != 1 and not (mutant.everywhere and times):
            what = f"mutant {mutant.name}: its text is there {times} times, in {path}"
            problems.append(Problem((*where, "replace"), what, "text that is there once"))
    if problems:
        raise DocumentError([document.sentence(problem) for problem in problems])
    return found


def mutants(sources: Path, replacements: Iterable[Replacement]) -> Iterator[Mutant]:
    """Compile each; one that the compiler refuses is an error in the YAML file.

    Raises:
        DocumentError: naming the mutant that does not compile.
    """
    for replacement in replacements:
        yield Mutant(
            replacement.name,
            VENDOR,
            replacement.file,
            _line(sources, replacement),
            replacement.story,
            "",
            _compiled(sources, replacement),
        )


def _line(sources: Path, replacement: Replacement) -> int:
    text = (sources / replacement.file).read_text(encoding="utf-8")
    found = _pattern(replacement).search(text)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _pattern(replacement: Replacement) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, replacement.replace.split())))


def apply(replacement: Replacement, sources: Path) -> None:
    """Break the copy of the program in a directory."""
    path = sources / replacement.file
    text = _pattern(replacement).sub(lambda _: replacement.with_, path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")


def _compiled(sources: Path, replacement: Replacement) -> Program:
    with tempfile.TemporaryDirectory(prefix="mutant-") as directory:
        copy = Path(directory) / sources.name
        shutil.copytree(sources, copy)
        apply(replacement, copy)
        try:
            return program_of(copy)
        except CompileErrors as error:
            raise DocumentError(f"{FILE}: mutant {replacement.name} does not compile: {error}") from None


def program_of(sources: Path) -> Program:
    """The compiled program of a directory. Raises CompileErrors."""
    compiled: object = compile_file(sources / MAIN).json
    assert isinstance(compiled, dict)
    return compiled

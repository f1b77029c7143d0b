# SPDX-License-Identifier: Apache-2.0
"""The requirement catalogue: `requirements/*.yaml` read and checked, and joined with the cases that show it.

One file per area, plus `sources.yaml`. Which cases show a requirement is not in the files: cases name requirements, and
`lint` holds the two together. Which requirements and cases apply to a device is one rule for switches and NICs.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, Protocol, TypeVar

from msgspec import Struct
from pydantic import Field, StringConstraints

from common.documents import Document, DocumentError, Problem, read, validate
from common.model import Model
from common.text import did_you_mean
from ptf_tests.catalogue.claims import CHOICES, CLAIMS
from ptf_tests.catalogue.names import AREAS

# --- Requirements ----------------------------------------------------------------------------------------------------


DIRECTORY: Final = Path(__file__).resolve().parents[1] / "requirements"
"""The catalogue of this suite."""

SOURCES_FILE: Final = "sources.yaml"

Level = Literal["must", "should", "choice"]
Confidence = Literal["confirmed", "second-hand", "inferred"]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]*-[0-9]{3}$")]

_ID = "an area's prefix and three digits, such as TRIM-007"


class CatalogueError(DocumentError):
    """A catalogue that cannot be used; `problems` holds `file:line: field: what; accepted ...` sentences."""


class Reference(Model):
    """Where a requirement comes from."""

    document: Text = Field(description=f"a document of {SOURCES_FILE}")
    section: Text = Field(description="a section, row or test name of the document, quoted")


class Choice(Model):
    """One value of a named choice (`ptf_tests.catalogue.claims.CHOICES`)."""

    name: Text = Field(description="a choice of ptf_tests/catalogue/claims.py")
    value: Text = Field(description="a value of that choice, quoted if it is a number")


class Requirement(Model):
    """One testable requirement.

    Attributes:
        id: stable, never reused.
        level: `must`, `should`, or `choice`: one of several behaviours that the sources allow.
        statement: what is asked, in one sentence.
        source: where it comes from.
        confidence: `confirmed` in a primary source, `second-hand`, or `inferred`.
        rationale: why, where sources conflict or a reader would ask; may be empty.
        claim: the claim a device must make for this to apply; None applies to every device.
        choice: the value a device must declare for this to apply; of level `choice` only.
        untested: why no test can show it; None when cases do.
    """

    id: Id = Field(description=_ID)
    level: Level = Field(description="must, should, choice")
    statement: Text = Field(description="one sentence")
    source: Reference = Field(description="{document: .., section: ..}")
    confidence: Confidence = Field(description="confirmed, second-hand, inferred")
    rationale: str = Field(default="", description="text")
    claim: Text | None = Field(default=None, description="a claim of ptf_tests/catalogue/claims.py")
    choice: Choice | None = Field(default=None, description="{name: .., value: ..}, for level choice only")
    untested: Text | None = Field(default=None, description="the reason why no test can show it")


class Source(Model):
    """A document requirements come from."""

    title: Text = Field(description="text")
    url: str = Field(default="", description="an address, or nothing")


class _AreaFile(Model):
    area: Literal["srv6", "trimming", "ecn", "qos", "counters", "config", "isolation", "ipv4", "nic"] = Field(
        description=", ".join(AREAS)
    )
    requirements: tuple[Requirement, ...] = Field(min_length=1, description="a list of requirements")
    retired: tuple[Id, ...] = Field(default=(), description=f"a list of ids that must not be used again, each {_ID}")


def near_id(identity: str, ids: Collection[str]) -> str:
    """`; did you mean ...?` with the id that is meant: `TRIM-7`, `trim-007` and `TRM-007` mean TRIM-007."""
    prefix, _, number = identity.upper().partition("-")
    padded = f"{prefix}-{number.zfill(3)}"
    return f"; did you mean {padded}?" if padded in ids else did_you_mean(padded, ids, 0.9)


def unknown_ids(named: Mapping[str, Iterable[str]], ids: Collection[str]) -> Iterator[Problem]:
    """The problems of fields of a profile, by their names, that name requirements which there are not."""
    for field, identities in named.items():
        yield from (_unknown_id(field, each, ids) for each in identities if each not in ids)


def _unknown_id(field: str, identity: str, ids: Collection[str]) -> Problem:
    prefix = identity.upper().partition("-")[0]
    there = sorted(each for each in ids if each.partition("-")[0] == prefix)
    accepted = "ids of ptf_tests/requirements/" + (f", {there[0]} to {there[-1]}" if there else "")
    return Problem((field, identity), f"unknown requirement {identity}{near_id(identity, ids)}", accepted)


class _SourcesFile(Model):
    sources: dict[str, Source] = Field(description="documents by key, each {title: .., url: ..}")


class Entry(Struct, frozen=True):
    """A requirement where it stands: `position` is `file:line`."""

    requirement: Requirement
    area: str
    position: str


class Catalogue(Mapping[str, Requirement]):
    """Requirements by id, in the order of `AREAS` and of the files.

    Attributes:
        entries: every requirement as written; an id used twice is here twice, while the mapping holds its first use.
        areas: ids of each area.
        sources: documents by key.
        retired: dead ids, and the file that retired each.
    """

    def __init__(self, entries: Sequence[Entry], sources: Mapping[str, Source], retired: Mapping[str, str]) -> None:
        """Collect entries that were checked one by one."""
        self.entries = tuple(entries)
        self.sources = MappingProxyType(dict(sources))
        self.retired = MappingProxyType(dict(retired))
        self._first: dict[str, Entry] = {}
        areas: dict[str, list[str]] = {}
        for entry in self.entries:
            if self._first.setdefault(entry.requirement.id, entry) is entry:
                areas.setdefault(entry.area, []).append(entry.requirement.id)
        self.areas: Mapping[str, tuple[str, ...]] = MappingProxyType({a: tuple(ids) for a, ids in areas.items()})

    @classmethod
    @cache
    def own(cls) -> Catalogue:
        """The catalogue of this suite, read once. Raises CatalogueError."""
        return cls.load(DIRECTORY)

    @classmethod
    def load(cls, directory: Path) -> Catalogue:
        """Read `sources.yaml` and every other YAML file of a directory.

        Raises:
            CatalogueError: a file is unreadable or has a wrong field; all problems of all files are listed.
        """
        problems: list[str] = []
        sources = _load_sources(directory / SOURCES_FILE, problems)
        entries: list[Entry] = []
        retired: dict[str, str] = {}
        for path in sorted(directory.glob("*.yaml")):
            if path.name == SOURCES_FILE:
                continue
            try:
                document = read(path)
                file = validate(document, _AreaFile)
            except DocumentError as error:
                problems.extend(error.problems)
                continue
            problems.extend(document.sentence(problem) for problem in _problems(document, file, sources))
            retired.update(dict.fromkeys(file.retired, path.name))
            entries.extend(
                Entry(requirement, file.area, str(document.position(("requirements", index))))
                for index, requirement in enumerate(file.requirements)
            )
        if not problems and not entries:
            problems.append(f"{directory}: no requirements; accepted: a directory with a YAML file per area")
        if problems:
            raise CatalogueError(problems)
        order = list(AREAS)
        return cls(sorted(entries, key=lambda entry: order.index(entry.area)), sources, retired)

    def __getitem__(self, identity: str) -> Requirement:
        return self._first[identity].requirement

    def __iter__(self) -> Iterator[str]:
        return iter(self._first)

    def __len__(self) -> int:
        return len(self._first)

    def entry(self, identity: str) -> Entry:
        """The requirement with its area and position. Raises KeyError."""
        return self._first[identity]


def _load_sources(path: Path, problems: list[str]) -> Mapping[str, Source]:
    try:
        return validate(read(path), _SourcesFile).sources
    except DocumentError as error:
        problems.extend(error.problems)
        return {}


def _problems(document: Document, file: _AreaFile, sources: Mapping[str, Source]) -> Iterator[Problem]:
    """What the fields of a file ask of one another, and of its name."""
    if document.path.stem != file.area:
        yield Problem(("area",), f"{file.area} in a file of another name", document.path.stem)
    prefix = AREAS[file.area]
    for index, dead in enumerate(file.retired):
        if dead.partition("-")[0] != prefix:
            yield Problem(("retired", index), f"{dead} is not of area {file.area}", f"{prefix}-000 to {prefix}-999")
    for index, requirement in enumerate(file.requirements):
        loc = ("requirements", index)
        if requirement.id.partition("-")[0] != prefix:
            yield Problem((*loc, "id"), f"{requirement.id} is not of area {file.area}", f"{prefix}-000 to {prefix}-999")
        if requirement.level == "choice" and requirement.choice is None:
            yield Problem(
                (*loc, "choice"), f"missing, and the level of {requirement.id} is choice", "{name: .., value: ..}"
            )
        if requirement.level != "choice" and requirement.choice is not None:
            yield Problem(
                (*loc, "choice"), f"the level of {requirement.id} is {requirement.level}", "level choice, or no choice"
            )
        if sources and requirement.source.document not in sources:
            what = f"{requirement.source.document!r} is not in {SOURCES_FILE}"
            yield Problem((*loc, "source", "document"), what, ", ".join(sources))


def lint(catalogue: Catalogue, cases: Mapping[str, Sequence[str]]) -> list[str]:
    """What is wrong with a catalogue as a whole, and between it and the cases.

    Args:
        catalogue: loaded from files.
        cases: name of each case -> the requirement ids it names.

    Returns:
        One sentence per problem, catalogue first; empty when all is well.
    """
    return [
        *_ids(catalogue),
        *_names(catalogue),
        *_choices(catalogue),
        *_coverage(catalogue, cases),
        *_cases(catalogue, cases),
    ]


def _ids(catalogue: Catalogue) -> Iterator[str]:
    for entry in catalogue.entries:
        identity = entry.requirement.id
        first = catalogue.entry(identity)
        if first is not entry:
            where = first.position
            yield f"{entry.position}: {identity}: id is already used at {where}; accepted: an id never used before"
        if identity in catalogue.retired:
            file = catalogue.retired[identity]
            yield f"{entry.position}: {identity}: id was retired in {file}; accepted: an id never used before"


def _names(catalogue: Catalogue) -> Iterator[str]:
    for entry in catalogue.entries:
        requirement = entry.requirement
        start = f"{entry.position}: {requirement.id}:"
        if requirement.claim is not None and requirement.claim not in CLAIMS:
            yield f"{start} unknown claim {requirement.claim!r}; accepted: {', '.join(CLAIMS)}"
        if requirement.choice is None:
            continue
        values = CHOICES.get(requirement.choice.name)
        if values is None:
            yield f"{start} unknown choice {requirement.choice.name!r}; accepted: {', '.join(CHOICES)}"
        elif requirement.choice.value not in values:
            what = f"unknown value {requirement.choice.value!r} of choice {requirement.choice.name}"
            yield f"{start} {what}; accepted: {', '.join(values)}"


def _choices(catalogue: Catalogue) -> Iterator[str]:
    """Each value of a choice has its requirement, so that a device is held to whatever it declares."""
    used: dict[str, dict[str, Entry]] = {}
    for entry in catalogue.entries:
        choice = entry.requirement.choice
        if choice is not None:
            used.setdefault(choice.name, {}).setdefault(choice.value, entry)
    for name, values in used.items():
        start = f"{next(iter(values.values())).position}: choice {name}:"
        missing = [value for value in CHOICES.get(name, {}) if value not in values]
        if missing:
            yield f"{start} no requirement for {', '.join(missing)}; accepted: a requirement for each value"
        elif len(values) == 1:
            yield f"{start} only one value, {next(iter(values))}; accepted: two values or more, or level must"


def _coverage(catalogue: Catalogue, cases: Mapping[str, Sequence[str]]) -> Iterator[str]:
    shown: dict[str, str] = {identity: case for case, identities in cases.items() for identity in identities}
    for identity, requirement in catalogue.items():
        start = f"{catalogue.entry(identity).position}: {identity}:"
        case = shown.get(identity)
        if case is None and requirement.untested is None:
            yield f"{start} no case shows it; accepted: a case that names it, or `untested` with the reason"
        if case is not None and requirement.untested is not None:
            yield f"{start} untested, but case {case} shows it; accepted: one of the two"


def _cases(catalogue: Catalogue, cases: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for case, identities in cases.items():
        if not identities:
            yield f"case {case}: names no requirement; accepted: ids of the catalogue"
        for identity in identities:
            if identity in catalogue.retired:
                yield f"case {case}: {identity} was retired; accepted: ids of the catalogue"
            elif identity not in catalogue:
                yield f"case {case}: unknown requirement {identity}; accepted: ids of the catalogue"


# --- Cases -----------------------------------------------------------------------------------------------------------


class CatalogueCase:
    """Base of every case.

    Attributes:
        requirements: ids of the catalogue that the case shows. It applies to a device if all of them do.
        supposes: ids of others that must apply as well, and of which the case shows nothing.
        needs: claims that it makes use of, other than those of its requirements.
        whichever: choices of which it names several values, and shows the one that the device chose.
    """

    requirements: ClassVar[tuple[str, ...]] = ()
    supposes: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[frozenset[str]] = frozenset()
    whichever: ClassVar[frozenset[str]] = frozenset()


_Case = TypeVar("_Case", bound=CatalogueCase)


class CaseInfo(Struct, frozen=True):
    """One case without its code.

    Attributes:
        name: `module.Class`, as PTF knows it.
        title: first line of its docstring.
        requirements, needs, whichever, supposes: see `CatalogueCase`.
    """

    name: str
    title: str
    requirements: tuple[str, ...]
    needs: frozenset[str] = frozenset()
    whichever: frozenset[str] = frozenset()
    supposes: tuple[str, ...] = ()


def found_in(directory: Path, package: str, base: type[_Case], method: str) -> Mapping[str, type[_Case]]:
    """The classes of all cases by name, in the order of modules and of their sources.

    Args:
        directory: of the modules.
        package: its dotted name.
        base: of the cases; a class whose name starts with an underscore is the base of others, and no case.
        method: what carries a case out; a class that has none of its own, or of its bases' below `base`, is no case.
    """
    found = {}
    for module in sorted(each.name for each in pkgutil.iter_modules([str(directory)])):
        loaded = importlib.import_module(f"{package}.{module}")
        for name, value in vars(loaded).items():
            ours = inspect.isclass(value) and issubclass(value, base) and value.__module__ == loaded.__name__
            if ours and not name.startswith("_") and getattr(value, method, None) is not getattr(base, method, None):
                found[f"{module}.{name}"] = value
    return found


def described(classes: Mapping[str, type[_Case]]) -> Mapping[str, CaseInfo]:
    """What every case says of itself, by name."""
    return {
        name: CaseInfo(
            name,
            (inspect.getdoc(case) or name).splitlines()[0],
            case.requirements,
            case.needs,
            case.whichever,
            case.supposes,
        )
        for name, case in classes.items()
    }


# --- What applies to a device, by what its profile declares ----------------------------------------------------------


class Waiver(Model):
    """A fault that is known and accepted for a while.

    Attributes:
        reason: why, or where it is tracked.
        until: the last day on which it counts, in UTC.
    """

    reason: Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)] = Field(description="text")
    until: date = Field(description="a day, YYYY-MM-DD")


class Declared(Protocol):
    """What a device says of itself: the profile of a switch, or a NIC's capabilities."""

    @property
    def name(self) -> str: ...

    @property
    def claims(self) -> frozenset[str]:
        """Claims that it makes."""

    @property
    def limits(self) -> Mapping[str, str]:
        """Requirement id to why it does not meet it."""

    @property
    def waivers(self) -> Mapping[str, Waiver]:
        """Requirement id to until when its failing counts as waived. Its cases are run."""

    def chosen(self, choice: str) -> tuple[str, ...]:
        """The value it has for a choice, or those that it can be given, the usual one first."""


def excluded(requirement: Requirement, device: Declared) -> str | None:
    """Why a requirement does not apply to a device: a named limit, a claim not made, another choice, or None."""
    if requirement.id in device.limits:
        return f"limit: {device.limits[requirement.id]}"
    if requirement.claim is not None and requirement.claim not in device.claims:
        return f"{device.name} does not claim {requirement.claim}"
    choice = requirement.choice
    if choice is not None and choice.value not in device.chosen(choice.name):
        return f"{device.name} chose {choice.name} {device.chosen(choice.name)[0]}"
    return None


def left_out(case: CaseInfo, catalogue: Catalogue, device: Declared) -> str | None:
    """Why a case is not for a device: a requirement that does not apply, or a claim that it needs; None if it is."""
    for identity in (*case.requirements, *case.supposes):
        requirement = catalogue[identity]
        if requirement.choice is not None and requirement.choice.name in case.whichever:
            requirement = requirement.model_copy(update={"choice": None})
        reason = excluded(requirement, device)
        if reason is not None:
            return reason
    missing = ", ".join(sorted(case.needs - device.claims))
    return f"{device.name} does not claim {missing}" if missing else None

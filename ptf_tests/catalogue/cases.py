# SPDX-License-Identifier: Apache-2.0
"""What a case says of itself, and which requirements and cases apply to a device: one rule for switches and NICs."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, ClassVar, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ptf_tests.catalogue.requirements import Catalogue, Requirement


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


@dataclass(frozen=True, slots=True)
class CaseInfo:
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


class Waiver(BaseModel):
    """A fault that is known and accepted for a while.

    Attributes:
        reason: why, or where it is tracked.
        until: the last day on which it counts, in UTC.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

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

# SPDX-License-Identifier: Apache-2.0
"""Runs the cases against one NIC and says what was found."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import time
from collections.abc import Callable, Mapping, Sequence

from ptf_tests.nic import cases as case_package
from ptf_tests.nic.api import NicError, NicUnderTest
from ptf_tests.nic.case import NicCase
from ptf_tests.nic.peer import MismatchError, Peer
from ptf_tests.results import Case

Progress = Callable[[Case, int, int], None]
"""Called after each case with its result, its number from 1, and how many there are."""


def all_cases() -> dict[str, type[NicCase]]:
    """Every case by name (`module.Class`), in the order of the modules' names and of their text."""
    found: dict[str, type[NicCase]] = {}
    for module in sorted(pkgutil.iter_modules(case_package.__path__), key=lambda one: one.name):
        loaded = importlib.import_module(f"{case_package.__name__}.{module.name}")
        for name, value in vars(loaded).items():
            if inspect.isclass(value) and issubclass(value, NicCase) and value.__module__ == loaded.__name__:
                found[f"{module.name}.{name}"] = value
    return found


def select(names: Sequence[str] | None) -> dict[str, type[NicCase]]:
    """The cases of these names; a module's name stands for all of its cases, None for all there are.

    Raises:
        NicError: a name matches no case.
    """
    everything = all_cases()
    if names is None:
        return everything
    chosen: dict[str, type[NicCase]] = {}
    for name in names:
        matching = {known: case for known, case in everything.items() if name in (known, known.partition(".")[0])}
        if not matching:
            modules = ", ".join(sorted({known.partition(".")[0] for known in everything}))
            raise NicError(f"case {name!r} matches nothing; accepted: a module ({modules}) or module.Class")
        chosen |= matching
    return chosen


def run_nic(
    open_nic: Callable[[], NicUnderTest],
    cases: Sequence[str] | None = None,
    on_progress: Progress | None = None,
    *,
    limits: Mapping[str, str] | None = None,
) -> list[Case]:
    """Run cases against a NIC, which is configured anew for each.

    Args:
        open_nic: gives the NIC; called once, and closed at the end.
        cases: names (`module` or `module.Class`); None for all.
        on_progress: called after each case.
        limits: requirement id to why this NIC does not meet it; cases that show only such are skipped.

    Raises:
        NicError: the NIC cannot be opened, or a name matches nothing. What goes wrong in a case is in its result.
    """
    chosen = select(cases)
    results = []
    nic = open_nic()
    try:
        for number, (name, case) in enumerate(chosen.items(), start=1):
            result = _run(nic, name, case, limits or {})
            results.append(result)
            if on_progress is not None:
                on_progress(result, number, len(chosen))
    finally:
        nic.close()
    return results


def _run(nic: NicUnderTest, name: str, case: type[NicCase], limits: Mapping[str, str]) -> Case:
    result = Case(
        name=name,
        title=inspect.cleandoc(case.__doc__ or name).splitlines()[0],
        requirements=case.requirements,
        outcome="passed",
    )
    reason = _excluded(nic, case, limits)
    if reason is not None:
        return result.model_copy(update={"outcome": "skipped", "reason": reason})
    started = time.perf_counter()
    update: dict[str, object] = {}
    peer: Peer | None = None
    try:
        peer = Peer(nic, case.settings)
        case().run(peer)
    except MismatchError as error:
        assert peer is not None, "only an exchange finds a mismatch"
        update = {"outcome": "failed", "evidence": peer.evidence(str(error))}
    except LookupError:
        assert peer is not None, "only an exchange looks for frames"
        update = {"outcome": "failed", "evidence": peer.evidence("the NIC sent fewer frames than the case is about")}
    except NicError as error:
        update = {"outcome": "error", "reason": str(error)}
    return result.model_copy(update={**update, "seconds": time.perf_counter() - started})


def _excluded(nic: NicUnderTest, case: type[NicCase], limits: Mapping[str, str]) -> str | None:
    """Why a case is not for this NIC; None if it is."""
    capabilities = nic.capabilities
    missing = sorted(case.needs - capabilities.claims)
    if missing:
        return f"{capabilities.name} does not claim {', '.join(missing)}"
    if case.when is not None:
        choice, value = case.when
        if capabilities.choice(choice) != value:
            return f"{capabilities.name} chose {choice} {capabilities.choice(choice)}"
    if all(requirement in limits for requirement in case.requirements):
        return f"limit: {limits[case.requirements[0]]}"
    return None

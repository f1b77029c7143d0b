# SPDX-License-Identifier: Apache-2.0
"""Which cases a run is about: by name, module or requirement, and by what the profile of the device excludes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ptf_tests.catalogue.applicability import Declared, left_out
from ptf_tests.catalogue.cases import CaseInfo
from ptf_tests.catalogue.requirements import Catalogue


class SelectionError(Exception):
    """A test name that matches nothing; the message is complete and meant for people."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The cases of a run.

    Attributes:
        applicable: to be run.
        excluded: with the reason: the claim that is not made, the choice made otherwise, or the named limit.
    """

    applicable: tuple[CaseInfo, ...]
    excluded: Mapping[str, str]


def matching(tests: Sequence[str], cases: Mapping[str, CaseInfo]) -> list[CaseInfo]:
    """The cases that `tests` name: modules (`srv6`), cases (`trimming.TrimSize`) or requirements (`TRIM-007`).

    Raises:
        SelectionError: one of them matches nothing.
    """
    if not tests:
        return list(cases.values())
    wanted: dict[str, CaseInfo] = {}
    for test in tests:
        found = {name: case for name, case in cases.items() if _matches(test, case)}
        if not found:
            raise SelectionError(f"test {test!r} matches no case; accepted: {_accepted(test, cases)}")
        wanted.update(found)
    return [case for name, case in cases.items() if name in wanted]


def select(tests: Sequence[str], cases: Mapping[str, CaseInfo], catalogue: Catalogue, device: Declared) -> Selection:
    """The cases that `tests` name, and which of them are not for the device. Raises SelectionError."""
    applicable, excluded = [], {}
    for case in matching(tests, cases):
        reason = left_out(case, catalogue, device)
        if reason is None:
            applicable.append(case)
        else:
            excluded[case.name] = reason
    return Selection(tuple(applicable), excluded)


def _matches(test: str, case: CaseInfo) -> bool:
    return test in (case.name, case.name.partition(".")[0]) or test in case.requirements


def _accepted(test: str, cases: Mapping[str, CaseInfo]) -> str:
    modules = list(dict.fromkeys(name.partition(".")[0] for name in cases))
    module = test.partition(".")[0]
    if module in modules:
        return f"{module}.{{{', '.join(name.partition('.')[2] for name in cases if name.startswith(f'{module}.'))}}}"
    example = next(iter(cases.values())).requirements[0]
    return f"a module ({', '.join(modules)}), module.Class, or a requirement such as {example}"

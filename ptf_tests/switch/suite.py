# SPDX-License-Identifier: GPL-2.0-only
"""The cases there are: their names, titles and requirements, read from the classes themselves."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ptf_tests.switch.case import PORTS, SwitchTest

__all__ = ["PORTS", "CaseInfo", "cases", "classes", "modules"]

CASES = Path(__file__).resolve().parent / "cases"


@dataclass(frozen=True, slots=True)
class CaseInfo:
    """One case.

    Attributes:
        name: `module.Class`, as PTF knows it.
        title: first line of its docstring.
        requirements: ids it shows.
    """

    name: str
    title: str
    requirements: tuple[str, ...]


def modules() -> list[str]:
    """Names of the case modules."""
    return sorted(path.stem for path in CASES.glob("[a-z]*.py"))


@cache
def classes() -> Mapping[str, type[SwitchTest]]:
    """Every case by name, in the order of modules and of their sources. A name with an underscore is a base class's."""
    found = {}
    for name in modules():
        module = importlib.import_module(f"ptf_tests.switch.cases.{name}")
        for attribute, value in vars(module).items():
            if not attribute.startswith("_") and _is_case(value) and value.__module__ == module.__name__:
                found[f"{name}.{attribute}"] = value
    return found


def _is_case(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, SwitchTest) and hasattr(value, "runTest")


def cases() -> Mapping[str, CaseInfo]:
    """What every case says of itself, by name."""
    return {
        name: CaseInfo(name, (inspect.getdoc(case) or name).splitlines()[0], case.requirements)
        for name, case in classes().items()
    }

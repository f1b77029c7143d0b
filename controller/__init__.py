# SPDX-License-Identifier: Apache-2.0
"""Turns a topology into static tables, installs them once over P4Runtime, reads them back, and is gone.

`plan` loads what topologies are read with: who wants the names of `controller.program` alone does not wait for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from controller.errors import ConstraintError, ControllerError, PipelineError, SwitchError, VerifyError
from controller.switch_plan import SwitchPlan
from p4soft.table_entries import Exact, Lpm, Range, TableEntry, Ternary

if TYPE_CHECKING:
    from controller.tables import plan

__all__ = [
    "ConstraintError",
    "ControllerError",
    "Exact",
    "Lpm",
    "PipelineError",
    "Range",
    "SwitchError",
    "SwitchPlan",
    "TableEntry",
    "Ternary",
    "VerifyError",
    "plan",
]


def __getattr__(name: str) -> object:
    """Raises AttributeError: there is no such name."""
    if name != "plan":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("controller.tables"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

# SPDX-License-Identifier: Apache-2.0
"""Turns a topology into static tables, installs them once over P4Runtime, reads them back, and is gone."""

from controller.errors import ConstraintError, ControllerError, PipelineError, SwitchError, VerifyError
from controller.switch_plan import SwitchPlan
from controller.tables import plan
from p4soft.table_entries import Exact, Lpm, Range, TableEntry, Ternary

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

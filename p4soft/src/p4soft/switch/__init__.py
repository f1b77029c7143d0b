# SPDX-License-Identifier: Apache-2.0
"""A software switch that runs any v1model program given as BMv2 JSON: sans-I/O, with explicit time in microseconds.

Each name is imported on first use: who wants a module of it alone, such as that of its ports, needs no engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from p4soft.switch.dataplane import SwitchFault
    from p4soft.switch.program import Program, ProgramError, load_program
    from p4soft.switch.state import SwitchState
    from p4soft.switch.switch import Digest, Emission, SimpleSwitch
    from p4soft.switch.trace import TraceEvent, Tracer

__all__ = [
    "Digest",
    "Emission",
    "Program",
    "ProgramError",
    "SimpleSwitch",
    "SwitchFault",
    "SwitchState",
    "TraceEvent",
    "Tracer",
    "load_program",
]

_PLACES: Final = {
    "Digest": "switch",
    "Emission": "switch",
    "Program": "program",
    "ProgramError": "program",
    "SimpleSwitch": "switch",
    "SwitchFault": "dataplane",
    "SwitchState": "state",
    "TraceEvent": "trace",
    "Tracer": "trace",
    "load_program": "program",
}
"""Name -> its module."""


def __getattr__(name: str) -> object:
    """Raises AttributeError: there is no such name."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

# SPDX-License-Identifier: Apache-2.0
"""A software switch that runs any v1model program given as BMv2 JSON: sans-I/O, with explicit time in microseconds."""

from targets.softswitch.faults import SwitchFault
from targets.softswitch.program import Program, ProgramError, load_program
from targets.softswitch.state import SwitchState
from targets.softswitch.switch import Digest, Emission, SimpleSwitch
from targets.softswitch.trace import TraceEvent, Tracer

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

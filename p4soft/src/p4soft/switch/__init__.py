# SPDX-License-Identifier: Apache-2.0
"""A software switch that runs any v1model program given as BMv2 JSON: sans-I/O, with explicit time in microseconds."""

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

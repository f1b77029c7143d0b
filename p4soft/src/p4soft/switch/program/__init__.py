# SPDX-License-Identifier: Apache-2.0
"""A v1model program as data: BMv2 JSON read, validated and frozen."""

from p4soft.switch.program.cursor import ProgramError
from p4soft.switch.program.load import load_program
from p4soft.switch.program.model import Program

__all__ = ["Program", "ProgramError", "load_program"]

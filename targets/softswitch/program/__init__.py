# SPDX-License-Identifier: Apache-2.0
"""A v1model program as data: BMv2 JSON read, validated and frozen."""

from targets.softswitch.program.errors import ProgramError
from targets.softswitch.program.load import load_program
from targets.softswitch.program.model import Program

__all__ = ["Program", "ProgramError", "load_program"]

# SPDX-License-Identifier: Apache-2.0
"""Compiles a loaded program once to Python functions over a flat list of values per packet."""

from p4soft.switch.codegen.compiler import compile_program
from p4soft.switch.codegen.runtime import Engine

__all__ = ["Engine", "compile_program"]

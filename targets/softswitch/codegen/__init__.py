# SPDX-License-Identifier: Apache-2.0
"""Compiles a loaded program once to Python functions over a flat list of values per packet."""

from targets.softswitch.codegen.compiler import compile_program
from targets.softswitch.codegen.engine import Engine

__all__ = ["Engine", "compile_program"]

# SPDX-License-Identifier: Apache-2.0
"""The back end: typed program in, BMv2 JSON out.

Rooms, from the bottom: `ir` is the lowered language, `storage` where values live; `expressions`, `externs`,
`statements` and `calls` lower the program's bodies to it, `bmv2_json` writes them, and `program` puts a whole V1Switch
together.
"""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend.program import V1Program
from p4soft.compiler.backend.storage.layout import Json
from p4soft.compiler.evaluation.instances import Evaluator, Instance
from p4soft.compiler.front import TypedProgram
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported

__all__ = ["Unsupported", "evaluate", "lower_program"]


def evaluate(program: TypedProgram) -> tuple[Instance, Evaluator]:
    """The instance tree of a program.

    Raises:
        Unsupported: there is no `main`, or a constructor argument is not a compile-time value.
    """
    if program.main is None:
        nowhere = Span(program.source, 0, 0, 0, 0)
        raise Unsupported(nowhere, "the program has no main package", expected="V1Switch(...) main;")
    evaluator = Evaluator()
    for decl in program.program.declarations:
        if isinstance(decl, ast.Instantiation) and isinstance(decl.type, types.ExternType):
            evaluator.global_instance(decl)  # the control plane sees it whether or not the program uses it
    return evaluator.package(program.main), evaluator


def lower_program(
    program: TypedProgram, root: Instance, evaluator: Evaluator, left_out: frozenset[str] = frozenset()
) -> Json:
    """The BMv2 JSON of a program, without the calls of some extern functions.

    Raises:
        Unsupported: the program uses something simple_switch cannot do.
    """
    return V1Program(program, root, evaluator, left_out).json()

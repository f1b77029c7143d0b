# SPDX-License-Identifier: Apache-2.0
"""P4Info while it is being made, and what all its parts need."""

from __future__ import annotations

from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast
from p4soft.compiler.evaluation.instances import Evaluator, Instance
from p4soft.compiler.front import TypedProgram
from p4soft.compiler.p4info import notes
from p4soft.compiler.p4info.collect import collect
from p4soft.compiler.p4info.ids import Symbols
from p4soft.compiler.p4info.typespec import TypeInfo


class Draft:
    """A P4Info message, with the ids and types handed out so far; `blocks` is what it is to describe."""

    def __init__(self, program: TypedProgram, root: Instance, evaluator: Evaluator) -> None:
        no_action = program.globals.get("NoAction")
        if not isinstance(no_action, ast.ActionDecl):
            no_action = ast.ActionDecl(root.span, "NoAction", [], ast.Block(root.span, []))
        self.no_action = no_action
        self.evaluator = evaluator
        self.info = p4info_pb2.P4Info()
        self.symbols = Symbols()
        self.types = TypeInfo(self.info.type_info, list(program.errors))
        self.blocks = list(collect(root, evaluator, no_action))

    def preamble(
        self,
        message: Any,  # noqa: ANN401
        kind: int,
        name: str,
        annotations: list[ast.Annotation],
        drop: tuple[str, ...] = (),
    ) -> None:
        """Fill an object's preamble."""
        message.id = self.symbols.id(kind, name)
        message.name = name
        message.alias = self.symbols.alias(name)
        notes.add(message, annotations, drop)
        notes.document(message, annotations)


def hidden(decl: ast.Declaration) -> bool:
    """Whether the program keeps a declaration from the control plane."""
    return decl.annotation("hidden") is not None

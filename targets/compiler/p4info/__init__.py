# SPDX-License-Identifier: Apache-2.0
"""P4Info (P4Runtime's description of a program) as p4c writes it."""

from __future__ import annotations

from p4.config.v1 import p4info_pb2

from targets.compiler.evaluation.instances import Evaluator, Instance
from targets.compiler.front import TypedProgram
from targets.compiler.p4info.builder import Builder
from targets.compiler.p4info.serialise import FORMATS, serialise

__all__ = ["FORMATS", "build", "serialise"]


def build(program: TypedProgram, root: Instance, evaluator: Evaluator) -> p4info_pb2.P4Info:
    """The P4Info of a program.

    Raises:
        Unsupported: an annotation, id or type cannot be described to a control plane.
    """
    return Builder(program, root, evaluator).build()

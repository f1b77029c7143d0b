# SPDX-License-Identifier: Apache-2.0
"""P4 expressions as lowered ones, and structs, headers, stacks and unions as wholes (`aggregates`, `comparison`)."""

from p4soft.compiler.backend.expressions.constants import constant
from p4soft.compiler.backend.expressions.lowering import Operand, apply_table, in_order, lower, lvalue, scalar
from p4soft.compiler.backend.expressions.operators import as_scalar, operation

__all__ = ["Operand", "apply_table", "as_scalar", "constant", "in_order", "lower", "lvalue", "operation", "scalar"]

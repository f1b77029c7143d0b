# SPDX-License-Identifier: Apache-2.0
"""P4 statements as lowered ones."""

from p4soft.compiler.backend.statements.lowering import declare, is_void, lower, lower_items, scoped

__all__ = ["declare", "is_void", "lower", "lower_items", "scoped"]

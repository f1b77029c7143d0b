# SPDX-License-Identifier: Apache-2.0
"""Expressions and primitives of BMv2 JSON, written as P4 writes them."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.switch.program.model import (
    AccessField,
    AccessUnionHeader,
    ActionParam,
    Bool,
    Const,
    Deref,
    Expr,
    FieldRef,
    HeaderRef,
    Lookahead,
    ObjectRef,
    Op,
    Param,
    ParamsVector,
    PrimitiveCall,
    Program,
    RegisterRef,
    SourceInfo,
    StackField,
    StackRef,
    Str,
    UnionRef,
    UnionStackField,
    UnionStackRef,
)

_SPELLING = {"and": "&&", "or": "||", "not": "!"}
_WRAPPING = frozenset(("+", "-", "*", "<<", "~"))  # p4c cuts their results with a mask, which P4 leaves unsaid
_SMALLEST_HEX = 256

# How a primitive is written: {n} is argument n.
_CALLS = {
    "assign": "{0} = {1}",
    "modify_field": "{0} = {1}",
    "assign_VL": "{0} = {1}",
    "assign_header": "{0} = {1}",
    "copy_header": "{0} = {1}",
    "assign_header_stack": "{0} = {1}",
    "assign_union": "{0} = {1}",
    "assign_union_stack": "{0} = {1}",
    "push": "{0}.push_front({1})",
    "pop": "{0}.pop_front({1})",
    "modify_field_rng_uniform": "random({0}, {1}, {2})",
    "modify_field_with_hash_based_offset": "{0} = hash({2}, base {1}, size {3})",
    "add_to_field": "{0} += {1}",
    "subtract_from_field": "{0} -= {1}",
    "add": "{0} = {1} + {2}",
    "subtract": "{0} = {1} - {2}",
    "bit_xor": "{0} = {1} ^ {2}",
    "bit_or": "{0} = {1} | {2}",
    "bit_and": "{0} = {1} & {2}",
    "shift_left": "{0} = {1} << {2}",
    "shift_right": "{0} = {1} >> {2}",
    "mark_to_drop": "mark_to_drop({0})",
    "add_header": "{0}.setValid()",
    "add_header_fast": "{0}.setValid()",
    "remove_header": "{0}.setInvalid()",
    "execute_meter": "{0}.execute_meter({1}, {2})",
    "count": "{0}.count({1})",
    "register_read": "{1}.read({0}, {2})",
    "register_write": "{0}.write({1}, {2})",
    "clone_ingress_pkt_to_egress": "clone(I2E, session {0})",
    "clone_egress_pkt_to_egress": "clone(E2E, session {0})",
    "_jump": "continue at statement {0}",
    "_jump_if_zero": "unless {0}: continue at statement {1}",
    "log_msg": "log_msg({0}, {1})",
    "generate_digest": "digest({1})",
}


class Writer:
    """Writes the expressions of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def expression(self, expr: Expr | None, params: Sequence[ActionParam] = ()) -> str:
        """`expr` in P4's spelling; `params` are those of the enclosing action."""
        match expr:
            case Const(value=value):
                return str(value) if -_SMALLEST_HEX < value < _SMALLEST_HEX else hex(value)
            case Bool(value=value):
                return "true" if value else "false"
            case Str(value=text):
                return f'"{text}"'
            case FieldRef(header=header, field=field):
                return f"{header}.isValid()" if field == "$valid$" else field_name(header, field)
            case Param(index=index):
                return params[index].name if index < len(params) else f"parameter {index}"
            case StackField(stack=stack, field=field):
                return f"{stack}.last.{field}"
            case UnionStackField(stack=stack, member=member, field=field):
                return f"{stack}.last.{member}.{field}"
            case Lookahead(offset=offset, width=width):
                return f"lookahead[{offset}+:{width}]" if offset else f"lookahead<bit<{width}>>"
            case RegisterRef(array=array, index=index_expr):
                return f"{array}[{self.expression(index_expr, params)}]"
            case HeaderRef(name=name) | StackRef(name=name) | UnionRef(name=name) | UnionStackRef(name=name):
                return name
            case ObjectRef(kind=kind, name=name):
                return self._calculation(name) if kind == "calculation" else name
            case ParamsVector(items=items):
                return f"{{{', '.join(self.expression(i, params) for i in items)}}}"
            case Op():
                return self._operation(expr, params)
            case AccessField(header=header_expr, index=index):
                return f"{self.expression(header_expr, params)}.field{index}"
            case AccessUnionHeader(union=union, index=index):
                return f"{self.expression(union, params)}.member{index}"
            case Deref(stack=stack_expr, index=index_expr):
                return f"{stack_expr.name}[{self.expression(index_expr, params)}]"
            case _:
                return ""

    def primitive(self, call: PrimitiveCall, params: Sequence[ActionParam] = ()) -> str:
        """One statement of an action: as the source has it, where the JSON carries that, else rebuilt."""
        text = as_written(call.source)
        if "=" not in text and _CALLS.get(call.op, "").startswith("{0} ="):
            return self.rebuilt(call, params)  # a temporary of the compiler's: the place is that of the value
        return text or self.rebuilt(call, params)

    def rebuilt(self, call: PrimitiveCall, params: Sequence[ActionParam] = ()) -> str:
        """One statement of an action, from the primitive and its arguments."""
        arguments = [self.expression(a, params) for a in call.args]
        form = _CALLS.get(call.op)
        if form is None or not call.args:
            return f"{call.op}({', '.join(arguments)})"
        return form.format(*arguments)

    def _calculation(self, name: str) -> str:
        calculation = self._program.calculations[name]
        inputs = [self.expression(i.expr) if i.expr is not None else "payload" for i in calculation.inputs]
        return f"{calculation.algo} of {{{', '.join(inputs)}}}"

    def _operation(self, expr: Op, params: Sequence[ActionParam]) -> str:
        left, right = expr.left, expr.right
        match expr.op:
            case "?":
                chosen = f"{self._inner(left, params)} : {self._inner(right, params)}"
                return f"{self._inner(expr.cond, params)} ? {chosen}"
            case "valid" | "valid_union":
                return f"{self.expression(right, params)}.isValid()"
            case "d2b" | "b2d" | "two_comp_mod" | "usat_cast" | "sat_cast":
                return self.expression(right if left is None else left, params)
            case "last_stack_index":
                return f"{self.expression(right, params)}.lastIndex"
            case "size_stack":
                return f"{self.expression(right, params)}.size"
            case "&" if isinstance(left, Op) and left.op in _WRAPPING and _all_ones(right):
                return self._operation(left, params)
        spelling = _SPELLING.get(expr.op, expr.op)
        if left is None:
            return f"{spelling}{self._inner(right, params)}"
        return f"{self._inner(left, params)} {spelling} {self._inner(right, params)}"

    def _inner(self, expr: Expr | None, params: Sequence[ActionParam]) -> str:
        text = self.expression(expr, params)
        return f"({text})" if isinstance(expr, Op) and " " in text else text


def as_written(source: SourceInfo | None) -> str:
    """The source text of a statement or condition, "" unless the JSON has all of it (p4c may keep one token)."""
    text = source.fragment if source is not None else ""
    whole = any(c.isalnum() for c in text) and not text.endswith("...") and text.count("(") == text.count(")")
    return text if whole else ""


def field_name(header: str, field: str) -> str:
    """A field as people know it: p4c keeps user metadata in a header of its own, called scalars."""
    return field if header.startswith("scalars") else f"{header}.{field}"


def _all_ones(expr: Expr | None) -> bool:
    return isinstance(expr, Const) and expr.value > 0 and expr.value & (expr.value + 1) == 0

# SPDX-License-Identifier: Apache-2.0
"""Types and meaning of constraints: a tree becomes a function of an entry.

Castability, as the language has it: an int fits where bits are wanted (modulo 2^W), bits where a match is wanted
(exactly that value); nothing else is converted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from p4soft.constraints import syntax
from p4soft.table_entries import Exact, Lpm, Match, Range, Ternary

Value = bool | int | Match


class ConstraintTypeError(Exception):
    """A constraint that makes no sense for its table or action; the message says why."""


@dataclass(frozen=True, slots=True)
class Type:
    """`bool`, `int`, `bit`, or how a key matches: `exact`, `lpm`, `ternary`, `range`, `optional`, these of a width."""

    kind: str
    bits: int = 0

    def __str__(self) -> str:
        return f"{self.kind}<{self.bits}>" if self.bits else self.kind


@dataclass(frozen=True, slots=True)
class Facts:
    """What a constraint speaks of.

    Attributes:
        values: keys of a table (every one, don't-care included; optional ones as ternary) or parameters of an action.
        priority: of the entry.
    """

    values: Mapping[str, Value]
    priority: int = 0


Function = Callable[[Facts], Any]

BOOL, INT = Type("bool"), Type("int")
_FIELDS = MappingProxyType(
    {
        ("exact", "value"): "value",
        ("ternary", "value"): "value",
        ("ternary", "mask"): "mask",
        ("optional", "value"): "value",
        ("optional", "mask"): "mask",
        ("lpm", "value"): "value",
        ("lpm", "prefix_length"): "prefix_len",
        ("range", "low"): "low",
        ("range", "high"): "high",
    }
)
"""Kind of match and name of a field -> attribute of the match."""
_ORDER = ("int", "bit")
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
)


def predicate(expression: syntax.Expression, types: Mapping[str, Type]) -> Callable[[Facts], bool]:
    """Whether an entry obeys.

    Args:
        expression: the constraint.
        types: of the names it may use.

    Raises:
        ConstraintTypeError: an unknown name, field or attribute, or types that do not go together.
    """
    return _typed(expression, BOOL, types)


def _typed(node: syntax.Expression, wanted: Type, types: Mapping[str, Type]) -> Function:
    found, function = _function(node, types)
    if found != wanted:
        raise ConstraintTypeError(f"{syntax.text_of(node)} is of type {found}; accepted: {wanted}")
    return function


def _function(node: syntax.Expression, types: Mapping[str, Type]) -> tuple[Type, Function]:
    match node:
        case syntax.Constant():
            value = node.value
            return BOOL if isinstance(value, bool) else INT, lambda _: value
        case syntax.Name():
            name = node.name
            if name not in types:
                raise ConstraintTypeError(f"unknown name {name}; accepted: {', '.join(types) or 'none'}")
            return types[name], lambda facts: facts.values[name]
        case syntax.Field():
            return _field(node, types)
        case syntax.Attribute():
            if node.name != "priority":
                raise ConstraintTypeError(f"unknown attribute ::{node.name}; accepted: ::priority")
            return INT, lambda facts: facts.priority
        case syntax.Not():
            negated = _typed(node.operand, BOOL, types)
            return BOOL, lambda facts: not negated(facts)
        case syntax.Negative():
            positive = _typed(node.operand, INT, types)
            return INT, lambda facts: -positive(facts)
        case syntax.Comparison():
            return BOOL, _comparison(node, types)
        case syntax.Logic():
            return BOOL, _logic(node, types)


def _field(node: syntax.Field, types: Mapping[str, Type]) -> tuple[Type, Function]:
    type_, function = _function(node.key, types)
    attribute = _FIELDS.get((type_.kind, node.name))
    if attribute is None:
        names = [name for kind, name in _FIELDS if kind == type_.kind]
        raise ConstraintTypeError(f"{type_} {node.key.name} has no {node.name}; accepted: {', '.join(names) or 'none'}")
    get = operator.attrgetter(attribute)
    return INT if attribute == "prefix_len" else Type("bit", type_.bits), lambda facts: get(function(facts))


def _logic(node: syntax.Logic, types: Mapping[str, Type]) -> Function:
    functions = [_typed(operand, BOOL, types) for operand in node.operands]
    if node.operator == "&&":
        return lambda facts: all(function(facts) for function in functions)
    if node.operator == "||":
        return lambda facts: any(function(facts) for function in functions)
    condition, consequence = functions
    return lambda facts: not condition(facts) or consequence(facts)


def _comparison(node: syntax.Comparison, types: Mapping[str, Type]) -> Function:
    (left_type, left), (right_type, right) = _function(node.left, types), _function(node.right, types)
    common = _common(left_type, right_type)
    if common is None:
        raise ConstraintTypeError(f"{syntax.text_of(node)} compares {left_type} with {right_type}")
    if node.operator not in ("==", "!=") and common.kind not in _ORDER:
        raise ConstraintTypeError(
            f"{syntax.text_of(node)} orders {common}; accepted: int or bit<W>, such as key::value"
        )
    left, right = _cast(left, left_type, common), _cast(right, right_type, common)
    compare = _COMPARE[node.operator]
    return lambda facts: compare(left(facts), right(facts))


def _rank(type_: Type) -> int:
    return _ORDER.index(type_.kind) if type_.kind in _ORDER else len(_ORDER)


def _common(left: Type, right: Type) -> Type | None:
    """The type both can be cast to, or None."""
    if left == right:
        return left
    low, high = sorted((left, right), key=_rank)
    if BOOL in (low, high) or _rank(low) == _rank(high):
        return None
    return high if low == INT or low.bits == high.bits else None


def _cast(function: Function, found: Type, wanted: Type) -> Function:
    if found == wanted:
        return function
    full = (1 << wanted.bits) - 1
    bits: Function = (lambda facts: function(facts) & full) if found == INT else function
    match wanted.kind:
        case "exact":
            return lambda facts: Exact(bits(facts))
        case "ternary" | "optional":
            return lambda facts: Ternary(bits(facts), full)
        case "lpm":
            return lambda facts: Lpm(bits(facts), wanted.bits)
        case "range":
            return lambda facts: Range(value := bits(facts), value)
    return bits

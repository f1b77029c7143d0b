# SPDX-License-Identifier: Apache-2.0
"""Constraints of p4-constraints: the language's grammar and trees, and what a tree means as a function of an entry.

The language: https://github.com/p4lang/p4-constraints. Castability, as the language has it: an int fits where bits are
wanted (modulo 2^W), bits where a match is wanted (exactly that value); nothing else is converted.
"""

from __future__ import annotations

import ipaddress
import operator
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError
from msgspec import Struct

from p4soft.table_entries import Exact, Lpm, Match, Range, Ternary

# --- Syntax ----------------------------------------------------------------------------------------------------------


_GRAMMAR = r"""
start: _sequence ";"?
_sequence: _implication | _sequence ";" _implication
_implication: implies | _disjunction
implies: _disjunction "->" _disjunction
_disjunction: or_ | _conjunction
or_: _conjunction ("||" _conjunction)+
_conjunction: and_ | _comparison
and_: _comparison ("&&" _comparison)+
_comparison: compare | _unary
compare: _unary OPERATOR _unary
_unary: not_ | negative | _operand
not_: "!" _unary
negative: "-" _unary
_operand: true | false | numeral | address | key | field | attribute | group
true: "true"
false: "false"
numeral: NUMERAL
address: ID "(" STRING ")"
key: ID ("." ID)*
field: key "::" ID
attribute: "::" ID
group: "(" _sequence ";"? ")"

OPERATOR: "==" | "!=" | ">=" | "<=" | ">" | "<"
NUMERAL: /0[bB][01]+|0[oO][0-7]+|0[xX][0-9a-fA-F]+|(0[dD])?[0-9]+/
ID: /[_a-zA-Z][_a-zA-Z0-9]*/
STRING: /'[^']*'/
%ignore /\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//
"""


class ConstraintSyntaxError(Exception):
    """A text that is no constraint; the message says where and what is accepted."""


class Constant(Struct, frozen=True):
    """`true`, `false`, a number or a network address."""

    value: bool | int


class Name(Struct, frozen=True):
    """A key of a table, or a parameter of an action."""

    name: str


class Field(Struct, frozen=True):
    """`key::mask` and the like."""

    key: Name
    name: str


class Attribute(Struct, frozen=True):
    """An attribute of the entry itself: `::priority`."""

    name: str


class Not(Struct, frozen=True):
    """A negation: `!a`."""

    operand: Expression


class Negative(Struct, frozen=True):
    """A negative number: `-a`."""

    operand: Expression


class Comparison(Struct, frozen=True):
    """`a == b` and the like."""

    operator: str
    left: Expression
    right: Expression


class Logic(Struct, frozen=True):
    """`a && b && c` (`;` means the same), `a || b`, `a -> b`."""

    operator: str
    operands: tuple[Expression, ...]


Expression = Constant | Name | Field | Attribute | Not | Negative | Comparison | Logic


def parse(text: str) -> Expression:
    """The tree of a constraint. Raises ConstraintSyntaxError: with line and column in `text`."""
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise ConstraintSyntaxError(_complaint(error)) from None
    try:
        expression: Expression = _Tree().transform(tree)
    except VisitError as error:
        raise ConstraintSyntaxError(str(error.orig_exc)) from None
    return expression


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True)


def _complaint(error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedCharacters):
        return f"{error.line}:{error.column}: unexpected {error.char!r}"
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        hint = "; put one side into parentheses" if error.token.type in ("OPERATOR", "__ANON_0") else ""
        return f"{error.line}:{error.column}: unexpected {str(error.token)!r}{hint}"
    assert isinstance(error, UnexpectedEOF | UnexpectedToken)
    return "the constraint ends too early"


_BASES = {"b": 2, "o": 8, "x": 16, "d": 10}


@v_args(inline=True)
class _Tree(Transformer[Token, Expression]):
    def start(self, *parts: Expression) -> Expression:
        return parts[0] if len(parts) == 1 else Logic("&&", parts)

    group = start

    def and_(self, *parts: Expression) -> Expression:
        return Logic("&&", parts)

    def or_(self, *parts: Expression) -> Expression:
        return Logic("||", parts)

    def implies(self, *parts: Expression) -> Expression:
        return Logic("->", parts)

    def compare(self, left: Expression, operator: Token, right: Expression) -> Expression:
        return Comparison(str(operator), left, right)

    def not_(self, operand: Expression) -> Expression:
        return Not(operand)

    def negative(self, operand: Expression) -> Expression:
        return Negative(operand)

    def true(self) -> Expression:
        return Constant(value=True)

    def false(self) -> Expression:
        return Constant(value=False)

    def numeral(self, token: Token) -> Expression:
        base = _BASES.get(token[1:2].lower())
        return Constant(int(token[2:], base) if base else int(token))

    def address(self, kind: Token, text: Token) -> Expression:
        return Constant(_address(str(kind), text[1:-1], f"{kind.line}:{kind.column}"))

    def key(self, *parts: Token) -> Expression:
        return Name(".".join(parts))

    def field(self, key: Name, name: Token) -> Expression:
        return Field(key, str(name))

    def attribute(self, name: Token) -> Expression:
        return Attribute(str(name))


def _address(kind: str, text: str, where: str) -> int:
    try:
        if kind == "ipv4":
            return int(ipaddress.IPv4Address(text))
        if kind == "ipv6":
            return int(ipaddress.IPv6Address(text))
        octets = [int(part, 16) for part in text.split(":") if len(part) == 2]
        if kind == "mac" and len(octets) == 6 == text.count(":") + 1:
            return int.from_bytes(bytes(octets), "big")
    except ValueError:
        pass
    raise ConstraintSyntaxError(
        f"{where}: bad address {kind}('{text}'); accepted: ipv4, ipv6 or mac of such an address"
    )


_PRECEDENCE = {"->": 1, "||": 2, "&&": 3}


def text_of(expression: Expression) -> str:
    """A tree as text; numbers in decimal."""
    return _text(expression, 0)


def _text(node: Expression, above: int) -> str:
    match node:
        case Constant(bool()):
            return str(node.value).lower()
        case Constant():
            return str(node.value)
        case Name():
            return node.name
        case Field():
            return f"{node.key.name}::{node.name}"
        case Attribute():
            return f"::{node.name}"
        case Not():
            return f"!{_text(node.operand, 5)}"
        case Negative():
            return f"-{_text(node.operand, 5)}"
        case Comparison():
            text, mine = f"{_text(node.left, 5)} {node.operator} {_text(node.right, 5)}", 4
        case Logic():
            mine = _PRECEDENCE[node.operator]
            text = f" {node.operator} ".join(_text(operand, mine + 1) for operand in node.operands)
    return f"({text})" if mine < above else text


# --- Evaluation ------------------------------------------------------------------------------------------------------


Value = bool | int | Match


class ConstraintTypeError(Exception):
    """A constraint that makes no sense for its table or action; the message says why."""


class Type(Struct, frozen=True):
    """`bool`, `int`, `bit`, or how a key matches: `exact`, `lpm`, `ternary`, `range`, `optional`, these of a width."""

    kind: str
    bits: int = 0

    def __str__(self) -> str:
        return f"{self.kind}<{self.bits}>" if self.bits else self.kind


class Facts(Struct, frozen=True):
    """An entry as a constraint sees it.

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


def predicate(expression: Expression, types: Mapping[str, Type]) -> Callable[[Facts], bool]:
    """Whether an entry obeys.

    Args:
        expression: the constraint.
        types: of the names it may use.

    Raises:
        ConstraintTypeError: an unknown name, field or attribute, or types that do not go together.
    """
    return _typed(expression, BOOL, types)


def _typed(node: Expression, wanted: Type, types: Mapping[str, Type]) -> Function:
    found, function = _function(node, types)
    if found != wanted:
        raise ConstraintTypeError(f"{text_of(node)} is of type {found}; accepted: {wanted}")
    return function


def _function(node: Expression, types: Mapping[str, Type]) -> tuple[Type, Function]:
    match node:
        case Constant():
            value = node.value
            return BOOL if isinstance(value, bool) else INT, lambda _: value
        case Name():
            name = node.name
            if name not in types:
                raise ConstraintTypeError(f"unknown name {name}; accepted: {', '.join(types) or 'none'}")
            return types[name], lambda facts: facts.values[name]
        case Field():
            return _field(node, types)
        case Attribute():
            if node.name != "priority":
                raise ConstraintTypeError(f"unknown attribute ::{node.name}; accepted: ::priority")
            return INT, lambda facts: facts.priority
        case Not():
            negated = _typed(node.operand, BOOL, types)
            return BOOL, lambda facts: not negated(facts)
        case Negative():
            positive = _typed(node.operand, INT, types)
            return INT, lambda facts: -positive(facts)
        case Comparison():
            return BOOL, _comparison(node, types)
        case Logic():
            return BOOL, _logic(node, types)


def _field(node: Field, types: Mapping[str, Type]) -> tuple[Type, Function]:
    type_, function = _function(node.key, types)
    attribute = _FIELDS.get((type_.kind, node.name))
    if attribute is None:
        names = [name for kind, name in _FIELDS if kind == type_.kind]
        raise ConstraintTypeError(f"{type_} {node.key.name} has no {node.name}; accepted: {', '.join(names) or 'none'}")
    get = operator.attrgetter(attribute)
    return INT if attribute == "prefix_len" else Type("bit", type_.bits), lambda facts: get(function(facts))


def _logic(node: Logic, types: Mapping[str, Type]) -> Function:
    functions = [_typed(operand, BOOL, types) for operand in node.operands]
    if node.operator == "&&":
        return lambda facts: all(function(facts) for function in functions)
    if node.operator == "||":
        return lambda facts: any(function(facts) for function in functions)
    condition, consequence = functions
    return lambda facts: not condition(facts) or consequence(facts)


def _comparison(node: Comparison, types: Mapping[str, Type]) -> Function:
    (left_type, left), (right_type, right) = _function(node.left, types), _function(node.right, types)
    common = _common(left_type, right_type)
    if common is None:
        raise ConstraintTypeError(f"{text_of(node)} compares {left_type} with {right_type}")
    if node.operator not in ("==", "!=") and common.kind not in _ORDER:
        raise ConstraintTypeError(f"{text_of(node)} orders {common}; accepted: int or bit<W>, such as key::value")
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

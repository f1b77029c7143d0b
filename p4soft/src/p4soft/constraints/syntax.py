# SPDX-License-Identifier: Apache-2.0
"""The grammar of the constraint language, and its trees."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import cache

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError

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


@dataclass(frozen=True, slots=True)
class Constant:
    """`true`, `false`, a number or a network address."""

    value: bool | int


@dataclass(frozen=True, slots=True)
class Name:
    """A key of a table, or a parameter of an action."""

    name: str


@dataclass(frozen=True, slots=True)
class Field:
    """`key::mask` and the like."""

    key: Name
    name: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of the entry itself: `::priority`."""

    name: str


@dataclass(frozen=True, slots=True)
class Not:
    """What does not hold: `!a`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Negative:
    """A negative number: `-a`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    """`a == b` and the like."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic:
    """`a && b && c` (`;` means the same), `a || b`, `a -> b`."""

    operator: str
    operands: tuple[Expression, ...]


Expression = Constant | Name | Field | Attribute | Not | Negative | Comparison | Logic


def parse(text: str) -> Expression:
    """The tree of a constraint.

    Raises:
        ConstraintSyntaxError: with line and column in `text`.
    """
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

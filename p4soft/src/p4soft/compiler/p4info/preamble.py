# SPDX-License-Identifier: Apache-2.0
"""The preamble of every object of P4Info: id, alias, annotations, documentation.

Ids and aliases are computed as p4c does it, so that control planes written against p4c's P4Info work unchanged. An id
is `kind << 24 | hash(name) & 0xffffff` with Bob Jenkins' one-at-a-time hash; collisions within a kind move on to the
next free hash value, names taken in sorted order (P4Runtime specification, "ID Allocation for P4Info Objects": the
scheme is the compiler's choice).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from p4soft.compiler import ast
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.messages import p4info_pb2

# --- Ids and aliases -------------------------------------------------------------------------------------------------


Prefix = p4info_pb2.P4Ids


def jenkins_one_at_a_time(name: str) -> int:
    """Bob Jenkins' one-at-a-time hash of a name's UTF-8 bytes, 32 bits."""
    value = 0
    for byte in name.encode():
        value = (value + byte) & 0xFFFFFFFF
        value = (value + (value << 10)) & 0xFFFFFFFF
        value ^= value >> 6
    value = (value + (value << 3)) & 0xFFFFFFFF
    value ^= value >> 11
    return (value + (value << 15)) & 0xFFFFFFFF


def id_annotation(annotations: Iterable[ast.Annotation]) -> int | None:
    """The number of an `@id` annotation, or None. Raises Unsupported: it is not a number."""
    for annotation in annotations:
        if annotation.name == "id" and annotation.expressions:
            value = annotation.expressions[0]
            number = value.value if isinstance(value, ast.IntLiteral) else value.const_value
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 1 << 32:
                raise Unsupported(annotation.span, "@id needs an unsigned 32-bit number")
            return number
    return None


class Symbols:
    """The names of one program's control-plane objects, their ids and their shortest unique suffixes."""

    def __init__(self) -> None:
        self._given: dict[int, dict[str, int | None]] = {}
        self._ids: dict[tuple[int, str], int] = {}
        self._assigned: set[int] = set()
        self._names: set[str] = set()
        self._suffixes: dict[tuple[str, ...], int] = {}

    def add(self, kind: int, name: str, annotations: Iterable[ast.Annotation], span: Span) -> None:
        """Register an object; the same name of the same kind may be registered again.

        Raises:
            Unsupported: its `@id` belongs to another object or kind.
        """
        table = self._given.setdefault(kind, {})
        if name in table:
            return
        given = id_annotation(annotations)
        if given is not None:
            if given >> 24 not in (0, kind):
                raise Unsupported(
                    span,
                    f"@id 0x{given:08x} of '{name}' has the wrong 8-bit prefix",
                    expected=f"0x{kind:02x}, or no prefix at all",
                )
            given |= kind << 24
            if given in self._assigned:
                raise Unsupported(span, f"@id 0x{given:08x} is used for several objects")
            self._assigned.add(given)
        table[name] = given
        if name not in self._names:
            self._names.add(name)
            parts = name.split(".")
            for length in range(1, len(parts) + 1):
                suffix = tuple(parts[-length:])
                self._suffixes[suffix] = self._suffixes.get(suffix, 0) + 1

    def resolve(self) -> None:
        for kind in sorted(self._given):
            table = self._given[kind]
            for name in sorted(table):
                given = table[name]
                if given is None:
                    value = jenkins_one_at_a_time(name)
                    while (kind << 24) | (value & 0xFFFFFF) in self._assigned:
                        value += 1
                    given = (kind << 24) | (value & 0xFFFFFF)
                    self._assigned.add(given)
                self._ids[kind, name] = given

    def id(self, kind: int, name: str) -> int:
        return self._ids[kind, name]

    def known(self, kind: int, name: str) -> bool:
        return (kind, name) in self._ids

    def alias(self, name: str) -> str:
        """The shortest suffix of a name (in dotted parts) that no other object's name has."""
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            if self._suffixes[tuple(parts[-length:])] < 2:
                return ".".join(parts[-length:])
        return name


def field_ids(annotations: Sequence[Iterable[ast.Annotation]], span: Span) -> list[int]:
    """Ids of match fields, parameters or packet metadata: those given by `@id`, the others by position from 1.

    Raises:
        Unsupported: two are the same, or one is 0.
    """
    given = [id_annotation(a) for a in annotations]
    taken: set[int] = set()
    for number in given:
        if number == 0:
            raise Unsupported(span, "0 is not a valid @id")
        if number is not None:
            if number in taken:
                raise Unsupported(span, f"@id {number} is used several times")
            taken.add(number)
    result: list[int] = []
    position = 1
    for number in given:
        if number is not None:
            position += 1
            result.append(number)
            continue
        while position in taken:
            position += 1
        taken.add(position)
        result.append(position)
    return result


# --- Annotations: documentation, structured ones, and the rest as P4 source text -------------------------------------


_ELSEWHERE = frozenset({"name", "id", "brief", "description"})
"""Annotations that P4Info has separate fields for."""

_EXPRESSION_BODIES = frozenset(
    {
        "defaultonly", "tableonly", "hidden", "noWarn", "optional", "priority", "atomic", "pure", "noSideEffects",
        "controller_header", "match", "max_group_size", "max_member_weight", "selector_size_semantics",
        "p4runtime_translation", "deprecated", "length", "alias", "field_list",
        "metadata", "globalname", "inline", "synthesized", "pkginfo",
    }
)  # fmt: skip
"""Annotations p4c parses as expressions and prints as such; of any other it prints the tokens with spaces between."""


def add_annotations(message: Any, annotations: Iterable[ast.Annotation], drop: Collection[str] = ()) -> None:  # noqa: ANN401
    """Fill `annotations` and `structured_annotations` of a message (protobuf messages have no common type)."""
    for annotation in annotations:
        if annotation.structured:
            _structured(message.structured_annotations.add(), annotation)
        elif annotation.name not in _ELSEWHERE and annotation.name not in drop:
            message.annotations.append(_annotation_text(annotation))


def add_documentation(message: Any, annotations: Iterable[ast.Annotation]) -> None:  # noqa: ANN401
    """Fill `doc` from `@brief` and `@description`."""
    for annotation in annotations:
        if annotation.string is None:
            continue
        if annotation.name == "brief":
            message.doc.brief = annotation.string
        elif annotation.name == "description":
            message.doc.description = annotation.string


def annotation_pairs(annotation: ast.Annotation) -> Iterator[tuple[str, int | str]]:
    """The `key = value` pairs of an annotation, structured or not; values are numbers or strings."""
    for key, expr in annotation.pairs:
        if isinstance(expr, ast.StringLiteral | ast.IntLiteral):
            yield key, expr.value
    if annotation.structured or annotation.pairs:
        return
    tokens = annotation.tokens
    for i in range(0, len(tokens) - 2, 4):
        key, equals, value = tokens[i : i + 3]
        if equals == "=" and value.startswith('"'):
            yield key, value.strip('"')
        elif equals == "=" and value.isdigit():
            yield key, int(value)


def _annotation_text(annotation: ast.Annotation) -> str:
    """An unstructured annotation as P4 source."""
    if not annotation.tokens:
        return f"@{annotation.name}"
    if annotation.name in _EXPRESSION_BODIES and annotation.expressions:
        return f"@{annotation.name}({', '.join(_expression(e) for e in annotation.expressions)})"
    return f"@{annotation.name}({' '.join(annotation.tokens)})"


def _expression(expr: ast.Expression) -> str:
    match expr:
        case ast.StringLiteral():
            return f'"{expr.value}"'
        case ast.IntLiteral():
            return expr.text or str(expr.value)
        case ast.BoolLiteral():
            return "true" if expr.value else "false"
        case ast.PathExpr():
            return expr.name
        case _:
            raise Unsupported(expr.span, "only literals are supported in this annotation")


def _structured(message: Any, annotation: ast.Annotation) -> None:  # noqa: ANN401
    message.name = annotation.name
    for expr in annotation.expressions:
        _value(message.expression_list.expressions.add(), expr)
    for key, expr in annotation.pairs:
        pair = message.kv_pair_list.kv_pairs.add()
        pair.key = key
        _value(pair.value, expr)


def _value(message: Any, expr: ast.Expression) -> None:  # noqa: ANN401
    value = expr.const_value
    if value is None:
        match expr:
            case ast.StringLiteral() | ast.IntLiteral() | ast.BoolLiteral():
                value = expr.value
            case ast.Unary(op="-", operand=ast.IntLiteral() as operand):
                value = -operand.value
            case _:
                raise Unsupported(expr.span, "a structured annotation holds literals only")
    match value:
        case bool():
            message.bool_value = value
        case int():
            if not -(1 << 63) <= value < 1 << 63:
                raise Unsupported(expr.span, "a number in a structured annotation must fit in 64 bits")
            message.int64_value = value
        case str():
            message.string_value = value
        case _:
            raise Unsupported(expr.span, "a structured annotation holds literals only")

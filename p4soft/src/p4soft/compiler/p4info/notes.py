# SPDX-License-Identifier: Apache-2.0
"""P4 annotations in P4Info: documentation, structured annotations, and the rest as P4 source text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from p4soft.compiler import ast
from p4soft.compiler.unsupported import Unsupported

_ELSEWHERE = frozenset({"name", "id", "brief", "description"})
"""Annotations P4Info has fields of its own for."""

_EXPRESSION_BODIES = frozenset(
    {
        "defaultonly", "tableonly", "hidden", "noWarn", "optional", "priority", "atomic", "pure", "noSideEffects",
        "controller_header", "match", "max_group_size", "max_member_weight", "selector_size_semantics",
        "p4runtime_translation", "deprecated", "length", "alias", "field_list",
        "metadata", "globalname", "inline", "synthesized", "pkginfo",
    }
)  # fmt: skip
"""Annotations p4c parses as expressions and prints as such; of any other it prints the tokens with spaces between."""


def add(message: Any, annotations: Iterable[ast.Annotation], drop: Collection[str] = ()) -> None:  # noqa: ANN401
    """Fill `annotations` and `structured_annotations` of a message (protobuf messages have no common type)."""
    for annotation in annotations:
        if annotation.structured:
            _structured(message.structured_annotations.add(), annotation)
        elif annotation.name not in _ELSEWHERE and annotation.name not in drop:
            message.annotations.append(text(annotation))


def document(message: Any, annotations: Iterable[ast.Annotation]) -> None:  # noqa: ANN401
    """Fill `doc` from `@brief` and `@description`."""
    for annotation in annotations:
        if annotation.string is None:
            continue
        if annotation.name == "brief":
            message.doc.brief = annotation.string
        elif annotation.name == "description":
            message.doc.description = annotation.string


def pairs(annotation: ast.Annotation) -> Iterator[tuple[str, int | str]]:
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


def text(annotation: ast.Annotation) -> str:
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

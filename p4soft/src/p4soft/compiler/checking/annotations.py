# SPDX-License-Identifier: Apache-2.0
"""What annotations may hold (specification section 20; P4Runtime's own in its specification)."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.parsers import Parsers
from p4soft.compiler.source import one_of

STRINGS = frozenset({"name", "deprecated"})
"""Annotations whose body is one string."""

MAX_INDEX = (1 << 32) - 1
INDICES = f"constants from 0 to {MAX_INDEX}: numbers, names of constants, enum members"
"""What `@field_list` takes."""


class Annotations(Parsers):
    """What annotations may say, and where they may stand."""

    def annotations(self, annotations: Sequence[ast.Annotation]) -> None:
        """All annotations of one declaration."""
        for n, annotation in enumerate(annotations):
            for other in annotations[:n]:
                if other.name == annotation.name and (other.structured or annotation.structured):
                    notes = [(other.span, "the first one is here")]
                    self.error(annotation, f"the structured annotation @{annotation.name} is given twice", "", notes)
                    break
            if annotation.structured and annotation.name != "field_list":
                self._structured(annotation)
            elif annotation.name == "pkginfo" and annotation.text is None:
                self.error(annotation, "@pkginfo has no body", "@pkginfo[key = value, ...]")
            elif annotation.name in STRINGS:
                self._string(annotation)
            elif annotation.name == "match":
                self._match_kind(annotation)
            elif annotation.name == "p4runtime_translation":
                self._translation(annotation)
            elif annotation.name == "field_list":
                self._field_list(annotation)

    def _structured(self, annotation: ast.Annotation) -> None:
        """Structured annotations hold constant expressions."""
        keys = [k for k, _ in annotation.pairs]
        for key in sorted({k for k in keys if keys.count(k) > 1}):
            self.error(annotation, f"@{annotation.name} gives `{key}` twice")
        annotation.expressions = [self.expression(e) for e in annotation.expressions]
        annotation.pairs = [(k, self.expression(e)) for k, e in annotation.pairs]
        for value in [*annotation.expressions, *(e for _, e in annotation.pairs)]:
            if isinstance(value.type, t.UnknownType):
                continue
            if not isinstance(t.representation(value.type), t.BitType | t.InfIntType | t.StringType | t.BoolType):
                what = f"a value in @{annotation.name} has type `{value.type}`"
                self.error(value, what, "an integer, a string or a bool")
            elif value.const_value is None:
                self.error(value, f"the value in @{annotation.name} is not known at compile time", "a constant")

    def _string(self, annotation: ast.Annotation) -> None:
        if annotation.text is None:
            self.error(annotation, f"@{annotation.name} has no body", f'@{annotation.name}("...")')
            return
        values = [self.expression(e) for e in annotation.expressions]
        if len(values) != 1 or not isinstance(values[0].type, t.StringType | t.UnknownType):
            self.error(annotation, f"@{annotation.name} does not hold a string", f'@{annotation.name}("...")')
        elif isinstance(value := values[0].const_value, str) and not isinstance(values[0], ast.StringLiteral):
            annotation.expressions = [ast.StringLiteral(values[0].span, value, type=t.STRING, const_value=value)]

    def _match_kind(self, annotation: ast.Annotation) -> None:
        values = annotation.expressions
        if len(values) != 1 or not isinstance(values[0], ast.PathExpr) or values[0].name not in self.match_kinds:
            self.error(annotation, "@match does not hold a match kind", one_of(self.match_kinds))

    def _field_list(self, annotation: ast.Annotation) -> None:
        """`@field_list(indices)`: each becomes a literal; of an enum without a representation the position counts."""
        if annotation.pairs or (annotation.text and not annotation.expressions):
            self.error(annotation, "@field_list does not hold a list", INDICES)
        indices: list[ast.Expression] = []
        for value in map(self.expression, annotation.expressions):
            index = value.const_value
            if isinstance(index, ast.EnumMember):
                index = index.position
            if isinstance(index, int) and not isinstance(index, bool) and 0 <= index <= MAX_INDEX:
                indices.append(ast.IntLiteral(value.span, index, None, False, const_value=index))
            elif not isinstance(value.type, t.UnknownType):
                self.error(value, "this is no index of a field list", INDICES)
        annotation.expressions = indices

    def _translation(self, annotation: ast.Annotation) -> None:
        """`@p4runtime_translation("uri", T)` with T `bit<W>`, `string`, or a width in bits."""
        match annotation.tokens:
            case [_, ",", "string"] | [_, ",", "bit", "<", _, ">"]:
                return
            case [_, ",", width] if width.isdigit():
                return
        self.error(
            annotation,
            "this is no translation P4Runtime knows",
            '@p4runtime_translation("uri", T) with T `bit<W>`, `string` or a width in bits',
        )

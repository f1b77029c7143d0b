# SPDX-License-Identifier: Apache-2.0
"""The deparser: the order in which headers are emitted, and what runs before that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p4soft.compiler.backend.bmv2_json.actions import primitives
from p4soft.compiler.backend.context import Context
from p4soft.compiler.backend.ir.nodes import Assign, Exit, FieldRef, If, Label, Leave, Named, Prim, Scope, Stmt
from p4soft.compiler.backend.storage.layout import Json
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported


def deparser_json(body: Sequence[Stmt], span: Span, ctx: Context) -> Json:
    """The one item of `deparsers`.

    simple_switch runs all statements first and emits the headers then; how much room it leaves for them it has decided
    before both.

    Raises:
        Unsupported: something that depends on a condition, or changes a header.
    """
    metadata = {item["name"] for item in ctx.layout.headers if item["metadata"]}
    order: list[str] = []
    before: list[Stmt] = []
    for stmt in straight(body):
        if isinstance(stmt, Prim) and stmt.op == "emit" and isinstance(stmt.args[0], Named):
            order.append(stmt.args[0].name)
        elif isinstance(stmt, Assign | Prim) and not set(_written(stmt)) - metadata:
            before.append(stmt)
        else:
            what = "simple_switch's deparser can only emit headers as they are, call externs and set variables"
            raise Unsupported(stmt.span, what)
    return {
        "name": "deparser",
        "id": 0,
        "source_info": ctx.source_info(span),
        "order": order,
        "primitives": primitives(before, ctx),
    }


def straight(body: Sequence[Stmt]) -> list[Stmt]:
    """The statements that run, up to a `return` or `exit`; choices are refused."""
    out: list[Stmt] = []
    _run(body, out)
    return out


def _run(body: Sequence[Stmt], out: list[Stmt]) -> Label | Exit | None:
    """Append what runs; what the rest is left for, if anything."""
    for stmt in body:
        match stmt:
            case Scope():
                left = _run(stmt.body, out)
                if left is not None and left is not stmt.label:
                    return left
            case Leave():
                return stmt.label
            case Exit():
                return stmt
            case If():
                raise Unsupported(stmt.span, "conditions are not supported in this control on simple_switch")
            case _:
                out.append(stmt)
    return None


def _written(stmt: Assign | Prim) -> Iterator[str]:
    """The instances of headers and metadata that a statement may write to."""
    if isinstance(stmt, Assign):
        yield stmt.target.header if isinstance(stmt.target, FieldRef) else stmt.target.stack
    for arg in stmt.args if isinstance(stmt, Prim) else ():
        if isinstance(arg, Named) and arg.kind.startswith("header"):
            yield arg.name

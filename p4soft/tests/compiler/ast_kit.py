# SPDX-License-Identifier: Apache-2.0
"""Walks a typed program and says where it breaks the contract of `p4soft/src/p4soft/compiler/ast.py`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.ast import CallKind, MemberKind
from p4soft.compiler.checking.types import has_infinite
from p4soft.compiler.front_end import TypedProgram

# Fields that point sideways or up in the tree, not to children.
_LINKS = {"decl", "match_decl", "receiver", "constructor", "bound_args", "type", "const_value", "bound_type_args"}

# Nodes whose expressions are compile-time integers: `int` is fine there.
_STATIC = (ast.TypeRef, ast.Argument, ast.ConstDecl, ast.ValueSetDecl, ast.TableProperty, ast.Entry)


def children(node: object) -> Iterator[ast.Node]:
    """The nodes below a node, in field order."""
    assert isinstance(node, Struct)
    for name in node.__struct_fields__:
        if name not in _LINKS:
            yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[ast.Node]:
    if isinstance(value, ast.Node):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _nodes(item)
    elif isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        for item in value:
            yield from _nodes(item)


def violations(program: TypedProgram) -> list[str]:
    """Every breach of the contract, as text; empty for a good program."""
    found: list[str] = []
    for decl in program.program.declarations:
        _walk(decl, found, in_action_or_apply=False)
    return found


def _walk(node: ast.Node, found: list[str], *, in_action_or_apply: bool) -> None:
    def bad(message: str) -> None:
        found.append(f"{node.span}: {type(node).__name__}: {message}")

    if isinstance(node, ast.Annotation):
        return
    if isinstance(node, ast.ActionDecl | ast.ParserState):
        in_action_or_apply = True
    if isinstance(node, ast.Expression):
        _expression(node, bad, in_data_plane=in_action_or_apply)
    elif isinstance(node, ast.TypeRef):
        if isinstance(node.type, t.UnknownType):
            bad("unresolved type")
    elif isinstance(node, ast.Declaration) and not isinstance(node, ast.ErrorDecl | ast.MatchKindDecl):
        if isinstance(node.type, t.UnknownType):
            bad(f"declaration {node.name} without type")
    elif isinstance(node, ast.Assign) and not node.op and node.left.type != node.right.type:
        bad(f"{node.left.type} = {node.right.type}")
    elif isinstance(node, ast.KeyElement) and node.match_decl is None:
        bad("no match kind")
    elif isinstance(node, ast.ActionRef) and len(node.bound_args) != len(node.decl.params if node.decl else [""]):
        bad(f"action {node.name} has {len(node.bound_args)} bound arguments")
    if isinstance(node, ast.ControlDecl):
        for child in children(node):
            _walk(child, found, in_action_or_apply=child is node.body)
        return
    if isinstance(node, ast.Call):
        _call(node, bad)
        for child in [node.receiver] if node.receiver else []:
            _walk(child, found, in_action_or_apply=in_action_or_apply)
        for arg in node.args:
            if not isinstance(arg.value, ast.DontCareExpr):
                _walk(arg.value, found, in_action_or_apply=in_action_or_apply)
        return
    for child in children(node):
        if isinstance(node, ast.Member | ast.Index | ast.Slice) and child.__class__ is ast.TypeNameExpr:
            continue
        if isinstance(node, ast.SwitchCase) and child is node.label and isinstance(node.label, ast.DefaultExpr):
            continue
        static = (
            isinstance(node, _STATIC)
            or (isinstance(node, ast.Slice) and child is not node.base)
            or (isinstance(node, ast.Expression) and node.const_value is not None)
        )
        _walk(child, found, in_action_or_apply=in_action_or_apply and not static)


def _expression(node: ast.Expression, bad: object, *, in_data_plane: bool) -> None:
    assert callable(bad)
    if isinstance(node.type, t.UnknownType | t.DontCareType):
        bad("expression without type")
    if in_data_plane and has_infinite(node.type) and not isinstance(node, ast.PathExpr):
        bad(f"data-plane expression of type {node.type}")
    if isinstance(node, ast.PathExpr) and node.decl is None:
        bad(f"{node.name} without declaration")
    if isinstance(node, ast.Member) and node.kind is MemberKind.UNRESOLVED:
        bad(f"member {node.name} unresolved")
    if isinstance(node, ast.Binary) and node.op not in {"<<", ">>", "++"} and node.left.type != node.right.type:
        bad(f"{node.left.type} {node.op} {node.right.type}")
    if isinstance(node.const_value, int) and not isinstance(node.const_value, bool):
        below = t.representation(node.type)
        if isinstance(below, t.BitType):
            low = -(1 << (below.width - 1)) if below.signed else 0
            if not low <= node.const_value < (1 << (below.width - below.signed)):
                bad(f"constant {node.const_value} outside {below}")
    if isinstance(node, ast.ConstructorCall) and isinstance(node.type, t.UnknownType):
        bad("constructor unresolved")


def _call(node: ast.Call, bad: object) -> None:
    assert callable(bad)
    if node.kind is CallKind.UNRESOLVED:
        bad("call unresolved")
    needs_decl = node.kind not in {
        CallKind.IS_VALID,
        CallKind.SET_VALID,
        CallKind.SET_INVALID,
        CallKind.PUSH_FRONT,
        CallKind.POP_FRONT,
        CallKind.SIZE_OF,
    }
    if needs_decl and node.decl is None:
        bad("call without declaration")
    params = getattr(node.decl, "params", None)
    if params is not None and len(params) != len(node.bound_args):
        bad(f"{len(node.bound_args)} bound arguments for {len(params)} parameters")
    type_params = getattr(node.decl, "type_params", [])
    if node.kind in {CallKind.FUNCTION, CallKind.EXTERN_FUNCTION, CallKind.EXTERN_METHOD} and len(type_params) != len(
        node.bound_type_args
    ):
        bad("type arguments unbound")
    for bound in node.bound_args:
        if bound.value is None or isinstance(bound.value, ast.DontCareExpr):
            continue
        target = bound.param.type
        if isinstance(target, t.UnknownType):
            bad(f"parameter {bound.param.name} without type")
        if isinstance(target, t.BitType | t.BoolType | t.StructLike) and bound.value.type != target:
            bad(f"argument {bound.param.name} has type {bound.value.type}, not {target}")

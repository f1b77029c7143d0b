# SPDX-License-Identifier: Apache-2.0
"""Lowering of P4 statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from targets.compiler import ast, types
from targets.compiler.backend.context import Frame
from targets.compiler.backend.expressions import aggregates
from targets.compiler.backend.expressions import lowering as exprs
from targets.compiler.backend.ir import arithmetic as arith
from targets.compiler.backend.ir.nodes import Const, Exit, Expr, If, Label, Leave, Scope, Stmt
from targets.compiler.backend.statements import loops
from targets.compiler.backend.storage.values import HeaderPlace, Nothing, SliceOf, StackPlace, UnionPlace, Value
from targets.compiler.source import Span
from targets.compiler.unsupported import Unsupported


def lower_items(items: Sequence[ast.BlockItem], frame: Frame) -> None:
    """Lower the statements and declarations of a block, in its scope."""
    for item in items:
        lower(item, frame)


def lower(item: ast.BlockItem, frame: Frame) -> None:
    """Lower one statement or local declaration."""
    match item:
        case ast.VarDecl():
            declare(item, frame)
        case ast.ConstDecl() | ast.Instantiation() | ast.Empty():
            pass
        case ast.Block():
            lower_items(item.items, frame.inner())
        case ast.Assign():
            _assign(item, frame)
        case ast.CallStatement():
            exprs.lower(item.call, frame)
        case ast.If():
            _if(item, frame)
        case ast.Switch():
            _switch(item, frame)
        case ast.Return():
            _return(item, frame)
        case ast.Exit():
            frame.emit(Exit(item.span))
        case ast.Break() | ast.Continue():
            label = frame.break_label if isinstance(item, ast.Break) else frame.continue_label
            if label is None:
                raise Unsupported(item.span, "break and continue only make sense inside a loop")
            label.used = True
            frame.emit(Leave(label, item.span))
        case ast.For():
            loops.lower_for(item, frame)
        case ast.ForIn():
            loops.lower_for_in(item, frame)
        case _:
            raise Unsupported(item.span, "this statement is not supported here")


def declare(decl: ast.VarDecl, frame: Frame, *, fresh: bool = False) -> None:
    """A local variable: storage and initial value. `fresh`: headers must start invalid (the code may run twice)."""
    if decl.initial is not None:
        value = exprs.lower(decl.initial, frame)
        place = frame.ctx.layout.variable(decl.name, frame.type(decl), decl.span)
        aggregates.assign(place, value, frame, decl.span)
    else:
        place = frame.ctx.layout.variable(decl.name, frame.type(decl), decl.span)
        if fresh or isinstance(place, HeaderPlace | StackPlace | UnionPlace):
            aggregates.invalidate(place, frame, decl.span)
    frame.env.bind(decl, place)


def lvalue(expr: ast.Expression, frame: Frame) -> Value:
    """The place an expression denotes.

    Raises:
        Unsupported: it denotes none.
    """
    match expr:
        case ast.DontCareExpr():
            return Nothing()
        case ast.Slice():
            base = lvalue(expr.base, frame)
            if isinstance(base, SliceOf):
                return SliceOf(base.base, base.low + expr.high_value, base.low + expr.low_value)
            if isinstance(base, Expr) and not isinstance(base, Const):
                return SliceOf(base, expr.high_value, expr.low_value)  # type: ignore[arg-type]
            raise Unsupported(expr.span, "bits of this cannot be assigned")
        case _:
            return exprs.lower(expr, frame)


def _assign(item: ast.Assign, frame: Frame) -> None:
    target = lvalue(item.left, frame)
    mark = len(frame.out)
    if not item.op:
        value = exprs.lower(item.right, frame)
        if len(frame.out) > mark:
            target = aggregates.pinned(target, frame, item.left.span, mark)
    else:
        current = exprs.as_scalar(target, item.left.span)
        right = exprs.scalar(item.right, frame)
        if len(frame.out) > mark:
            current = frame.saved(current, item.left.span, at=mark)
            target = aggregates.pinned(target, frame, item.left.span, mark)
        value = combine(item.op, current, right, item.span)
    aggregates.assign(target, value, frame, item.span)


def combine(op: str, left: Expr, right: Expr, span: Span) -> Expr:
    """The value of a compound assignment; `op` is with or without its `=`."""
    op = op.removesuffix("=") if op not in ("<=", ">=") else op
    if op in ("<<", ">>"):
        return exprs.shift(op, left, right, span)
    if op in ("|+|", "|-|"):
        return arith.saturating(op, left, right)
    return arith.binary(op, left, right)


def _outcome_of_table(condition: ast.Expression) -> tuple[ast.Member, bool] | None:
    """`t.apply().hit`, `.miss` or a negation as (the member, whether true means hit)."""
    positive = True
    while isinstance(condition, ast.Unary) and condition.op == "!":
        condition = condition.operand
        positive = not positive
    if isinstance(condition, ast.Member) and condition.kind in (ast.MemberKind.TABLE_HIT, ast.MemberKind.TABLE_MISS):
        return condition, (condition.kind is ast.MemberKind.TABLE_HIT) == positive
    return None


def _branch(statement: ast.Statement | None, frame: Frame) -> list[Stmt]:
    out: list[Stmt] = []
    if statement is not None:
        lower(statement, frame.into(out).inner())
    return out


def _if(item: ast.If, frame: Frame) -> None:
    outcome = _outcome_of_table(item.condition)
    if outcome is not None:
        member, true_means_hit = outcome
        apply = exprs.apply_table(member.base, frame)
        then, otherwise = _branch(item.then, frame), _branch(item.otherwise, frame)
        apply.hit, apply.miss = (then, otherwise) if true_means_hit else (otherwise, then)
        return
    condition = exprs.scalar(item.condition, frame)
    if isinstance(condition, Const):
        chosen = item.then if condition.value else item.otherwise
        frame.out.extend(_branch(chosen, frame))
        return
    then, otherwise = _branch(item.then, frame), _branch(item.otherwise, frame)
    if not then and otherwise:
        condition, then, otherwise = arith.logical_not(condition), otherwise, then
    if then:
        frame.emit(If(condition, then, otherwise, item.condition.span))


def _switch(item: ast.Switch, frame: Frame) -> None:
    subject = item.subject
    if isinstance(subject, ast.Member) and subject.kind is ast.MemberKind.TABLE_ACTION_RUN:
        _switch_on_action(item, subject, frame)
        return
    value = exprs.scalar(subject, frame)
    if not isinstance(value, Const):
        value = frame.saved(value, subject.span, "switch")
    arms: list[tuple[Expr | None, list[Stmt]]] = []
    pending: Expr = arith.FALSE
    default_pending = False
    for case in item.cases:
        if isinstance(case.label, ast.DefaultExpr):
            default_pending = True
        else:
            label = exprs.scalar(case.label, frame)
            pending = arith.logical_or(pending, arith.compare("==", value, label))
        if case.body is None:
            continue
        body = _branch(case.body, frame)
        arms.append((None if default_pending else pending, body))
        pending, default_pending = arith.FALSE, False
    chain: list[Stmt] = []
    for condition, body in arms:
        if condition is None:
            chain = body
    for condition, body in reversed(arms):
        if condition is None:
            continue
        if isinstance(condition, Const):
            chain = body if condition.value else chain
        elif body or chain:
            if body:
                chain = [If(condition, body, chain, item.subject.span)]
            else:
                chain = [If(arith.logical_not(condition), chain, [], item.subject.span)]
    frame.out.extend(chain)


def _switch_on_action(item: ast.Switch, subject: ast.Member, frame: Frame) -> None:
    apply = exprs.apply_table(subject.base, frame)
    labels: list[str | None] = []
    for case in item.cases:
        if isinstance(case.label, ast.DefaultExpr):
            labels.append(None)
        elif isinstance(case.label, ast.PathExpr):
            labels.append(_action_label(case.label, subject, frame))
        if case.body is not None:
            apply.cases.append((tuple(labels), _branch(case.body, frame)))
            labels = []


def _action_label(label: ast.PathExpr, subject: ast.Member, frame: Frame) -> str:
    call = subject.base
    table = call.decl if isinstance(call, ast.Call) else None
    if table is not None and frame.scope is not None:
        info = frame.scope.tables.get(id(table))
        if info is not None:
            for ref, action in info.actions:
                if ref.decl is label.decl:
                    return action.name
    raise Unsupported(label.span, f"'{label.name}' is not an action of the table")


def _return(item: ast.Return, frame: Frame) -> None:
    if item.value is not None and frame.return_place is not None:
        aggregates.assign(frame.return_place, exprs.lower(item.value, frame), frame, item.span)
    if frame.return_label is None:
        raise Unsupported(item.span, "return is not supported here")
    frame.return_label.used = True
    frame.emit(Leave(frame.return_label, item.span))


def scoped(items: Sequence[ast.BlockItem], frame: Frame, span: Span, name: str, result: Value | None = None) -> None:
    """Lower a body that `return` leaves; its statements are appended to the frame."""
    label = Label(name)
    body: list[Stmt] = []
    lower_items(items, replace(frame, out=body, return_label=label, return_place=result))
    if body and isinstance(body[-1], Leave) and body[-1].label is label:
        body.pop()
    if label.used and mentions(body, label):
        frame.emit(Scope(body, label, span))
    else:
        frame.out.extend(body)


def mentions(body: Sequence[Stmt], label: Label) -> bool:
    """Whether any statement of a body leaves to a label."""
    for stmt in body:
        match stmt:
            case Leave():
                if stmt.label is label:
                    return True
            case If():
                if mentions(stmt.then, label) or mentions(stmt.otherwise, label):
                    return True
            case Scope():
                if mentions(stmt.body, label):
                    return True
            case _:
                parts: list[Sequence[Stmt]] = []
                for attribute in ("hit", "miss", "body", "prelude"):
                    part = getattr(stmt, attribute, None)
                    if isinstance(part, list):
                        parts.append(part)
                parts.extend(case_body for _labels, case_body in getattr(stmt, "cases", []))
                if any(mentions(part, label) for part in parts):
                    return True
    return False


def is_void(type_: types.Type) -> bool:
    """Whether a call of this result type returns nothing."""
    return isinstance(type_, types.VoidType)

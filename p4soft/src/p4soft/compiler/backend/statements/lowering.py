# SPDX-License-Identifier: Apache-2.0
"""Lowering of P4 statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.ir import arithmetic
from p4soft.compiler.backend.ir.nodes import Const, Exit, Expr, If, Label, Leave, Scope, Stmt
from p4soft.compiler.backend.statements import loops
from p4soft.compiler.backend.storage.values import HeaderPlace, StackPlace, UnionPlace, Value
from p4soft.compiler.source import Span
from p4soft.compiler.unsupported import Unsupported


def lower_items(items: Sequence[ast.BlockItem], frame: Frame) -> None:
    """Lower the statements and declarations of a block, in its scope."""
    for item in items:
        lower(item, frame)


def lower(item: ast.BlockItem, frame: Frame) -> None:
    """Lower one statement or local declaration.

    Raises:
        Unsupported: BMv2 cannot run it here.
    """
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
            expressions.lower(item.call, frame)
        case ast.If():
            _if(item, frame)
        case ast.Switch():
            _switch(item, frame)
        case ast.Return():
            _return(item, frame)
        case ast.Exit():
            for out in frame.on_exit:  # callers get what a return gives them (P4_16 §12.5)
                aggregates.assign(out.target, out.source, frame, out.span)
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
        value = expressions.lower(decl.initial, frame)
        place = frame.ctx.layout.variable(decl.name, frame.type(decl), decl.span)
        aggregates.assign(place, value, frame, decl.span)
    else:
        place = frame.ctx.layout.variable(decl.name, frame.type(decl), decl.span)
        if fresh or isinstance(place, HeaderPlace | StackPlace | UnionPlace):
            aggregates.invalidate(place, frame, decl.span)
    frame.env.bind(decl, place)


def _assign(item: ast.Assign, frame: Frame) -> None:
    target = expressions.lvalue(item.left, frame)
    mark = len(frame.out)
    if not item.op:
        value = expressions.lower(item.right, frame)
        if len(frame.out) > mark:
            target = aggregates.pinned(target, frame, item.left.span, mark)
    else:
        current = expressions.as_scalar(target, item.left.span)
        right = expressions.scalar(item.right, frame)
        if len(frame.out) > mark:
            current = frame.saved(current, item.left.span, at=mark)
            target = aggregates.pinned(target, frame, item.left.span, mark)
        value = expressions.operation(item.op, current, right, item.span)
    aggregates.assign(target, value, frame, item.span)


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
        apply = expressions.apply_table(member.base, frame)
        then, otherwise = _branch(item.then, frame), _branch(item.otherwise, frame)
        apply.hit, apply.miss = (then, otherwise) if true_means_hit else (otherwise, then)
        return
    condition = expressions.scalar(item.condition, frame)
    if isinstance(condition, Const):
        chosen = item.then if condition.value else item.otherwise
        frame.out.extend(_branch(chosen, frame))
        return
    then, otherwise = _branch(item.then, frame), _branch(item.otherwise, frame)
    if not then and otherwise:
        condition, then, otherwise = arithmetic.logical_not(condition), otherwise, then
    if then:
        frame.emit(If(condition, then, otherwise, item.condition.span))


def _switch(item: ast.Switch, frame: Frame) -> None:
    subject = item.subject
    if isinstance(subject, ast.Member) and subject.kind is ast.MemberKind.TABLE_ACTION_RUN:
        _switch_on_action(item, subject, frame)
        return
    value = expressions.scalar(subject, frame)
    if not isinstance(value, Const):
        value = frame.saved(value, subject.span, "switch")
    arms: list[tuple[Expr | None, list[Stmt]]] = []
    pending: Expr = arithmetic.FALSE
    default_pending = False
    for case in item.cases:
        if isinstance(case.label, ast.DefaultExpr):
            default_pending = True
        else:
            label = expressions.scalar(case.label, frame)
            pending = arithmetic.logical_or(pending, arithmetic.compare("==", value, label))
        if case.body is None:
            continue
        body = _branch(case.body, frame)
        arms.append((None if default_pending else pending, body))
        pending, default_pending = arithmetic.FALSE, False
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
                chain = [If(arithmetic.logical_not(condition), chain, [], item.subject.span)]
    frame.out.extend(chain)


def _switch_on_action(item: ast.Switch, subject: ast.Member, frame: Frame) -> None:
    apply = expressions.apply_table(subject.base, frame)
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
        aggregates.assign(frame.return_place, expressions.lower(item.value, frame), frame, item.span)
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

# SPDX-License-Identifier: Apache-2.0
"""Lowering of P4 statements.

`for` loops (P4_16 1.2.5) become real loops of BMv2 jumps inside actions; over stacks and lists they are unrolled.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, expressions, ir
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.ir import Const, Exit, Expr, If, Label, Leave, Loop, Scope, Stmt
from p4soft.compiler.backend.storage import HeaderPlace, StackPlace, StructValue, UnionPlace, Value
from p4soft.compiler.diagnostics import Span, Unsupported


def lower_items(items: Sequence[ast.BlockItem], frame: Frame) -> None:
    for item in items:
        lower(item, frame)


def lower(item: ast.BlockItem, frame: Frame) -> None:
    """Lower one statement or local declaration. Raises Unsupported: BMv2 cannot run it here."""
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
            _lower_for(item, frame)
        case ast.ForIn():
            _lower_for_in(item, frame)
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
        condition, then, otherwise = ir.logical_not(condition), otherwise, then
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
    pending: Expr = ir.FALSE
    default_pending = False
    for case in item.cases:
        if isinstance(case.label, ast.DefaultExpr):
            default_pending = True
        else:
            label = expressions.scalar(case.label, frame)
            pending = ir.logical_or(pending, ir.compare("==", value, label))
        if case.body is None:
            continue
        body = _branch(case.body, frame)
        arms.append((None if default_pending else pending, body))
        pending, default_pending = ir.FALSE, False
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
                chain = [If(ir.logical_not(condition), chain, [], item.subject.span)]
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
    if label.used and _mentions(body, label):
        frame.emit(Scope(body, label, span))
    else:
        frame.out.extend(body)


def _mentions(body: Sequence[Stmt], label: Label) -> bool:
    """Whether any statement of a body leaves to a label."""
    for stmt in body:
        match stmt:
            case Leave():
                if stmt.label is label:
                    return True
            case If():
                if _mentions(stmt.then, label) or _mentions(stmt.otherwise, label):
                    return True
            case Scope():
                if _mentions(stmt.body, label):
                    return True
            case _:
                parts: list[Sequence[Stmt]] = []
                for attribute in ("hit", "miss", "body", "prelude"):
                    part = getattr(stmt, attribute, None)
                    if isinstance(part, list):
                        parts.append(part)
                parts.extend(case_body for _labels, case_body in getattr(stmt, "cases", []))
                if any(_mentions(part, label) for part in parts):
                    return True
    return False


def is_void(type_: types.Type) -> bool:
    return isinstance(type_, types.VoidType)


# --- Loops -----------------------------------------------------------------------------------------------------------


def _body(body: ast.Statement, frame: Frame, done: Label, span: Span) -> list[Stmt]:
    """The loop's body as a scope that `continue` leaves.

    A loop in a control's body becomes an action, for only actions have jumps; so what is inside is inside an action.
    """
    again = Label("continue")
    inner: list[Stmt] = []
    block = "action" if frame.block == "control" else frame.block
    inside = replace(frame.inner(), out=inner, block=block, break_label=done, continue_label=again)
    lower(body, inside)
    return [Scope(inner, again, span)] if again.used else inner


def _lower_for(item: ast.For, frame: Frame) -> None:
    """`for (init; condition; update) body`."""
    frame = frame.inner()
    for start in item.init:
        lower(start, frame)
    prelude: list[Stmt] = []
    condition = expressions.scalar(item.condition, frame.into(prelude))
    done = Label("break")
    body = _body(item.body, frame, done, item.span)
    for update in item.update:
        lower(update, frame.into(body))
    frame.emit(Loop(prelude, condition, body, done, item.span))


def _lower_for_in(item: ast.ForIn, frame: Frame) -> None:
    """`for (type name in collection) body`. Raises Unsupported: the collection is known at run time only."""
    frame = frame.inner()
    if isinstance(item.variable, ast.VarDecl):
        lower(item.variable, frame)
        place = frame.env.find(item.variable)
    else:
        place = expressions.lower(item.variable, frame)
    if place is None:
        raise Unsupported(item.span, "this loop variable is not supported")
    done = Label("break")
    if isinstance(item.collection, ast.Range):
        _over_range(item, item.collection, place, frame, done)
        return
    collection = expressions.lower(item.collection, frame)
    elements: list[Value] = []
    match collection:
        case StackPlace():
            elements.extend(collection.elements)
        case StructValue():
            elements.extend(collection.members.values())
        case _:
            raise Unsupported(item.collection.span, "only ranges, lists and stacks can be iterated over")
    out: list[Stmt] = []
    for element in elements:
        aggregates.assign(place, element, frame.into(out), item.span)
        out.extend(_body(item.body, frame, done, item.span))
    if done.used:
        frame.emit(Scope(out, done, item.span))
    else:
        frame.out.extend(out)


def _over_range(item: ast.ForIn, range_: ast.Range, place: Value, frame: Frame, done: Label) -> None:
    low, high = (expressions.as_scalar(v, range_.span) for v in expressions.in_order([range_.low, range_.high], frame))
    variable = expressions.as_scalar(place, item.span)
    if not isinstance(high, Const):
        high = frame.saved(high, range_.span, "last")
    counter: Expr = frame.saved(low, range_.span, "next")
    running = frame.saved(ir.compare("<=", counter, high), range_.span, "more")
    body: list[Stmt] = []
    inner = frame.into(body)
    aggregates.assign(place, counter, inner, item.span)
    body.extend(_body(item.body, frame, done, item.span))
    aggregates.assign(running, ir.compare("<", counter, high), inner, item.span)
    aggregates.assign(counter, ir.binary("+", counter, Const(variable.type, 1)), inner, item.span)
    frame.emit(Loop([], running, body, done, item.span))

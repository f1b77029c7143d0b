# SPDX-License-Identifier: Apache-2.0
"""Statements and the declarations among them (specification sections 11 and 12)."""

from __future__ import annotations

from collections.abc import Sequence

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.calls import Calls
from p4soft.compiler.checking.scopes import BlockKind
from p4soft.compiler.checking.types import NO_VALUES
from p4soft.compiler.diagnostics import one_of

SHIFTS = frozenset({"<<", ">>"})


class Statements(Calls):
    def block(self, block: ast.Block) -> None:
        """A block with its own scope."""
        with self.nested():
            self.items(block.items)

    def items(self, items: Sequence[ast.BlockItem]) -> None:
        """Statements and declarations in the current scope."""
        for item in items:
            if isinstance(item, ast.Declaration):
                self.local(item)
            else:
                self.statement(item)

    def local(self, decl: ast.Declaration) -> None:
        """A declaration that may stand among statements."""
        match decl:
            case ast.VarDecl():
                self.variable(decl)
            case ast.ConstDecl():
                self.constant(decl)
            case ast.Instantiation():
                if self.block_kind in {BlockKind.ACTION, BlockKind.FUNCTION}:
                    self.error(decl, "an instance cannot be created here", "a declaration in a parser or control")
                self.instance(decl)
            case _:
                self.error(decl, f"`{decl.name}` cannot be declared here")

    def statement(self, node: ast.Statement) -> None:
        match node:
            case ast.Assign():
                self._assign(node)
            case ast.CallStatement():
                checked = self.expression(node.call)
                assert isinstance(checked, ast.Call)
            case ast.If():
                node.condition = self.coerce(self.expression(node.condition), t.BOOL, "the condition")
                self.statement(node.then)
                if node.otherwise is not None:
                    self.statement(node.otherwise)
            case ast.Block():
                self.block(node)
            case ast.Switch():
                self._switch(node)
            case ast.Return():
                self._return(node)
            case ast.Exit():
                if self.block_kind in {BlockKind.PARSER, BlockKind.FUNCTION}:
                    self.error(node, "exit cannot stand here", "exit in a control or an action")
            case ast.Break() | ast.Continue():
                if not self.loops:
                    word = "break" if isinstance(node, ast.Break) else "continue"
                    self.error(node, f"{word} outside of a loop")
            case ast.For():
                self._for(node)
            case ast.ForIn():
                self._for_in(node)
            case ast.Empty():
                pass
            case _:
                raise AssertionError(node)

    # ------------------------------------------------------------------------------------------------ declarations

    def variable(self, decl: ast.VarDecl) -> None:
        decl.type = self.type_ref(decl.type_ref)
        if isinstance(
            decl.type,
            t.ExternType | t.ParserType | t.ControlType | t.PackageType | t.VoidType | t.StringType | t.InfIntType,
        ):
            expected = "a type with a width, such as bit<32>" if isinstance(decl.type, t.InfIntType) else ""
            if isinstance(decl.type, t.ExternType | t.ParserType | t.ControlType | t.PackageType):
                expected = f"an instantiation, `{decl.type}(...) {decl.name};`"
            self.error(decl.type_ref, f"a variable cannot have type `{decl.type}`", expected)
            decl.type = t.UNKNOWN
        if decl.initial is not None:
            checked = self.expression(decl.initial, decl.type)
            decl.initial = self.assigned(checked, decl.type, f"the initial value of `{decl.name}`")
        self.declare(decl)

    def constant(self, decl: ast.ConstDecl) -> None:
        decl.type = self.type_ref(decl.type_ref)
        if isinstance(decl.type, NO_VALUES):
            self.error(decl.type_ref, f"a constant cannot have type `{decl.type}`", "a type with values")
            decl.type = t.UNKNOWN
        if _has_dont_care(decl.type):
            self.error(decl.type_ref, f"a constant cannot have type `{decl.type}`", "type arguments instead of `_`")
            decl.type = t.UNKNOWN
        checked = self.expression(decl.value, decl.type)
        decl.value = self.assigned(checked, decl.type, f"the value of `{decl.name}`")
        if not self.is_static(decl.value):
            self.error(
                decl.value, f"the value of the constant `{decl.name}` is not known at compile time", "a constant"
            )
        self.declare(decl)

    def instance(self, decl: ast.Instantiation) -> None:
        type_ = self.type_ref(decl.type_ref)
        decl.type, decl.constructor, decl.bound_args = self.construct(type_, decl.args, decl)
        if self.unsettled(decl.type):
            self.error(decl, f"the type arguments of `{type_}` cannot be inferred", "`<...>` after its name")
        if decl.has_initializer and not isinstance(decl.type, t.ExternType | t.UnknownType):
            self.error(decl, f"an instance of `{decl.type}` cannot have an initialiser", "one of an extern")
        elif decl.methods or isinstance(decl.type, t.ExternType):
            self._abstract_methods(decl)
        self.declare(decl)

    def _abstract_methods(self, decl: ast.Instantiation) -> None:
        type_ = decl.type
        if not isinstance(type_, t.ExternType) or not isinstance(type_.decl, ast.ExternDecl):
            return
        abstract = {m.name: m for m in type_.decl.methods if m.abstract}
        outer = {
            p.type: a
            for p, a in zip(type_.decl.type_params, type_.type_args, strict=False)
            if isinstance(p.type, t.TypeVar)
        }
        with self.nested():
            self.scope.names["this"] = decl
            for item in decl.methods:
                if isinstance(item, ast.FunctionDecl):
                    method = abstract.pop(item.name, None)
                    if method is None:
                        self.error(item.name_span, f"`{type_}` has no abstract method `{item.name}`")
                    self.function(item)
                    if method is not None and isinstance(item.type, t.FunctionType):
                        self._same_signature(item, item.type, t.substitute(method.type, outer))
                elif isinstance(item, ast.Declaration):
                    self.local(item)
        for name, method in abstract.items():
            if not method.annotation("optional"):
                self.error(
                    decl, f"the abstract method `{name}` of `{type_}` has no body", f"`= {{ ... {name}(...) {{ }} }}`"
                )

    def _same_signature(self, item: ast.FunctionDecl, given: t.FunctionType, wanted: t.Type) -> None:
        if not isinstance(wanted, t.FunctionType):
            return
        pairs = [(p.direction, p.type) for p in given.params], [(p.direction, p.type) for p in wanted.params]
        if given.result != wanted.result or pairs[0] != pairs[1]:
            signature = ", ".join(f"{p.direction} {p.type} {p.name}".strip() for p in wanted.params)
            self.error(
                item.name_span,
                f"`{item.name}` differs from the abstract method",
                f"{wanted.result} {item.name}({signature})",
            )

    def function(self, decl: ast.FunctionDecl) -> None:
        """A function with its body; the caller declares it."""
        with self.nested():
            variables = self.type_params(decl.type_params)
            result = self.type_ref(decl.result)
            params = self.parameters(decl.params, declare=True)
            decl.type = t.FunctionType(decl.name, decl, variables, params, result)
            with self.inside(BlockKind.FUNCTION, result):
                self.items(decl.body.items)
        if not isinstance(result, t.VoidType | t.UnknownType) and not _always_returns(decl.body):
            self.error(
                decl.name_span,
                f"the function `{decl.name}` can end without a return",
                f"`return` with a `{result}` on every path",
            )

    def action(self, decl: ast.ActionDecl) -> None:
        with self.nested():
            params = self.parameters(decl.params, declare=True)
            for param in decl.params:
                if isinstance(param.type, (*NO_VALUES, t.InfIntType, t.StringType)):
                    self.error(
                        param, f"an action cannot have a parameter of type `{param.type}`", "a type with a width"
                    )
            directionless = False
            for param in decl.params:
                if not param.direction:
                    directionless = True
                elif directionless:
                    self.error(param, f"parameter `{param.name}` has a direction but follows one without", "it first")
            decl.type = t.ActionType(decl.name, decl, params)
            with self.inside(BlockKind.ACTION):
                self.items(decl.body.items)
        self.declare(decl)

    # ------------------------------------------------------------------------------------------------ statements

    def _assign(self, node: ast.Assign) -> None:
        if isinstance(node.left, ast.PartSelect):
            node.left, node.right = self.assigned_part(node.left, node.right, node.op)
            node.op = ""
        else:
            node.left = self.expression(node.left)
            node.right = self.expression(node.right, node.left.type)
        if not self.require_lvalue(node.left, "the left side"):
            return
        type_ = node.left.type
        if not node.op:
            node.right = self.assigned(node.right, type_, "the right side")
            return
        if isinstance(type_, t.UnknownType) or isinstance(node.right.type, t.UnknownType):
            return
        if not isinstance(type_, t.BitType):
            self.error(node, f"`{node.op}=` cannot be applied to `{type_}`", "bit<W> or int<W>")
            return
        if node.op in SHIFTS:
            if isinstance(node.right.type, t.InfIntType):
                node.right = self.coerce(node.right, t.BIT32, "the shift amount")
            elif not isinstance(node.right.type, t.BitType) or node.right.type.signed:
                self.error(node.right, f"the shift amount has type `{node.right.type}`", "an unsigned bit<W>")
            return
        node.right = self.coerce(node.right, type_, "the right side")
        if node.op in {"/", "%"} and type_.signed:
            self.error(node, f"`{node.op}` is not defined for `{type_}`", "bit<W>")
        elif node.op in {"/", "%"} and not isinstance(node.right.type, t.UnknownType):
            self.check_division(node.op, node.left, node.right)

    def _return(self, node: ast.Return) -> None:
        if self.block_kind is BlockKind.PARSER:
            self.error(node, "return cannot stand in a parser state", "a transition")
            return
        if node.value is None:
            if not isinstance(self.result, t.VoidType | t.UnknownType):
                self.error(node, "this return needs a value", f"a `{self.result}`")
            return
        node.value = self.expression(node.value, self.result)
        if isinstance(self.result, t.VoidType):
            self.error(node, "this return cannot have a value", "`return;`")
            return
        node.value = self.coerce(node.value, self.result, "the value returned")

    def _switch(self, node: ast.Switch) -> None:
        self.switch_subject = node.subject
        node.subject = self.expression(node.subject)
        self.switch_subject = None
        type_ = node.subject.type
        if self.block_kind is BlockKind.PARSER:
            self.error(node, "a switch statement cannot stand in a parser", "transition select(...)")
        seen: dict[object, ast.SwitchCase] = {}
        for n, case in enumerate(node.cases):
            if isinstance(case.label, ast.DefaultExpr):
                if n != len(node.cases) - 1:
                    self.error(case.label, "the default label is not the last one")
                key: object = "default"
            elif isinstance(type_, t.ActionEnumType):
                key = self._action_label(case, type_)
            else:
                key = self._value_label(case, type_)
            if key is not None:
                if key in seen:
                    self.error(case.label, "this label occurs twice", "", [(seen[key].span, "the first one is here")])
                seen[key] = case
            if case.body is not None:
                self.block(case.body)
        if isinstance(type_, t.UnknownType | t.ActionEnumType):
            return
        labelled = any(not isinstance(c.label, ast.DefaultExpr) for c in node.cases)
        if labelled and "exact" not in self.match_kinds:
            self.error(node, "a switch over values needs the match kind exact", "`#include <core.p4>`")
        if isinstance(type_, t.InfIntType):
            self.error(node.subject, "a switch over an `int`", "an expression with a width")
        elif not isinstance(t.representation(type_), t.BitType | t.EnumType | t.ErrorType | t.BoolType):
            self.error(
                node.subject,
                f"a switch over `{type_}`",
                "`table.apply().action_run`, bit<W>, int<W>, bool, enum or error",
            )

    def _action_label(self, case: ast.SwitchCase, type_: t.ActionEnumType) -> object:
        label, table = case.label, type_.decl
        assert isinstance(table, ast.TableDecl)
        if isinstance(label, ast.PathExpr):
            for action in table.actions:
                if action.name == label.name and action.decl is not None:
                    label.decl, label.type = action.decl, type_
                    return action.decl
        names = one_of([*(a.name for a in table.actions), "default"])
        name = f"`{label.name}`" if isinstance(label, ast.PathExpr) else "this"
        self.error(label, f"{name} is no action of table `{table.name}`", names)
        return None

    def _value_label(self, case: ast.SwitchCase, type_: t.Type) -> object:
        case.label = self.coerce(self.expression(case.label), type_, "the label")
        if case.label.const_value is None:
            if not self.is_static(case.label):
                self.error(case.label, "the label is not known at compile time", "a constant")
            return None
        return (type(case.label.const_value), case.label.const_value)

    def _for(self, node: ast.For) -> None:
        with self.nested():
            self.items(node.init)
            node.condition = self.coerce(self.expression(node.condition), t.BOOL, "the condition")
            for update in node.update:
                self.statement(update)
            self._loop_body(node.body)

    def _loop_body(self, body: ast.Statement) -> None:
        self.loops += 1
        self.statement(body)
        self.loops -= 1

    def _for_in(self, node: ast.ForIn) -> None:
        with self.nested():
            node.collection = self.expression(node.collection)
            collection = node.collection
            if isinstance(node.variable, ast.VarDecl):
                self.variable(node.variable)
                self.used.add(node.variable)
                wanted = node.variable.type
            else:
                checked = self.expression(node.variable)
                self.require_lvalue(checked, "the loop variable")
                wanted = checked.type
            if isinstance(collection, ast.Range):
                collection.low = self.coerce(collection.low, wanted, "the range's lower end")
                collection.high = self.coerce(collection.high, wanted, "the range's upper end")
                collection.type = t.SetType(wanted)
            elif isinstance(collection.type, t.StackType | t.ListType):
                if collection.type.element != wanted and not isinstance(wanted, t.UnknownType):
                    self.error(node.variable, f"the loop variable has type `{wanted}`", f"`{collection.type.element}`")
            elif isinstance(collection, ast.ListExpr):
                node.collection = self.coerce(collection, t.ListType(wanted), "the collection")
            elif not isinstance(collection.type, t.UnknownType):
                self.error(
                    collection, f"a loop over `{collection.type}`", "a range `low .. high`, a header stack or a list"
                )
            self._loop_body(node.body)


def _has_dont_care(type_: t.Type) -> bool:
    return isinstance(type_, t.NominalType) and any(
        isinstance(a, t.DontCareType) or _has_dont_care(a) for a in type_.type_args
    )


def _always_returns(node: ast.BlockItem) -> bool:
    match node:
        case ast.Return() | ast.Exit():
            return True
        case ast.Block(items=items):
            return any(_always_returns(i) for i in items)
        case ast.If(then=then, otherwise=otherwise):
            return otherwise is not None and _always_returns(then) and _always_returns(otherwise)
        case ast.Switch(cases=cases):
            has_default = any(isinstance(c.label, ast.DefaultExpr) for c in cases)
            return has_default and all(c.body is None or _always_returns(c.body) for c in cases)
    return False

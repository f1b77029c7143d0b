# SPDX-License-Identifier: Apache-2.0
"""Top-level declarations, type declarations and controls (specification sections 7.2, 9, 10, 14)."""

from __future__ import annotations

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.annotations import Annotations
from p4soft.compiler.checking.base import Place
from p4soft.compiler.checking.flow import check_flow
from p4soft.compiler.checking.unused import warn_unused
from p4soft.compiler.source import Diagnostics


class Checker(Annotations):
    """Checks a program: `Checker(diagnostics).program(tree)` annotates the tree in place."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics)
        self.main: ast.Instantiation | None = None

    def program(self, program: ast.Program) -> None:
        """Check all declarations in order."""
        for decl in program.declarations:
            self.top_level(decl)
        if not self.diagnostics.has_errors:
            warn_unused(self, program, self.main)
            check_flow(program, self.diagnostics)

    def top_level(self, decl: ast.Declaration) -> None:
        """Check a top-level declaration and declare its names."""
        match decl:
            case ast.ConstDecl():
                self.constant(decl)
            case ast.HeaderDecl() | ast.StructDecl() | ast.HeaderUnionDecl():
                self._composite(decl)
            case ast.EnumDecl():
                self._enum(decl)
            case ast.ErrorDecl():
                self._errors(decl)
            case ast.MatchKindDecl():
                self._match_kinds(decl)
            case ast.TypedefDecl():
                self._typedef(decl)
            case ast.ExternDecl():
                self._extern(decl)
            case ast.ExternFunctionDecl():
                self._extern_function(decl)
            case ast.ParserTypeDecl() | ast.ControlTypeDecl():
                self._appliable_type(decl)
            case ast.PackageTypeDecl():
                self._package(decl)
            case ast.ParserDecl():
                self.parser(decl)
            case ast.ControlDecl():
                self._control(decl)
            case ast.ActionDecl():
                self.action(decl)
            case ast.FunctionDecl():
                self.function(decl)
                self.declare(decl)
            case ast.Instantiation():
                self.instance(decl)
                self._global_instance(decl)
            case _:
                self.error(decl, f"`{decl.name}` cannot be declared at the top level")
        if decl.name == "main" and not isinstance(decl, ast.Instantiation | ast.FunctionDecl):
            self.error(decl.name_span, "`main` is not an instance of a package", "`V1Switch(...) main;`")
        self.annotations(decl.annotations)

    def _global_instance(self, decl: ast.Instantiation) -> None:
        """What may be instantiated outside of parsers and controls."""
        if isinstance(decl.type, t.ParserType | t.ControlType):
            self.error(
                decl, f"`{decl.type}` cannot be instantiated at the top level", "an instance in a parser or control"
            )
        elif decl.name == "main":
            if not isinstance(decl.type, t.PackageType | t.UnknownType):
                self.error(decl, f"`main` is a `{decl.type}`", "an instance of a package")
            self.main = decl

    # ------------------------------------------------------------------------------------------------ types

    def _composite(self, decl: ast.HeaderDecl | ast.StructDecl | ast.HeaderUnionDecl) -> None:
        make = {ast.HeaderDecl: t.HeaderType, ast.StructDecl: t.StructType, ast.HeaderUnionDecl: t.HeaderUnionType}
        with self.nested():
            variables = self.type_params(decl.type_params)
            fields: list[t.Field] = []
            seen: dict[str, ast.StructField] = {}
            varbits = 0
            for field in decl.fields:
                field.type = self.type_ref(field.type_ref)
                self.check_field(decl, field.type, field.type_ref)
                if field.name in seen:
                    notes = [(seen[field.name].name_span, "the first one is here")]
                    self.error(field.name_span, f"`{decl.name}` has two fields `{field.name}`", "", notes)
                    continue
                seen[field.name] = field
                varbits += isinstance(field.type, t.VarbitType)
                if varbits > 1 and isinstance(field.type, t.VarbitType) and isinstance(decl, ast.HeaderDecl):
                    self.error(field, f"the header `{decl.name}` has more than one varbit field", "at most one")
                fields.append(t.Field(field.name, field.type, field))
                self.annotations(field.annotations)
        decl.type = make[type(decl)](decl.name, decl, tuple(fields), type_args=variables)
        self.declare(decl)

    def _enum(self, decl: ast.EnumDecl) -> None:
        underlying: t.Type = t.VOID
        if decl.underlying is not None:
            underlying = self.type_ref(decl.underlying)
            if not isinstance(underlying, t.BitType | t.UnknownType):
                self.error(decl.underlying, f"an enum cannot be represented by `{underlying}`", "bit<W> or int<W>")
                underlying = t.UNKNOWN
        if isinstance(underlying, t.BitType):
            decl.type = t.SerEnumType(decl.name, decl, underlying)
        elif isinstance(underlying, t.VoidType):
            decl.type = t.EnumType(decl.name, decl)
        with self.nested():
            self._enum_members(decl, underlying)
        if not decl.members:
            self.error(decl.name_span, f"the enum `{decl.name}` has no members")
        self.declare(decl)

    def _enum_members(self, decl: ast.EnumDecl, underlying: t.Type) -> None:
        """The members; a value may use the members before it by their plain names."""
        seen: set[str] = set()
        for position, member in enumerate(decl.members):
            member.type, member.position = decl.type, position
            if member.name in seen:
                self.error(member, f"`{decl.name}` has two members `{member.name}`")
            seen.add(member.name)
            if decl.underlying is None:
                if member.value is not None:
                    hint = f"`enum bit<W> {decl.name}`"
                    self.error(member, f"`{decl.name}` has no representation, so its members have no values", hint)
                continue
            if member.value is None:
                self.error(member, f"the member `{member.name}` needs a value", f"`{member.name} = ...`")
                continue
            checked = self.expression(member.value)
            if isinstance(checked.type, t.SerEnumType) and checked.type.decl is decl:
                checked.type = underlying
            member.value = self.coerce(checked, underlying, f"the value of `{member.name}`")
            value = member.value.const_value
            if isinstance(value, int):
                member.number = value
            elif not self.is_static(member.value):
                self.error(member.value, f"the value of `{member.name}` is not known at compile time", "a constant")
            self.scope.names[member.name] = member

    def _errors(self, decl: ast.ErrorDecl) -> None:
        for member in decl.members:
            if member.name in self.errors:
                notes = [(self.errors[member.name].span, "the first declaration is here")]
                self.error(member, f"the error `{member.name}` is declared twice", "", notes)
                continue
            member.number = len(self.errors)
            member.type = t.ERROR
            self.errors[member.name] = member

    def _match_kinds(self, decl: ast.MatchKindDecl) -> None:
        for member in decl.members:
            if member.name in self.match_kinds:
                self.error(member, f"the match kind `{member.name}` is declared twice")
                continue
            member.type = t.MATCH_KIND
            self.match_kinds[member.name] = member

    def _typedef(self, decl: ast.TypedefDecl) -> None:
        with self.nested():
            if decl.inner is not None:
                self.top_level(decl.inner)
            underlying = self.type_ref(decl.type_ref)
        decl.type = underlying
        if decl.is_new and not isinstance(underlying, t.UnknownType):
            if isinstance(underlying, t.BitType | t.BoolType | t.NewType):
                decl.type = t.NewType(decl.name, decl, underlying)
            else:
                self.error(
                    decl.type_ref, f"`type` cannot make a new type of `{underlying}`", "bit<W>, int<W>, bool or a type"
                )
                decl.type = t.UNKNOWN
        self.declare(decl)

    # ------------------------------------------------------------------------------------------------ externs

    def _extern(self, decl: ast.ExternDecl) -> None:
        with self.nested():
            variables = self.type_params(decl.type_params)
            decl.type = t.ExternType(decl.name, decl, type_args=variables)
            self.scope.names.setdefault(decl.name, decl)
            for method in decl.methods:
                if method.result is not None and method.name == decl.name:
                    self.error(method, f"the constructor of `{decl.name}` has a result type", f"`{decl.name}(...)`")
                with self.nested():
                    inner = self.type_params(method.type_params)
                    params = self.parameters(method.params, declare=False)
                    result = t.VOID if method.result is None else self.type_ref(method.result)
                    method.type = t.FunctionType(method.name, method, inner, params, result)
                    self._method_types(decl, method, params, result)
            self._duplicate_methods(decl)
        self.declare(decl)

    def _method_types(
        self, decl: ast.ExternDecl, method: ast.MethodDecl, params: tuple[t.Param, ...], result: t.Type
    ) -> None:
        """What the methods of an extern can take and return."""
        if isinstance(result, t.InfIntType) and method.result is not None:
            self.error(method.result, f"`{method.name}` cannot return an `int`", "a type with a width, such as bit<32>")
        for param in params:
            if isinstance(param.type, t.ExternType) and param.type.decl is decl and param.decl is not None:
                self.error(param.decl, f"the extern `{decl.name}` refers to itself", "another type")
            if isinstance(param.type, t.ParserType | t.ControlType) and param.decl is not None:
                self.error(
                    param.decl, f"a parameter of an extern cannot have type `{param.type}`", "a type with values"
                )

    def _duplicate_methods(self, decl: ast.ExternDecl) -> None:
        seen: dict[object, ast.MethodDecl] = {}
        for method in decl.methods:
            assert isinstance(method.type, t.FunctionType)
            key = (method.name, tuple((p.name, p.direction, p.type) for p in method.type.params))
            if key in seen:
                notes = [(seen[key].span, "the first declaration is here")]
                self.error(method, f"`{method.name}` is declared twice with the same parameters", "", notes)
            seen[key] = method

    def _extern_function(self, decl: ast.ExternFunctionDecl) -> None:
        with self.nested():
            variables = self.type_params(decl.type_params)
            params = self.parameters(decl.params, declare=False)
            decl.type = t.FunctionType(decl.name, decl, variables, params, self.type_ref(decl.result))
        self.declare(decl)

    def _appliable_type(self, decl: ast.ParserTypeDecl | ast.ControlTypeDecl) -> None:
        with self.nested():
            variables = self.type_params(decl.type_params)
            params = self.parameters(decl.params, declare=False)
        make = t.ParserType if isinstance(decl, ast.ParserTypeDecl) else t.ControlType
        decl.type = make(decl.name, decl, params, type_args=variables)
        self.declare(decl)

    def _package(self, decl: ast.PackageTypeDecl) -> None:
        with self.nested():
            variables = self.type_params(decl.type_params)
            params = self.parameters(decl.params, declare=False)
        decl.type = t.PackageType(decl.name, decl, params, type_args=variables)
        self.declare(decl)

    # ------------------------------------------------------------------------------------------------ controls

    def _control(self, decl: ast.ControlDecl) -> None:
        self.remember(decl)
        self._control_body(decl)
        self.declare(decl)

    @override
    def body(self, decl: ast.ParserDecl | ast.ControlDecl) -> None:
        if isinstance(decl, ast.ParserDecl):
            self.parser_body(decl)
        else:
            self._control_body(decl)

    def _control_body(self, decl: ast.ControlDecl) -> None:
        with self.nested():
            variables = self.type_params(decl.type_params)
            ctor = self.parameters(decl.ctor_params, declare=True)
            self.constructor_params.update(decl.ctor_params)
            params = self.parameters(decl.params, declare=True, apply=True)
            self.data_parameters(decl.params)
            decl.type = t.ControlType(decl.name, decl, params, ctor, type_args=variables)
            with self.inside(Place.CONTROL), self.nested(hides_parameters=True):
                for item in decl.locals:
                    match item:
                        case ast.ActionDecl():
                            self.action(item)
                        case ast.TableDecl():
                            self.table(item)
                        case _:
                            self.local(item)
                    self.annotations(item.annotations)
                self.block(decl.body)

# SPDX-License-Identifier: Apache-2.0
"""The checker: names, types, constants (specification sections 6.8 to 18).

Layers, each a subclass of the one before: `scopes` (and reporting), `types` (as written; generics), `operators` (and
implicit and explicit casts), `expressions`, `calls`, `statements`, `tables`, and here parsers, controls, annotations
(as P4Runtime's specification has them), and `Checker`, which checks a program. `constants` and `flow` are functions. An
error gives its expression the type UNKNOWN, which fits everywhere, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.flow import check_flow
from p4soft.compiler.checking.scopes import BlockKind, CheckerBase
from p4soft.compiler.checking.tables import Tables
from p4soft.compiler.diagnostics import MAX_ENTRIES, Diagnostics, one_of

# --- Parsers: states, transitions, select (section 13) ---------------------------------------------------------------


BUILT_IN_STATES = frozenset({"accept", "reject"})


class Parsers(Tables):
    def parser(self, decl: ast.ParserDecl) -> None:
        """A parser with its body; declares it."""
        self.remember(decl)
        self.parser_body(decl)
        self.declare(decl)

    def parser_body(self, decl: ast.ParserDecl) -> None:
        with self._block(decl, t.ParserType, BlockKind.PARSER):
            for item in decl.locals:
                if isinstance(item, ast.ValueSetDecl):
                    self._value_set(item)
                else:
                    self.local(item)
            self._states(decl)

    @contextmanager
    def _block(
        self, decl: ast.ParserDecl | ast.ControlDecl, make: type[t.ParserType] | type[t.ControlType], kind: BlockKind
    ) -> Iterator[None]:
        """Inside a parser or control, with its parameters declared and its type set."""
        with self.nested():
            variables = self.type_params(decl.type_params)
            ctor = self.parameters(decl.ctor_params, declare=True)
            self.constructor_params.update(decl.ctor_params)
            params = self.parameters(decl.params, declare=True, apply=True)
            self.data_parameters(decl.params)
            decl.type = make(decl.name, decl, params, ctor, type_args=variables)
            with self.inside(kind), self.nested(hides_parameters=True):
                yield

    def _value_set(self, decl: ast.ValueSetDecl) -> None:
        element = self.type_ref(decl.type_ref)
        decl.size, size = self.integer(decl.size, "the value set's size")
        decl.size_value = size or 0
        if not 0 <= decl.size_value <= MAX_ENTRIES:
            self.error(decl.size, f"a value set of {size} values is not possible", f"0 to {MAX_ENTRIES} values")
        decl.type = t.SetType(element)
        self.declare(decl)

    def _states(self, decl: ast.ParserDecl) -> None:
        states: dict[str, ast.ParserState] = {}
        for state in decl.states:
            state.type = t.STATE
            if state.name in BUILT_IN_STATES:
                self.error(state.name_span, f"the state `{state.name}` is built in and cannot be declared")
                continue
            states[state.name] = state
            self.declare(state)
        if "start" not in states:
            self.error(decl.name_span, f"the parser `{decl.name}` has no state `start`", "`state start { ... }`")
        for state in decl.states:
            with self.nested():
                self.items(state.items)
                if state.transition is not None:
                    self._transition(state.transition, states)
                else:
                    message = f"the state `{state.name}` has no transition, which means `transition reject;`"
                    hint = "a transition, such as `transition accept;`"
                    self.diagnostics.warn(state.name_span, message, expected=hint, code="parser-transition")
        self._reachable(decl, states)

    def _transition(self, node: ast.ParserTransition, states: dict[str, ast.ParserState]) -> None:
        if not node.is_select:
            node.decl = self._target(node.state, node, states)
            return
        node.selectors = [self._selector(s) for s in node.selectors]
        types = [s.type for s in node.selectors]
        default_seen = False
        for case in node.cases:
            if default_seen:
                self.diagnostics.warn(case.span, "this case is never reached: it follows a default", code="unreachable")
            case.decl = self._target(case.state, case, states)
            self._case(case, types)
            default_seen = default_seen or all(isinstance(k, ast.DefaultExpr) for k in case.keysets)

    def _target(self, name: str, at: ast.Node, states: dict[str, ast.ParserState]) -> ast.ParserState | None:
        if name in BUILT_IN_STATES:
            return None
        state = states.get(name)
        if state is None:
            self.error(at, f"there is no state `{name}`", one_of([*states, "accept", "reject"]))
        return state

    def _selector(self, selector: ast.Expression) -> ast.Expression:
        checked = self.expression(selector)
        if isinstance(checked.type, t.InfIntType):
            return self.unknown(checked, "the selector is an `int`", "an expression with a width, such as 8w1")
        if not _selectable(checked.type):
            return self.unknown(
                checked, f"a selector cannot have type `{checked.type}`", "bit<W>, int<W>, bool, enum or error"
            )
        return checked

    def _case(self, case: ast.SelectCase, types: list[t.Type]) -> None:
        keysets = case.keysets
        if len(keysets) == 1 and len(types) != 1:
            only = keysets[0]
            if isinstance(only, ast.DefaultExpr):
                case.keysets = keysets = [ast.DefaultExpr(only.span) for _ in types]
            elif isinstance(only, ast.ListExpr):
                case.keysets = keysets = only.elements
            else:
                self._set_of_all(case, types)
                return
        if len(keysets) != len(types):
            span = keysets[0].span.to(keysets[-1].span)
            self.error(span, f"this case matches {len(keysets)} values", f"{len(types)}, one for each selector")
            return
        for n, (keyset, type_) in enumerate(zip(keysets, types, strict=True)):
            what = "the value matched" if len(types) == 1 else f"value {n + 1} of the case"
            keysets[n] = self._select_keyset(keyset, type_, what)

    def _select_keyset(self, keyset: ast.Expression, type_: t.Type, what: str) -> ast.Expression:
        if isinstance(keyset, ast.PathExpr):
            checked = self.expression(keyset)
            if isinstance(checked, ast.PathExpr) and isinstance(checked.decl, ast.ValueSetDecl):
                element = checked.type.element if isinstance(checked.type, t.SetType) else t.UNKNOWN
                if not _set_matches(element, [type_]):
                    self.error(keyset, f"the value set holds `{element}`", f"`{type_}`")
                return checked
        if isinstance(keyset, ast.ListExpr) and isinstance(type_, t.TupleType | t.StructType):
            return self.coerce(self.expression(keyset), type_, what)
        return self.keyset(keyset, type_, what)

    def _set_of_all(self, case: ast.SelectCase, types: list[t.Type]) -> None:
        """One value set for all selectors together."""
        checked = self.expression(case.keysets[0])
        case.keysets[0] = checked
        if isinstance(checked.type, t.UnknownType):
            return
        if not isinstance(checked.type, t.SetType):
            self.error(checked, "this case matches one value", f"{len(types)}, one for each selector")
        elif not _set_matches(checked.type.element, types):
            wanted = ", ".join(map(str, types))
            self.error(checked, f"the value set holds `{checked.type.element}`", f"({wanted})")

    def _reachable(self, decl: ast.ParserDecl, states: dict[str, ast.ParserState]) -> None:
        todo = [states["start"]] if "start" in states else []
        seen: set[ast.ParserState] = set(todo)
        while todo:
            transition = todo.pop().transition
            if transition is None:
                continue
            for target in [transition.decl, *(c.decl for c in transition.cases)]:
                if target is not None and target not in seen:
                    seen.add(target)
                    todo.append(target)
        if todo_ended := "start" in states and not any(_ends(s) for s in seen):
            self.error(
                decl.name_span, f"the parser `{decl.name}` never reaches accept or reject", "a transition to accept"
            )
        for state in decl.states:
            if not todo_ended and state not in seen and state.name in states and "start" in states:
                self.diagnostics.warn(
                    state.name_span, f"the state `{state.name}` is never reached", code="unused-state"
                )


def _selectable(type_: t.Type) -> bool:
    if isinstance(type_, t.TupleType):
        return all(map(_selectable, type_.elements))
    return isinstance(t.representation(type_), t.UnknownType | t.BitType | t.BoolType | t.EnumType | t.ErrorType)


def _ends(state: ast.ParserState) -> bool:
    """Whether a state can end the parser."""
    transition = state.transition
    if transition is None:
        return True
    if not transition.is_select:
        return transition.decl is None
    return any(c.decl is None for c in transition.cases)


def _set_matches(element: t.Type, types: list[t.Type]) -> bool:
    if isinstance(element, t.UnknownType) or any(isinstance(x, t.UnknownType) for x in types):
        return True
    if len(types) == 1 and (element == types[0] or t.representation(element) == t.representation(types[0])):
        return True
    match element:
        case t.StructType():
            return [t.representation(f.type) for f in element.fields] == [t.representation(x) for x in types]
        case t.TupleType(elements):
            return [t.representation(e) for e in elements] == [t.representation(x) for x in types]
    return False


# --- Annotations (section 20) ----------------------------------------------------------------------------------------


STRINGS = frozenset({"name", "deprecated"})
"""Annotations whose body is one string."""

MAX_INDEX = (1 << 32) - 1
INDICES = f"constants from 0 to {MAX_INDEX}: numbers, names of constants, enum members"
"""What `@field_list` takes."""


class Annotations(Parsers):
    """What annotations may say, and where they may stand."""

    def annotations(self, annotations: Sequence[ast.Annotation]) -> None:
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


# --- Declarations of types, controls and instances -------------------------------------------------------------------


class Checker(Annotations):
    """Checks a program: `Checker(diagnostics).program(tree)` annotates the tree in place."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics)
        self.main: ast.Instantiation | None = None

    def program(self, program: ast.Program) -> None:
        for decl in program.declarations:
            self.top_level(decl)
        if not self.diagnostics.has_errors:
            _warn_unused(self, program, self.main)
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
        """Check an instantiation outside of parsers and controls."""
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
        """Check the types that the methods of an extern take and return."""
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
        with self._block(decl, t.ControlType, BlockKind.CONTROL):
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


# --- Declarations nothing uses: a warning for each, as p4c's `unused`, except in our own includes --------------------


_UNUSED_KINDS: tuple[tuple[type[ast.Declaration], str, str], ...] = (
    (ast.TableDecl, "table", "applied"),
    (ast.ActionDecl, "action", "used"),
    (ast.VarDecl, "variable", "used"),
    (ast.ConstDecl, "constant", "used"),
    (ast.Instantiation, "instance", "used"),
    (ast.ParserDecl, "parser", "instantiated"),
    (ast.ControlDecl, "control", "instantiated"),
    (ast.FunctionDecl, "function", "called"),
    (ast.TypedefDecl, "type", "used"),
    (ast.ValueSetDecl, "value-set", "used"),
)


def _warn_unused(checker: CheckerBase, program: ast.Program, main: ast.Declaration | None) -> None:
    """Warn of unused declarations: inside parsers and controls always, at the top level if there is a program."""
    for decl in program.declarations:
        if isinstance(decl, ast.ControlDecl | ast.ParserDecl):
            _warn_each(checker, decl.locals)
    _warn_each(checker, checker.block_locals)
    if main is not None:
        _warn_each(checker, (d for d in program.declarations if d is not main))


def _warn_each(checker: CheckerBase, declarations: Iterable[ast.Declaration]) -> None:
    for decl in declarations:
        if decl in checker.used or decl.span.file in checker.diagnostics.sources.library or _quiet(decl):
            continue
        for type_, kind, verb in _UNUSED_KINDS:
            if isinstance(decl, type_):
                what = f"the {kind.replace('-', ' ')} `{decl.name}` is never {verb}"
                checker.diagnostics.warn(decl.name_span, what, code=f"unused-{kind}")
                break


def _quiet(decl: ast.Declaration) -> bool:
    return any(a.name == "noWarn" and a.string == "unused" for a in decl.annotations)

# SPDX-License-Identifier: Apache-2.0
"""Declarations: types, externs, parsers, controls, tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from p4soft.compiler.ast.base import Annotation, Declaration, EnumMember, ErrorMember, Expression, Node, TypeRef
from p4soft.compiler.ast.expressions import Argument, BoundArg
from p4soft.compiler.ast.signatures import MethodDecl, Parameter, TypeParam
from p4soft.compiler.ast.statements import Block, BlockItem


@dataclass(eq=False, slots=True)
class ConstDecl(Declaration):
    """`const type name = value;`."""

    type_ref: TypeRef
    value: Expression


@dataclass(eq=False, slots=True)
class Instantiation(Declaration):
    """`Type<args>(args) name;`, `Type(args) name = { abstract methods };` (then `has_initializer`)."""

    type_ref: TypeRef
    args: list[Argument]
    methods: list[BlockItem] = field(default_factory=list)
    has_initializer: bool = False
    constructor: MethodDecl | None = field(default=None, kw_only=True)
    bound_args: list[BoundArg] = field(default_factory=list, kw_only=True)


@dataclass(eq=False, slots=True)
class StructField(Declaration):
    """A field of a header, struct or header union."""

    type_ref: TypeRef


@dataclass(eq=False, slots=True)
class HeaderDecl(Declaration):
    """`header Name<T> { fields }`."""

    fields: list[StructField]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class StructDecl(Declaration):
    """`struct Name<T> { fields }`."""

    fields: list[StructField]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class HeaderUnionDecl(Declaration):
    """`header_union Name<T> { fields }`."""

    fields: list[StructField]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class EnumDecl(Declaration):
    """`enum Name { ... }`; with `underlying` set, `enum bit<8> Name { A = 1 }`."""

    members: list[EnumMember]
    underlying: TypeRef | None = None


@dataclass(eq=False, slots=True)
class ErrorDecl(Declaration):
    """`error { A, B }` (name "error")."""

    members: list[ErrorMember]


@dataclass(eq=False, slots=True)
class MatchKindMember(Declaration):
    """A member of `match_kind`."""


@dataclass(eq=False, slots=True)
class MatchKindDecl(Declaration):
    """`match_kind { exact, lpm }` (name "match_kind")."""

    members: list[MatchKindMember]


@dataclass(eq=False, slots=True)
class TypedefDecl(Declaration):
    """`typedef type Name;` or, with `is_new`, `type type_ Name;` (then `.type` is a NewType).

    `inner` is the declaration inside of `typedef struct s { ... } Name;`, whose own name nothing else can use.
    """

    type_ref: TypeRef
    is_new: bool = False
    inner: Declaration | None = None


@dataclass(eq=False, slots=True)
class ValueSetDecl(Declaration):
    """`value_set<type>(size) name;`; `.type` is the SetType, `size_value` the evaluated size."""

    type_ref: TypeRef
    size: Expression
    size_value: int = field(default=0, kw_only=True)


@dataclass(eq=False, slots=True)
class ActionDecl(Declaration):
    """`action name(params) { body }`."""

    params: list[Parameter]
    body: Block


@dataclass(eq=False, slots=True)
class FunctionDecl(Declaration):
    """A function, or the body of an abstract method in an instantiation."""

    result: TypeRef
    params: list[Parameter]
    body: Block
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ExternDecl(Declaration):
    """`extern Name<T> { methods }`; constructors are the methods with the extern's name."""

    methods: list[MethodDecl]
    type_params: list[TypeParam] = field(default_factory=list)

    @property
    def constructors(self) -> list[MethodDecl]:
        """Its methods that make instances: those without a result."""
        return [m for m in self.methods if m.result is None]


@dataclass(eq=False, slots=True)
class ExternFunctionDecl(Declaration):
    """`extern type name<T>(params);`."""

    result: TypeRef
    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ParserTypeDecl(Declaration):
    """`parser Name<H>(params);` (a type, no body)."""

    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ControlTypeDecl(Declaration):
    """`control Name<H>(params);`: what controls of a package look like."""

    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class PackageTypeDecl(Declaration):
    """`package Name<H>(params);`: the architecture's shape of a program."""

    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class SelectCase(Node):
    """`keysets: state;` (one keyset per selector once checked)."""

    keysets: list[Expression]
    state: str
    decl: ParserState | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class ParserTransition(Node):
    """`transition state;`, or with `selectors` `transition select(selectors) { cases }` (then `state` is "")."""

    state: str
    selectors: list[Expression] = field(default_factory=list)
    cases: list[SelectCase] = field(default_factory=list)
    is_select: bool = False
    decl: ParserState | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class ParserState(Declaration):
    """A state; no transition means `reject`."""

    items: list[BlockItem]
    transition: ParserTransition | None


@dataclass(eq=False, slots=True)
class ParserDecl(Declaration):
    """A parser with a body. `locals` are the declarations before the states."""

    params: list[Parameter]
    ctor_params: list[Parameter]
    locals: list[Declaration]
    states: list[ParserState]
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class ControlDecl(Declaration):
    """A control with a body. `locals` are its constants, variables, instances, actions and tables, in order."""

    params: list[Parameter]
    ctor_params: list[Parameter]
    locals: list[Declaration]
    body: Block
    type_params: list[TypeParam] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class KeyElement(Node):
    """`expression : match_kind @annotations;`."""

    expression: Expression
    match_kind: str
    annotations: list[Annotation] = field(default_factory=list)
    match_decl: MatchKindMember | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class ActionRef(Node):
    """An action in `actions`, `default_action` or an entry: a name, perhaps with arguments.

    `has_args`: parentheses were written. `bound_args` has one per action parameter; value None where the
    control plane gives it.
    """

    name: str
    args: list[Argument] = field(default_factory=list)
    has_args: bool = False
    absolute: bool = False
    annotations: list[Annotation] = field(default_factory=list)
    decl: ActionDecl | None = field(default=None, kw_only=True)
    bound_args: list[BoundArg] = field(default_factory=list, kw_only=True)


@dataclass(eq=False, slots=True)
class Entry(Node):
    """An entry of `entries`. `priority` is the expression as written; `priority_value` its value, or None."""

    keysets: list[Expression]
    action: ActionRef
    const: bool = False
    priority: Expression | None = None
    annotations: list[Annotation] = field(default_factory=list)
    priority_value: int | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class TableProperty(Node):
    """Any property but key, actions, entries, default_action: `const name = value;`."""

    name: str
    value: Expression
    const: bool = False
    annotations: list[Annotation] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class TableDecl(Declaration):
    """A table. `properties` holds `size`, `implementation`, `counters`, `meters`, `support_timeout` ... by name.

    `actions` never gains an implicit NoAction: the back end adds the default when `default_action` is None.
    `size_value` is the evaluated `size`, or None.
    """

    key: list[KeyElement]
    actions: list[ActionRef]
    entries: list[Entry]
    entries_const: bool
    default_action: ActionRef | None
    default_const: bool
    properties: dict[str, TableProperty]
    has_entries: bool = False
    size_value: int | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class Program:
    """All top-level declarations of a compilation, includes and all, in order."""

    declarations: list[Declaration]

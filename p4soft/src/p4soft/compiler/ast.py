# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: PLC0414 - the nodes that types name are known here, too
"""The P4_16 syntax tree (language version 1.2.5), shared by the parser, the checker and the back end.

Every node has a `span` (original source text). The parser fills the positional fields; the checker fills the
keyword-only ones, in place, and replaces sub-expressions where it makes an implicit conversion explicit. In a
`TypedProgram` (see `front_end.py`) the following holds, so that the back end never infers anything:

* **Expressions**: `.type` is the resolved type. `.const_value` is not None exactly when the value is known at compile
  time: int for bit, int, infinite int and serializable enums (already wrapped to the width; negative only when signed),
  bool, str, the `EnumMember` or `ErrorMember` declaration, or a tuple of such for lists, structs and headers.
  References to constructor parameters are *not* constant for the checker (their value depends on the instantiation).
  No expression that runs in the data plane has type `int` (InfIntType): literals got the width of their context.
* **Implicit conversions** are `Cast` nodes with `implicit=True` and `target=None`; the type cast to is `.type`.
  A literal that merely takes its width from the context is re-typed in place instead. List expressions and struct
  expressions are converted in place too: `.type` is the struct, header, stack or tuple expected (not a Cast) and every
  element is converted to its field's type. A missing field under `...` is filled with a default value node.
* **Names**: `PathExpr.decl` is the declaration meant (VarDecl, ConstDecl, Parameter, Instantiation, ActionDecl,
  TableDecl, FunctionDecl, ExternFunctionDecl, ValueSetDecl, ParserState ...). A type name used as the base of a member
  (`HashAlgorithm.crc32`, `error.NoMatch`) is a `TypeNameExpr`.
* **Members**: `Member.kind` says what `base.name` is; `Member.decl` is the StructField, EnumMember, ErrorMember or the
  extern's MethodDecl.
* **Calls**: `Call.kind` says what is called, `Call.decl` its declaration, `Call.receiver` the object expression of
  method-like calls (extern instance, table, control, header, stack), `Call.bound_type_args` the type arguments (given
  or inferred) in the order of the declaration's own type parameters (`type_params`), and `Call.bound_args` one
  `BoundArg` per declared parameter, in declaration order, defaults inserted, named arguments sorted. The generic
  arguments of an extern *object* are in the receiver's `ExternType.type_args`.
* **Constructor calls**: `ConstructorCall.type` is the instance's type with type arguments bound, `.bound_args` as above
  (the nested `MyParser()` of a package instantiation is such a call); `Instantiation` has the same two fields and
  `.type`. `.constructor` is the extern's constructor MethodDecl chosen, or None.
* **Types**: `TypeRef.type` is the resolved type. Declarations carry `.type` as well: the value's type for variables,
  constants, parameters, fields, instances; the declared type for type declarations; an ActionType, FunctionType,
  TableType, ParserType ... for the rest.
* **Tables**: `KeyElement.match_kind` is the name, `.match_decl` its member; `ActionRef.decl` the action and
  `.bound_args` the arguments bound in the table (value None for action data the control plane gives); entries' keysets
  are converted to the key types.
* **Select**: each case's keysets are one expression per selector, converted to its type, possibly `Mask`, `Range`,
  `DefaultExpr` (for both `default` and `_`), or a PathExpr to a ValueSetDecl. `ParserTransition.decl` and
  `SelectCase.decl` are the ParserState, or None for the built-in `accept` and `reject`.
* **Statements**: `Switch` labels of an `action_run` switch are PathExpr whose `.decl` is the ActionDecl.
  Compound assignments keep `op`; both sides are converted to the left side's type.

Parenthesised expressions leave no node. Spans of parenthesised operands exclude the parentheses.
"""

from __future__ import annotations

import enum

from msgspec import Struct, field

from p4soft.compiler.types import Annotation as Annotation
from p4soft.compiler.types import ConstValue as ConstValue
from p4soft.compiler.types import Declaration as Declaration
from p4soft.compiler.types import EnumMember as EnumMember
from p4soft.compiler.types import ErrorMember as ErrorMember
from p4soft.compiler.types import Expression as Expression
from p4soft.compiler.types import Node as Node
from p4soft.compiler.types import Param, Type
from p4soft.compiler.types import Parameter as Parameter
from p4soft.compiler.types import StringLiteral as StringLiteral
from p4soft.compiler.types import StructField as StructField
from p4soft.compiler.types import TypeParam as TypeParam
from p4soft.compiler.types import TypeRef as TypeRef

# --- Types as written ------------------------------------------------------------------------------------------------


class BaseTypeRef(TypeRef):
    """`bool`, `error`, `match_kind`, `string`, `void`, `int` (arbitrary precision) or `_`."""

    name: str


class BitTypeRef(TypeRef):
    """`bit<w>`, `int<w>`, `varbit<w>`, or plain `bit` (width None, meaning 1). `name` is bit, int or varbit."""

    name: str
    width: Expression | None


class NamedTypeRef(TypeRef):
    """`Name`, `.Name` (absolute) or `Name<args>`; `decl` is the type declaration meant."""

    name: str
    args: list[TypeRef] = field(default_factory=list)
    absolute: bool = False
    decl: Declaration | None = None


class TupleTypeRef(TypeRef):
    """`tuple<...>` as written."""

    args: list[TypeRef]


class ListTypeRef(TypeRef):
    """`list<element>` as written."""

    element: TypeRef


class StackTypeRef(TypeRef):
    """`element[size]`: a header or union stack."""

    element: TypeRef
    size: Expression


# --- Expressions, and the arguments of calls -------------------------------------------------------------------------


class IntLiteral(Expression):
    """`10`, `8w10`, `8s10`, `0x1F`. `width` is None for an unsized literal (as written); the value is as written."""

    value: int
    width: int | None = None
    signed: bool = False
    text: str = ""


class BoolLiteral(Expression):
    """`true` or `false`."""

    value: bool


class PathExpr(Expression):
    """A name, or `.name` (absolute)."""

    name: str
    absolute: bool = False
    decl: Declaration | None = None


class ThisExpr(Expression):
    """`this` (inside the abstract-method bodies of an extern instance)."""


class TypeNameExpr(Expression):
    """A type used as the base of a member: `MeterType.bytes`, `error.NoError`, `MyParser.apply(...)`, `bit<8>.…`."""

    ref: TypeRef


class MemberKind(enum.Enum):
    """What `base.name` is."""

    UNRESOLVED = enum.auto()
    FIELD = enum.auto()  # struct, header or union field; decl is the StructField
    ENUM_MEMBER = enum.auto()  # decl is the EnumMember; base is a TypeNameExpr
    ERROR_MEMBER = enum.auto()  # decl is the ErrorMember
    STACK_NEXT = enum.auto()
    STACK_LAST = enum.auto()
    STACK_LAST_INDEX = enum.auto()
    STACK_SIZE = enum.auto()
    TABLE_HIT = enum.auto()  # base is a Call of kind TABLE_APPLY
    TABLE_MISS = enum.auto()
    TABLE_ACTION_RUN = enum.auto()
    METHOD = enum.auto()  # only as the callee of a Call; see Call.kind


class Member(Expression):
    """`base.name`: a field, or one of the words that `kind` lists."""

    base: Expression
    name: str
    kind: MemberKind = MemberKind.UNRESOLVED
    decl: Declaration | None = None


class Index(Expression):
    """`base[index]` on a header stack, tuple or list."""

    base: Expression
    index: Expression


class Slice(Expression):
    """`base[high:low]`, both inclusive; `high_value`/`low_value` are the evaluated bounds."""

    base: Expression
    high: Expression
    low: Expression
    high_value: int = -1
    low_value: int = -1


class PartSelect(Expression):
    """`base[index +: width]`, as written; the checker replaces it by a Slice or a shift."""

    base: Expression
    index: Expression
    width: Expression


class Unary(Expression):
    """`op operand` with op one of `-`, `+`, `~`, `!`."""

    op: str
    operand: Expression


class Binary(Expression):
    """`left op right`; op is one of `* / % + - |+| |-| << >> ++ & ^ | == != < > <= >= && ||`.

    Both operands have the same type except for shifts and `++`.
    """

    op: str
    left: Expression
    right: Expression


class Ternary(Expression):
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


class Cast(Expression):
    """`(target) operand`; `target` is None for implicit casts. The type cast to is `.type`."""

    target: TypeRef | None
    operand: Expression
    implicit: bool = False


class Mask(Expression):
    """`value &&& mask` (`.type` is a SetType)."""

    value: Expression
    mask: Expression


class Range(Expression):
    """`low .. high`, inclusive (`.type` is a SetType)."""

    low: Expression
    high: Expression


class DefaultExpr(Expression):
    """`default`, or `_` in a set position: matches everything. In switch statements: the default label."""


class DontCareExpr(Expression):
    """`_` as an argument: an unused out value, or an optional argument left out."""


class DotsExpr(Expression):
    """`...` as an initialiser: default value of its `.type`."""


class ListExpr(Expression):
    """`{ a, b }` or `(a, b)` in a keyset. `has_dots`: it ended in `...` (the missing elements were appended)."""

    elements: list[Expression]
    has_dots: bool = False


class NamedExpr(Node):
    """`name = value` of a struct expression."""

    name: str
    value: Expression


class StructExpr(Expression):
    """`{ a = 1, b = 2 }`. After checking the fields are all there, in declaration order."""

    fields: list[NamedExpr]
    has_dots: bool = False


class InvalidExpr(Expression):
    """`{#}`: an invalid header or header union."""


class Argument(Node):
    """`value` or `name = value`."""

    name: str | None
    value: Expression


class BoundArg(Struct, eq=False):
    """The value of one declared parameter of a call.

    `value` is None when the caller left out an optional parameter without default; a DontCareExpr when it wrote `_`.
    `defaulted`: the value is the parameter's default, not written at the call. `position`: its place among the
    arguments as written, which is the order they are evaluated and copied back in.
    """

    param: Param
    value: Expression | None
    defaulted: bool = False
    position: int = 0


class CallKind(enum.Enum):
    """What a `Call` calls."""

    UNRESOLVED = enum.auto()
    ACTION = enum.auto()  # direct call; decl: ActionDecl
    FUNCTION = enum.auto()  # decl: FunctionDecl
    EXTERN_FUNCTION = enum.auto()  # decl: ExternFunctionDecl (mark_to_drop, verify, hash, ...)
    EXTERN_METHOD = enum.auto()  # receiver: instance or parameter of ExternType; decl: MethodDecl (packet.extract ...)
    ABSTRACT_METHOD = enum.auto()  # same, the method has a body in the instantiation
    TABLE_APPLY = enum.auto()  # receiver: PathExpr to the TableDecl; decl: TableDecl
    CONTROL_APPLY = enum.auto()  # receiver: PathExpr to the Instantiation; decl: ControlDecl (or type decl)
    PARSER_APPLY = enum.auto()  # receiver: PathExpr to the Instantiation; decl: ParserDecl
    TYPE_APPLY = enum.auto()  # `Type.apply(...)`; receiver: TypeNameExpr; decl: ControlDecl or ParserDecl
    IS_VALID = enum.auto()  # header or header union
    SET_VALID = enum.auto()
    SET_INVALID = enum.auto()
    PUSH_FRONT = enum.auto()  # stack; bound_args[0] is the constant count
    POP_FRONT = enum.auto()
    SIZE_OF = enum.auto()  # minSizeInBits/Bytes, maxSizeInBits/Bytes: const_value is set
    STATIC_ASSERT = enum.auto()  # static_assert(...): checked at compile time; const_value is true


class Call(Expression):
    """`callee<type_args>(args)`: anything from a function to `t.apply()`; `kind` says what."""

    callee: Expression
    type_args: list[TypeRef]
    args: list[Argument]
    kind: CallKind = CallKind.UNRESOLVED
    decl: Declaration | None = None
    receiver: Expression | None = None
    bound_type_args: tuple[Type, ...] = ()
    bound_args: list[BoundArg] = field(default_factory=list)


class ConstructorCall(Expression):
    """`Type<args>(args)` as an expression: a nameless instance."""

    ref: TypeRef
    args: list[Argument]
    constructor: MethodDecl | None = None
    bound_args: list[BoundArg] = field(default_factory=list)


# --- Statements, and the variables declared among them ---------------------------------------------------------------


class Statement(Node):
    """Base of statements. Declarations occur among them too (`BlockItem`)."""


BlockItem = Statement | Declaration


class VarDecl(Declaration):
    """`type name = initial;`."""

    type_ref: TypeRef
    initial: Expression | None


class Block(Statement):
    """`{ ... }`: statements with their own scope."""

    items: list[BlockItem]
    annotations: list[Annotation] = field(default_factory=list)


class Assign(Statement):
    """`left = right;` (op "") or `left op= right;`."""

    left: Expression
    right: Expression
    op: str = ""


class CallStatement(Statement):
    """A call as a statement."""

    call: Call


class If(Statement):
    """`if (condition) then else otherwise`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


class SwitchCase(Node):
    """`label: body`; body None falls through to the next case."""

    label: Expression
    body: Block | None


class Switch(Statement):
    """`switch (subject) { cases }`; the subject's type is ActionEnumType for `t.apply().action_run`."""

    subject: Expression
    cases: list[SwitchCase]


class Return(Statement):
    """`return;` or `return value;`."""

    value: Expression | None


class Exit(Statement):
    """`exit;`: ends the whole pipeline."""


class Break(Statement):
    """`break;`: leaves the innermost loop."""


class Continue(Statement):
    """`continue;`: on to the loop's next round."""


class Empty(Statement):
    """`;` on its own."""


class For(Statement):
    """`for (init; condition; update) body`."""

    init: list[BlockItem]
    condition: Expression
    update: list[Statement]
    body: Statement
    annotations: list[Annotation] = field(default_factory=list)


class ForIn(Statement):
    """`for (type name in collection) body`; the collection is a Range, a stack or a list."""

    variable: VarDecl | PathExpr
    collection: Expression
    body: Statement
    annotations: list[Annotation] = field(default_factory=list)


# --- Declarations: types, externs, parsers, controls, tables ---------------------------------------------------------


class ConstDecl(Declaration):
    """`const type name = value;`."""

    type_ref: TypeRef
    value: Expression


class Instantiation(Declaration):
    """`Type<args>(args) name;`, `Type(args) name = { abstract methods };` (then `has_initializer`)."""

    type_ref: TypeRef
    args: list[Argument]
    methods: list[BlockItem] = field(default_factory=list)
    has_initializer: bool = False
    constructor: MethodDecl | None = None
    bound_args: list[BoundArg] = field(default_factory=list)


class HeaderDecl(Declaration):
    """`header Name<T> { fields }`."""

    fields: list[StructField]
    type_params: list[TypeParam] = field(default_factory=list)


class StructDecl(Declaration):
    """`struct Name<T> { fields }`."""

    fields: list[StructField]
    type_params: list[TypeParam] = field(default_factory=list)


class HeaderUnionDecl(Declaration):
    """`header_union Name<T> { fields }`."""

    fields: list[StructField]
    type_params: list[TypeParam] = field(default_factory=list)


class EnumDecl(Declaration):
    """`enum Name { ... }`; with `underlying` set, `enum bit<8> Name { A = 1 }`."""

    members: list[EnumMember]
    underlying: TypeRef | None = None


class ErrorDecl(Declaration):
    """`error { A, B }` (name "error")."""

    members: list[ErrorMember]


class MatchKindMember(Declaration):
    """A member of `match_kind`."""


class MatchKindDecl(Declaration):
    """`match_kind { exact, lpm }` (name "match_kind")."""

    members: list[MatchKindMember]


class TypedefDecl(Declaration):
    """`typedef type Name;` or, with `is_new`, `type type_ Name;` (then `.type` is a NewType).

    `inner` is the declaration inside of `typedef struct s { ... } Name;`, whose own name nothing else can use.
    """

    type_ref: TypeRef
    is_new: bool = False
    inner: Declaration | None = None


class ValueSetDecl(Declaration):
    """`value_set<type>(size) name;`; `.type` is the SetType, `size_value` the evaluated size."""

    type_ref: TypeRef
    size: Expression
    size_value: int = 0


class ActionDecl(Declaration):
    """`action name(params) { body }`."""

    params: list[Parameter]
    body: Block


class FunctionDecl(Declaration):
    """A function, or the body of an abstract method in an instantiation."""

    result: TypeRef
    params: list[Parameter]
    body: Block
    type_params: list[TypeParam] = field(default_factory=list)


class MethodDecl(Declaration):
    """A method or (`result` None) constructor of an extern object."""

    result: TypeRef | None
    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)
    abstract: bool = False


class ExternDecl(Declaration):
    """`extern Name<T> { methods }`; constructors are the methods with the extern's name."""

    methods: list[MethodDecl]
    type_params: list[TypeParam] = field(default_factory=list)

    @property
    def constructors(self) -> list[MethodDecl]:
        """Its methods that make instances: those without a result."""
        return [m for m in self.methods if m.result is None]


class ExternFunctionDecl(Declaration):
    """`extern type name<T>(params);`."""

    result: TypeRef
    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


class ParserTypeDecl(Declaration):
    """`parser Name<H>(params);` (a type, no body)."""

    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


class ControlTypeDecl(Declaration):
    """`control Name<H>(params);`: what controls of a package look like."""

    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


class PackageTypeDecl(Declaration):
    """`package Name<H>(params);`: the architecture's shape of a program."""

    params: list[Parameter]
    type_params: list[TypeParam] = field(default_factory=list)


class SelectCase(Node):
    """`keysets: state;` (one keyset per selector once checked)."""

    keysets: list[Expression]
    state: str
    decl: ParserState | None = None


class ParserTransition(Node):
    """`transition state;`, or with `selectors` `transition select(selectors) { cases }` (then `state` is "")."""

    state: str
    selectors: list[Expression] = field(default_factory=list)
    cases: list[SelectCase] = field(default_factory=list)
    is_select: bool = False
    decl: ParserState | None = None


class ParserState(Declaration):
    """A state; no transition means `reject`."""

    items: list[BlockItem]
    transition: ParserTransition | None


class ParserDecl(Declaration):
    """A parser with a body. `locals` are the declarations before the states."""

    params: list[Parameter]
    ctor_params: list[Parameter]
    locals: list[Declaration]
    states: list[ParserState]
    type_params: list[TypeParam] = field(default_factory=list)


class ControlDecl(Declaration):
    """A control with a body. `locals` are its constants, variables, instances, actions and tables, in order."""

    params: list[Parameter]
    ctor_params: list[Parameter]
    locals: list[Declaration]
    body: Block
    type_params: list[TypeParam] = field(default_factory=list)


class KeyElement(Node):
    """`expression : match_kind @annotations;`."""

    expression: Expression
    match_kind: str
    annotations: list[Annotation] = field(default_factory=list)
    match_decl: MatchKindMember | None = None


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
    decl: ActionDecl | None = None
    bound_args: list[BoundArg] = field(default_factory=list)


class Entry(Node):
    """An entry of `entries`. `priority` is the expression as written; `priority_value` its value, or None."""

    keysets: list[Expression]
    action: ActionRef
    const: bool = False
    priority: Expression | None = None
    annotations: list[Annotation] = field(default_factory=list)
    priority_value: int | None = None


class TableProperty(Node):
    """Any property but key, actions, entries, default_action: `const name = value;`."""

    name: str
    value: Expression
    const: bool = False
    annotations: list[Annotation] = field(default_factory=list)


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
    size_value: int | None = None

    def number(self, name: str, default: int) -> int:
        """The value of a property that is a constant number or a bool, or the default."""
        prop = self.properties.get(name)
        value = None if prop is None else prop.value.const_value
        return value if isinstance(value, int) else default


class Program(Struct, eq=False):
    """All top-level declarations of a compilation, includes and all, in order."""

    declarations: list[Declaration]

# SPDX-License-Identifier: Apache-2.0
"""Resolved P4_16 types: what the checker writes into `.type` of every expression, type reference and declaration.

Typedefs are resolved away; `type` newtypes are kept (`NewType`), because P4Info and casts see them. Structural types
(`bit<8>`, tuples, stacks) compare by structure; nominal types (headers, enums, externs ...) by declaration and type
arguments. `UNKNOWN` stands where an error was already reported and silences follow-up errors; a `TypedProgram` never
contains it.

A node of the syntax tree has a type, and a type knows its declaration: so the nodes that all others are made of are
here, too. They are known as `ast.Node`, `ast.Declaration` and so on, like all others.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from p4soft.compiler.diagnostics import Span


class Type:
    """Base of all resolved types. `str(type)` is P4 syntax."""

    __slots__ = ()


class UnknownType(Type, Struct, frozen=True):
    """The type of something already reported as wrong; compatible with everything."""

    def __str__(self) -> str:
        return "<unknown>"


UNKNOWN = UnknownType()


# --- What all nodes, expressions, declarations and types as written share --------------------------------------------


class Node(Struct, eq=False):
    span: Span


class Expression(Node, kw_only=True):
    """Base of expressions. `ast` says what `type` and `const_value` mean."""

    type: Type = UNKNOWN
    const_value: ConstValue | None = None


class StringLiteral(Expression):
    """A string literal; `value` has escapes resolved."""

    value: str


class Annotation(Node):
    """`@name`, `@name(body)`, `@name[exprs]` or `@name[key=value, ...]`; `@pragma name body` becomes `@name(body)`.

    Unstructured bodies: `text` is the body with tokens separated as in the source, `tokens` the tokens, and
    `expressions` the body parsed as an expression list when it is one (`@id(1)`, `@name("x")`), else empty.
    Structured bodies: `expressions` or `pairs` are filled and `structured` is true.
    """

    name: str
    structured: bool = False
    text: str | None = None
    tokens: list[str] = field(default_factory=list)
    expressions: list[Expression] = field(default_factory=list)
    pairs: list[tuple[str, Expression]] = field(default_factory=list)

    @property
    def string(self) -> str | None:
        """The body when it is a single string literal (`@name("x")`), else None."""
        if len(self.expressions) == 1 and isinstance(self.expressions[0], StringLiteral):
            return self.expressions[0].value
        return None


class _Named(Node):
    name: str


class Declaration(_Named, kw_only=True):
    """Base of everything that has a name. `type` is set by the checker."""

    annotations: list[Annotation] = field(default_factory=list)
    type: Type = UNKNOWN
    name_span: Span = Span("", 0, 0, 0, 0)

    def annotation(self, name: str) -> Annotation | None:
        """The first annotation of that name (without `@`), or None."""
        for annotation in self.annotations:
            if annotation.name == name:
                return annotation
        return None


class EnumMember(Declaration):
    """A member of an enum; `value` is the expression of a serialisable one, `number` its evaluated value.

    `position` among the members is set by the checker: a member without a value is this number in BMv2.
    """

    value: Expression | None = None
    number: int | None = None
    position: int = 0


class ErrorMember(Declaration):
    """A member of the `error` name space; `number` is its position over the whole program."""

    number: int = -1


ConstValue = int | bool | str | EnumMember | ErrorMember | tuple["ConstValue", ...]
"""A value known at compile time."""


class TypeRef(Node, kw_only=True):
    """A type as written. `type` is set by the checker."""

    type: Type = UNKNOWN


class TypeParam(Declaration):
    """A type parameter of a generic declaration; `.type` is its TypeVar."""


class Parameter(Declaration):
    """A parameter; `direction` is "", "in", "out" or "inout".

    `undefined` is set by the checker: the body of the function or action may end before it writes this `out` parameter,
    or read it before.
    """

    direction: str
    type_ref: TypeRef
    default: Expression | None = None
    undefined: bool = False

    @property
    def is_optional(self) -> bool:
        """Whether a call may leave it out: `@optional`."""
        return any(a.name == "optional" for a in self.annotations)


class StructField(Declaration):
    type_ref: TypeRef


# --- Types without parts, and structural types -----------------------------------------------------------------------


class DontCareType(Type, Struct, frozen=True):
    """`_` as a type argument: to be inferred (never left in a typed program except for unused type parameters)."""

    def __str__(self) -> str:
        return "_"


class BitType(Type, Struct, frozen=True):
    """`bit<width>` or, when signed, `int<width>`. Width in bits, may be 0."""

    width: int
    signed: bool = False

    def __str__(self) -> str:
        return f"{'int' if self.signed else 'bit'}<{self.width}>"

    def wrap(self, value: int) -> int:
        """`value` modulo 2^width, in its range (P4_16 §8.6, §8.7)."""
        value &= (1 << self.width) - 1
        return value - (1 << self.width) if self.signed and self.width and value >> (self.width - 1) else value


class InfIntType(Type, Struct, frozen=True):
    """`int`: arbitrary precision, compile-time only."""

    def __str__(self) -> str:
        return "int"


class VarbitType(Type, Struct, frozen=True):
    """`varbit<max_width>`. Width in bits."""

    max_width: int

    def __str__(self) -> str:
        return f"varbit<{self.max_width}>"


class BoolType(Type, Struct, frozen=True):
    """`bool`: true or false."""

    def __str__(self) -> str:
        return "bool"


class ErrorType(Type, Struct, frozen=True):
    """`error`: values are the members of all `error { }` declarations of the program."""

    def __str__(self) -> str:
        return "error"


class MatchKindType(Type, Struct, frozen=True):
    def __str__(self) -> str:
        return "match_kind"


class StringType(Type, Struct, frozen=True):
    """`string`: compile-time only."""

    def __str__(self) -> str:
        return "string"


class VoidType(Type, Struct, frozen=True):
    """`void`: the result of calls that return nothing."""

    def __str__(self) -> str:
        return "void"


class StateType(Type, Struct, frozen=True):
    """The type of a parser state's name (`.type` of `ParserState`)."""

    def __str__(self) -> str:
        return "state"


class TupleType(Type, Struct, frozen=True):
    """`tuple<...>`, and the type of a list expression no struct, header or stack was expected for."""

    elements: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.elements))}>"


class ListType(Type, Struct, frozen=True):
    """`list<element>`: compile-time list of any length."""

    element: Type

    def __str__(self) -> str:
        return f"list<{self.element}>"


class SetType(Type, Struct, frozen=True):
    """`set<element>`: masks, ranges and value sets in select cases and table entries."""

    element: Type

    def __str__(self) -> str:
        return f"set<{self.element}>"


class StackType(Type, Struct, frozen=True):
    """A header (or header-union, or since 1.2.5 any-type) stack `element[size]`."""

    element: Type
    size: int

    def __str__(self) -> str:
        return f"{self.element}[{self.size}]"


# --- Types that have a declaration -----------------------------------------------------------------------------------


class TypeVar(Type, Struct, frozen=True):
    """A type parameter inside the generic declaration that introduces it. Compares by that declaration."""

    name: str
    decl: TypeParam

    def __str__(self) -> str:
        return self.name


class Field(Struct, frozen=True, eq=False):
    """A field of a struct, header or header union; `decl` is None for anonymous struct expressions."""

    name: str
    type: Type
    decl: StructField | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and (self.name, self.type) == (other.name, other.type)

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return hash((self.name, self.type))


class Param(Struct, frozen=True, eq=False):
    """A resolved parameter. `direction` is "", "in", "out" or "inout"; `default` the default value's expression."""

    name: str
    direction: str
    type: Type
    decl: Parameter | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Param) and (self.name, self.direction, self.type) == (
            other.name, other.direction, other.type,
        )  # fmt: skip

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return hash((self.name, self.direction, self.type))

    @property
    def optional(self) -> bool:
        """Whether a call may leave it out: it has a default value or is marked @optional."""
        return self.decl is not None and (self.decl.default is not None or self.decl.is_optional)


class _Declared(Type, Struct, frozen=True, eq=False):
    name: str
    decl: Declaration | None


class NominalType(_Declared, frozen=True, kw_only=True):
    """Base of types that compare by declaration and type arguments."""

    type_args: tuple[Type, ...] = ()

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and isinstance(other, NominalType)
            and self.decl is other.decl
            and self.name == other.name
            and self.type_args == other.type_args
        )

    def __ne__(self, other: object) -> bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return hash((type(self), id(self.decl), self.name, self.type_args))

    def __str__(self) -> str:
        if not self.type_args:
            return self.name
        return f"{self.name}<{', '.join(map(str, self.type_args))}>"


class EnumType(NominalType, frozen=True):
    """`enum Name { A, B }` without a representation; values are the `EnumMember` declarations in `decl.members`."""


class SerEnumType(NominalType, frozen=True):
    """`enum bit<8> Name { A = 1 }`; `decl.members` carry the values. Constant values of this type are ints."""

    underlying: BitType


class NewType(NominalType, frozen=True):
    """`type underlying Name`. `underlying` is a BitType, bool or another NewType."""

    underlying: Type


class StructLike(NominalType, frozen=True):
    """Base of structs, headers and header unions: fields in declaration order, type arguments substituted."""

    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        for candidate in self.fields:
            if candidate.name == name:
                return candidate
        return None


class StructType(StructLike, frozen=True):
    """`struct`; with `decl` None and name "" the type of a `{a = 1}` no declared type was expected for."""

    def __eq__(self, other: object) -> bool:
        if self.decl is None and isinstance(other, StructType) and other.decl is None:
            return self.fields == other.fields
        return NominalType.__eq__(self, other)

    def __hash__(self) -> int:
        return NominalType.__hash__(self) if self.decl is not None else hash(self.fields)

    def __str__(self) -> str:
        if self.decl is None:
            return "struct {" + " ".join(f"{f.type} {f.name};" for f in self.fields) + "}"
        return NominalType.__str__(self)


class HeaderType(StructLike, frozen=True):
    """A `header`: fields that are valid or not as a whole."""


class HeaderUnionType(StructLike, frozen=True):
    """`header_union`; every field is a HeaderType."""


class ExternType(NominalType, frozen=True):
    """An extern object's type, `register<bit<32>>`. Methods: `decl.methods`; bound by `substitute`."""


class ParserType(NominalType, frozen=True):
    """A parser or a parser type. `params` are the apply parameters, `ctor_params` the constructor's."""

    params: tuple[Param, ...]
    ctor_params: tuple[Param, ...] = ()


class ControlType(NominalType, frozen=True):
    """A control or a control type; as `ParserType`."""

    params: tuple[Param, ...]
    ctor_params: tuple[Param, ...] = ()


class PackageType(NominalType, frozen=True):
    """`package Name<...>(ctor_params)`: what `main` is an instance of."""

    ctor_params: tuple[Param, ...]


class ActionType(NominalType, frozen=True):
    """An action. Parameters with direction "" come from the control plane when used in a table."""

    params: tuple[Param, ...]


class FunctionType(NominalType, frozen=True):
    """A function, extern function or extern method. `type_params` are the still-unbound type parameters."""

    type_params: tuple[TypeVar, ...]
    params: tuple[Param, ...]
    result: Type


class TableType(NominalType, frozen=True):
    """The type of a table's name."""


class ApplyResultType(NominalType, frozen=True):
    """The result of `table.apply()`: a struct-like value with hit, miss and action_run."""


class ActionEnumType(NominalType, frozen=True):
    """The type of `table.apply().action_run`; switch labels name the table's actions."""


# --- Working with types ----------------------------------------------------------------------------------------------


BOOL = BoolType()
ERROR = ErrorType()
INFINT = InfIntType()
MATCH_KIND = MatchKindType()
STRING = StringType()
VOID = VoidType()
STATE = StateType()
DONT_CARE = DontCareType()
BIT32 = BitType(32)

Substitution = Mapping[TypeVar, Type]


def substitute(type_: Type, bindings: Substitution) -> Type:
    """`type_` with type variables replaced. Unbound variables stay."""
    if not bindings:
        return type_
    match type_:
        case TypeVar():
            return bindings.get(type_, type_)
        case TupleType(elements):
            return TupleType(tuple(substitute(e, bindings) for e in elements))
        case ListType(element):
            return ListType(substitute(element, bindings))
        case SetType(element):
            return SetType(substitute(element, bindings))
        case StackType(element, size):
            return StackType(substitute(element, bindings), size)
        case StructType() | HeaderType() | HeaderUnionType():
            if not type_.type_args and type_.decl is not None:
                return type_
            fields = tuple(Field(f.name, substitute(f.type, bindings), f.decl) for f in type_.fields)
            return type(type_)(type_.name, type_.decl, fields, type_args=_args(type_, bindings))
        case ExternType():
            return ExternType(type_.name, type_.decl, type_args=_args(type_, bindings)) if type_.type_args else type_
        case ParserType() | ControlType():
            params, ctor = substitute_params(type_.params, bindings), substitute_params(type_.ctor_params, bindings)
            return type(type_)(type_.name, type_.decl, params, ctor, type_args=_args(type_, bindings))
        case PackageType():
            ctor = substitute_params(type_.ctor_params, bindings)
            return PackageType(type_.name, type_.decl, ctor, type_args=_args(type_, bindings))
        case FunctionType():
            return FunctionType(
                type_.name,
                type_.decl,
                type_.type_params,
                substitute_params(type_.params, bindings),
                substitute(type_.result, bindings),
            )
        case _:
            return type_


def substitute_params(params: tuple[Param, ...], bindings: Substitution) -> tuple[Param, ...]:
    return tuple(Param(p.name, p.direction, substitute(p.type, bindings), p.decl) for p in params)


def _args(type_: NominalType, bindings: Substitution) -> tuple[Type, ...]:
    return tuple(substitute(a, bindings) for a in type_.type_args)


def strip_newtype(type_: Type) -> Type:
    """The type below all `type` newtypes."""
    while isinstance(type_, NewType):
        type_ = type_.underlying
    return type_


def representation(type_: Type) -> Type:
    """The type a value is represented by: newtypes and serialisable enums replaced by what is below them."""
    while isinstance(type_, NewType | SerEnumType):
        type_ = type_.underlying
    return type_


def width_of(type_: Type) -> int | None:
    """The fixed width in bits of a type (a varbit counts its maximum; bool counts 1), or None if it has none."""
    type_ = representation(type_)
    match type_:
        case BitType(width):
            return width
        case VarbitType(width):
            return width
        case BoolType():
            return 1
        case TupleType(elements):
            return _total(elements)
        case HeaderUnionType():
            widths = [width_of(f.type) for f in type_.fields]
            return max((w for w in widths if w is not None), default=0) if None not in widths else None
        case StructType() | HeaderType():
            return _total(tuple(f.type for f in type_.fields))
        case StackType(element, size):
            width_ = width_of(element)
            return None if width_ is None else width_ * size
        case _:
            return None


def _total(types: tuple[Type, ...]) -> int | None:
    total = 0
    for type_ in types:
        width = width_of(type_)
        if width is None:
            return None
        total += width
    return total

# SPDX-License-Identifier: Apache-2.0
"""The instances that the program makes (P4_16 §19), and their control-plane names.

`evaluate` makes the tree of parsers, controls and externs that a program consists of; both the BMv2 JSON and P4Info are
made from it. Names are the control plane's: top-level blocks by the name of their declaration, nested ones by instance
name below it (`MyIngress.acl.table`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from p4soft.compiler import ast, types
from p4soft.compiler.checking import constants
from p4soft.compiler.diagnostics import MAX_COPIES, Span, Unsupported
from p4soft.compiler.front_end import TypedProgram

Constant = int | bool | str | ast.EnumMember | ast.ErrorMember | tuple[object, ...]


def evaluate(program: TypedProgram) -> tuple[Instance, Evaluator]:
    """The instance tree of a program.

    Raises:
        Unsupported: there is no `main`, or a constructor argument is not a compile-time value.
    """
    if program.main is None:
        nowhere = Span(program.source, 0, 0, 0, 0)
        raise Unsupported(nowhere, "the program has no main package", expected="V1Switch(...) main;")
    evaluator = Evaluator()
    for decl in program.program.declarations:
        if isinstance(decl, ast.Instantiation) and isinstance(decl.type, types.ExternType):
            evaluator.global_instance(decl)  # the control plane sees it whether or not the program uses it
    return evaluator.package(program.main), evaluator


@dataclass(eq=False)
class Instance:
    """An instance of a package, parser, control or extern.

    `name` is the control-plane name and, for parsers and controls, the prefix of what is inside. `args` maps
    constructor parameter names to constants or instances (None: optional and left out); `children` maps the identity
    of a local declaration, of a nameless constructor call or of a direct `Type.apply` call to the instance it makes.
    """

    name: str
    type: types.NominalType
    decl: ast.Declaration | None
    span: Span
    annotations: list[ast.Annotation] = field(default_factory=list)
    args: dict[str, Constant | Instance | None] = field(default_factory=dict)
    children: dict[int, Instance] = field(default_factory=dict)
    declared_by: ast.Instantiation | None = None
    parent: Instance | None = None

    @property
    def kind(self) -> str:
        """The name of the type instantiated (`counter`, `MyIngress`)."""
        return self.type.name

    def integer(self, parameter: str) -> int:
        """An integer constructor argument. Raises Unsupported: it is missing or not an integer constant."""
        value = self.args.get(parameter)
        if isinstance(value, ast.EnumMember) and value.number is not None:
            return value.number
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unsupported(self.span, f"'{parameter}' of {self.kind} '{self.name}' must be an integer constant")
        return value

    def member(self, parameter: str) -> str:
        """The name of an enum member given as constructor argument.

        Raises:
            Unsupported: it is missing or not an enum member.
        """
        value = self.args.get(parameter)
        if not isinstance(value, ast.EnumMember):
            raise Unsupported(self.span, f"'{parameter}' of {self.kind} '{self.name}' must be an enum member")
        return value.name


class Evaluator:
    def __init__(self) -> None:
        self.globals: dict[int, Instance] = {}
        self._count = 0

    def package(self, main: ast.Instantiation) -> Instance:
        """The tree below the `main` package."""
        assert isinstance(main.type, types.NominalType)
        root = Instance(main.name, main.type, main, main.span, main.annotations, declared_by=main)
        self._bind(root, main.bound_args, None, "")
        return root

    def _bind(self, instance: Instance, bound: list[ast.BoundArg], scope: Instance | None, prefix: str) -> None:
        for arg in bound:
            value = None if arg.value is None or isinstance(arg.value, ast.DontCareExpr) else arg.value
            instance.args[arg.param.name] = None if value is None else self.evaluate(value, scope, prefix)

    def declared(self, decl: ast.Instantiation, scope: Instance | None, prefix: str) -> Instance:
        """The instance a declaration makes within a scope. Raises Unsupported: there are no instances of the type."""
        type_ = decl.type
        if not isinstance(type_, types.NominalType):
            raise Unsupported(decl.span, f"'{decl.name}' is not an instance of a parser, control or extern")
        instance = Instance(qualified(prefix, decl), type_, type_.decl, decl.span, decl.annotations, parent=scope)
        instance.declared_by = decl
        self._bind(instance, decl.bound_args, scope, prefix)
        self._inside(instance)
        return instance

    def anonymous(self, call: ast.ConstructorCall, scope: Instance | None, name: str) -> Instance:
        """The instance a constructor call makes. Raises Unsupported: there are no instances of the type."""
        type_ = call.type
        if not isinstance(type_, types.NominalType):
            raise Unsupported(call.span, f"{type_} cannot be instantiated")
        annotations = type_.decl.annotations if type_.decl is not None else []
        instance = Instance(name, type_, type_.decl, call.span, annotations, parent=scope)
        self._bind(instance, call.bound_args, scope, name)
        self._inside(instance)
        return instance

    def _inside(self, instance: Instance) -> None:
        decl = instance.decl
        if not isinstance(decl, ast.ControlDecl | ast.ParserDecl):
            return
        self._count += 1
        if self._count > MAX_COPIES:
            message = f"the program has more than {MAX_COPIES} instances of parsers and controls"
            raise Unsupported(instance.span, message, expected="fewer instances that have instances themselves")
        for local in decl.locals:
            if isinstance(local, ast.Instantiation):
                instance.children[id(local)] = self.declared(local, instance, instance.name)
            elif isinstance(local, ast.TableDecl):
                self._table_instances(local, instance)
        bodies: list[ast.Node] = [decl.body] if isinstance(decl, ast.ControlDecl) else list(decl.states)
        used: dict[str, int] = {}
        for body in bodies:
            for node in walk(body):
                if isinstance(node, ast.Instantiation):
                    instance.children[id(node)] = self.declared(node, instance, instance.name)
                elif isinstance(node, ast.Call) and node.kind is ast.CallKind.TYPE_APPLY:
                    self._type_apply(node, instance, used)

    def _type_apply(self, call: ast.Call, scope: Instance, used: dict[str, int]) -> None:
        type_ = call.receiver.type if call.receiver is not None else None
        if not isinstance(type_, types.NominalType) or type_.decl is None:
            raise Unsupported(call.span, "this type cannot be applied directly")
        own = control_plane_name(type_.decl)
        count = used.get(own, 0)
        used[own] = count + 1
        name = f"{scope.name}.{own}" + (f"_{count - 1}" if count else "")
        instance = Instance(name, type_, type_.decl, call.span, parent=scope)
        self._inside(instance)
        scope.children[id(call)] = instance

    def _table_instances(self, table: ast.TableDecl, scope: Instance) -> None:
        """Externs constructed inside table properties (`implementation = action_profile(16)`)."""
        for prop in table.properties.values():
            if isinstance(prop.value, ast.ConstructorCall):
                explicit = name_annotation(prop.annotations)
                name = f"{qualified(scope.name, table)}.{prop.name}" if explicit is None else explicit.removeprefix(".")
                instance = self.anonymous(prop.value, scope, name)
                instance.annotations = prop.annotations
                scope.children[id(prop.value)] = instance

    def evaluate(self, expr: ast.Expression, scope: Instance | None, prefix: str) -> Constant | Instance:
        """A compile-time value: a constant or an instance.

        Raises:
            Unsupported: the expression has no compile-time value.
        """
        if expr.const_value is not None:
            return expr.const_value
        match expr:
            case ast.ConstructorCall():
                own = expr.type.name if isinstance(expr.type, types.NominalType) else str(expr.type)
                return self.anonymous(expr, scope, f"{prefix}.{own}" if prefix else own)
            case ast.PathExpr():
                return self._path(expr, scope)
            case ast.Cast():
                value = self.evaluate(expr.operand, scope, prefix)
                return constants.to_type(value, expr.type) if isinstance(value, int) else value
            case ast.Unary():
                return _unary(expr, self.evaluate(expr.operand, scope, prefix))
            case ast.Binary():
                left = self.evaluate(expr.left, scope, prefix)
                return _binary(expr, left, self.evaluate(expr.right, scope, prefix))
            case ast.Ternary():
                chosen = self.evaluate(expr.condition, scope, prefix)
                return self.evaluate(expr.then if chosen else expr.otherwise, scope, prefix)
            case ast.ListExpr():
                return tuple(self.evaluate(e, scope, prefix) for e in expr.elements)
            case ast.StructExpr():
                return tuple(self.evaluate(f.value, scope, prefix) for f in expr.fields)
            case _:
                raise Unsupported(expr.span, "a constructor argument must be known at compile time")

    def _path(self, expr: ast.PathExpr, scope: Instance | None) -> Constant | Instance:
        decl = expr.decl
        where = scope
        while where is not None:
            if isinstance(decl, ast.Parameter) and isinstance(where.decl, ast.ControlDecl | ast.ParserDecl):
                for parameter in where.decl.ctor_params:
                    if parameter is decl:
                        value = where.args.get(parameter.name)
                        if value is None:
                            raise Unsupported(expr.span, f"constructor parameter '{decl.name}' was left out")
                        return value
            if id(decl) in where.children:
                return where.children[id(decl)]
            where = where.parent
        if isinstance(decl, ast.Instantiation):
            return self.global_instance(decl)
        if isinstance(decl, ast.ConstDecl):
            return self.evaluate(decl.value, scope, "")
        raise Unsupported(expr.span, f"'{expr.name}' is not known at compile time")

    def global_instance(self, decl: ast.Instantiation) -> Instance:
        known = self.globals.get(id(decl))
        if known is None:
            known = self.declared(decl, None, "")
            if isinstance(known.decl, ast.ControlDecl | ast.ParserDecl):
                known.name = known.decl.name
                known.children.clear()
                self._inside(known)
            self.globals[id(decl)] = known
        return known

    def property_instance(self, table: ast.TableDecl, name: str, scope: Instance) -> Instance | None:
        """The extern instance that a table's property names or constructs, or None."""
        prop = table.properties.get(name)
        if prop is None:
            return None
        if id(prop.value) in scope.children:
            return scope.children[id(prop.value)]
        if not isinstance(prop.value, ast.PathExpr) or prop.value.decl is None:
            return None
        where: Instance | None = scope
        while where is not None:
            if id(prop.value.decl) in where.children:
                return where.children[id(prop.value.decl)]
            given = where.args.get(prop.value.name) if isinstance(prop.value.decl, ast.Parameter) else None
            if isinstance(given, Instance):
                return given
            where = where.parent
        return self.global_instance(prop.value.decl) if isinstance(prop.value.decl, ast.Instantiation) else None


def _unary(expr: ast.Unary, value: Constant | Instance) -> Constant:
    result = None if isinstance(value, Instance | tuple) else constants.unary(expr.op, value, expr.type)
    if result is None:
        raise Unsupported(expr.span, f"'{expr.op}' needs a number")
    return result


def _binary(expr: ast.Binary, left: Constant | Instance, right: Constant | Instance) -> Constant:
    if isinstance(left, Instance | tuple) or isinstance(right, Instance | tuple):
        raise Unsupported(expr.span, f"'{expr.op}' needs two numbers")
    try:
        result = constants.binary(expr.op, left, right, expr.type, (expr.left.type, expr.right.type))
    except constants.ConstantError as problem:
        raise Unsupported(expr.span, str(problem)) from None
    if result is None:
        raise Unsupported(expr.span, f"'{expr.op}' is not supported in a constructor argument")
    return result


def walk(node: object) -> Iterator[ast.Node]:
    """A syntax tree node and every node below it (not into the declarations that names refer to)."""
    if isinstance(node, ast.Node):
        yield node
        for name in node.__struct_fields__:
            if name in _NOT_CHILDREN:
                continue
            value = getattr(node, name)
            if isinstance(value, ast.Node | list | dict | tuple):
                yield from walk(value)
    elif isinstance(node, list | tuple):
        for item in node:
            if isinstance(item, ast.Node | list | tuple | ast.BoundArg):
                yield from walk(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from walk(item)
    elif isinstance(node, ast.BoundArg) and node.defaulted and node.value is not None:
        yield from walk(node.value)


_NOT_CHILDREN = frozenset(
    {
        "decl",
        "type",
        "span",
        "name_span",
        "receiver",
        "match_decl",
        "constructor",
        "const_value",
        "bound_type_args",
        "annotations",
    }
)


def blocks(root: Instance) -> Iterator[Instance]:
    """Every instance below (and including) one, breadth first, each once."""
    seen: set[int] = set()
    queue = [root]
    while queue:
        instance = queue.pop(0)
        if id(instance) in seen:
            continue
        seen.add(id(instance))
        yield instance
        queue.extend(instance.children.values())
        queue.extend(a for a in instance.args.values() if isinstance(a, Instance))


# --- Names for the control plane -------------------------------------------------------------------------------------


def name_annotation(annotations: list[ast.Annotation]) -> str | None:
    """The string of an explicit `@name`, or None."""
    for annotation in annotations:
        if annotation.name == "name" and annotation.string is not None:
            return annotation.string
    return None


def control_plane_name(decl: ast.Declaration) -> str:
    """A declaration's own name for the control plane: `@name` without its leading dot, or the P4 name."""
    explicit = name_annotation(decl.annotations)
    if explicit is None:
        return decl.name
    return explicit.removeprefix(".")


def qualified(prefix: str, decl: ast.Declaration) -> str:
    """A declaration's full control-plane name below `prefix`; a `@name(".x")` is absolute."""
    explicit = name_annotation(decl.annotations)
    if explicit is not None and explicit.startswith("."):
        return explicit[1:]
    own = explicit if explicit is not None else decl.name
    return f"{prefix}.{own}" if prefix else own


def action_name(decl: ast.ActionDecl, instance: Instance | None) -> str:
    """The control-plane name of an action used in a control's instance."""
    if instance is not None and is_local(decl, instance):
        return qualified(instance.name, decl)
    return control_plane_name(decl)


def is_local(decl: ast.ActionDecl, instance: Instance) -> bool:
    """Whether the instance's control declares the action."""
    return isinstance(instance.decl, ast.ControlDecl) and any(local is decl for local in instance.decl.locals)


# --- Names of table keys (P4_16 §18.2.1): `@name`, or the key expression as written ----------------------------------


def key_name(element: ast.KeyElement) -> str:
    """The name of a key element. Raises Unsupported: the expression is too complex to be named and has no @name."""
    explicit = name_annotation(element.annotations)
    if explicit is not None:
        return explicit
    name = _name(element.expression)
    if name is None:
        raise Unsupported(
            element.span,
            "this key expression needs a name for the control plane",
            expected='an annotation @name("...")',
        )
    return name


def _name(expr: ast.Expression) -> str | None:
    match expr:
        case ast.PathExpr():
            return f".{expr.name}" if expr.absolute else expr.name
        case ast.Member():
            return _member(expr)
        case ast.Index():
            base, index = _name(expr.base), _name(expr.index)
            return None if base is None or index is None else f"{base}[{index}]"
        case ast.Slice():
            base = _name(expr.base)
            return None if base is None else f"{base}[{expr.high_value}:{expr.low_value}]"
        case ast.IntLiteral():
            return _number(expr)
        case ast.Call() if expr.kind is ast.CallKind.IS_VALID and expr.receiver is not None:
            base = _name(expr.receiver)
            return None if base is None else f"{base}.$valid$"
        case ast.Binary(op="&"):
            left, right = _name(expr.left), _name(expr.right)
            return None if left is None or right is None else f"{left} & {right}"
        case ast.Cast(implicit=True):
            return _name(expr.operand)
        case _:
            return None


def _number(literal: ast.IntLiteral) -> str:
    """A literal in the base it was written in, without leading zeros."""
    digits = literal.text.lower()
    for prefix, form in (("0x", "x"), ("0b", "b"), ("0o", "o")):
        if prefix in digits:
            return f"{prefix}{literal.value:{form}}"
    return str(literal.value)


def _member(expr: ast.Member) -> str | None:
    """`base.field` with the field's own @name; a name that starts with `.` is absolute."""
    own = expr.name
    if isinstance(expr.decl, ast.StructField):
        explicit = name_annotation(expr.decl.annotations)
        if explicit is not None:
            own = explicit
    if own.startswith("."):
        return own[1:]
    base = _name(expr.base)
    return None if base is None else f"{base}.{own}"


# --- Priorities of the entries that a program gives a table (P4_16 §14.2.1.4) ----------------------------------------


def entry_priorities(decl: ast.TableDecl) -> list[int]:
    """Each entry's number by `priority =`, `priority_delta` and the entry before it; without any the first wins."""
    delta = decl.number("priority_delta", default=1)
    step = -delta if largest_priority_wins(decl) else delta
    following = 1 + (len(decl.entries) - 1) * delta if largest_priority_wins(decl) else 1
    values: list[int] = []
    for entry in decl.entries:
        value = following if entry.priority_value is None else entry.priority_value
        values.append(value)
        following = value + step
    return values


def has_priorities(decl: ast.TableDecl) -> bool:
    """Whether an entry says a priority."""
    return any(entry.priority_value is not None for entry in decl.entries)


def largest_priority_wins(decl: ast.TableDecl) -> bool:
    """Whether the entry with the largest number wins, as it does unless the table says otherwise."""
    return decl.number("largest_priority_wins", default=True) is not False

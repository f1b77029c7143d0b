# SPDX-License-Identifier: Apache-2.0
"""A whole v1model program as BMv2 JSON."""

from __future__ import annotations

from collections.abc import Iterator

from targets.compiler import ast, types
from targets.compiler.backend.bmv2_json.actions import action_json
from targets.compiler.backend.bmv2_json.expressions import expression, inputs
from targets.compiler.backend.bmv2_json.graph import Graph, GraphBuilder
from targets.compiler.backend.bmv2_json.parsers import ParserWriter, parser_env
from targets.compiler.backend.bmv2_json.tables import PipelineWriter, table_size
from targets.compiler.backend.calls import controls
from targets.compiler.backend.context import Context, ControlScope, Frame, TableInfo
from targets.compiler.backend.ir.nodes import ChecksumCall, FieldRef, If, Named, Prim, Scope, Stmt
from targets.compiler.backend.storage.layout import Json, Layout, flat_fields, scalar_type
from targets.compiler.backend.storage.values import Builtin, Env, StructValue, Value
from targets.compiler.evaluation.instances import Evaluator, Instance, blocks
from targets.compiler.front import TypedProgram
from targets.compiler.unsupported import Unsupported

VERSION = [2, 23]
"""The version of the BMv2 JSON format written."""

COMPILER = "mrc-fabric targets.compiler"

V1SWITCH = ("p", "vr", "ig", "eg", "ck", "dep")
"""Constructor parameters of package V1Switch: parser, verify, ingress, egress, compute, deparser."""


class V1Program:
    """The blocks of a V1Switch and the storage they share."""

    def __init__(self, program: TypedProgram, root: Instance, evaluator: Evaluator) -> None:
        self.root = root
        self.ctx = Context(program, Layout(), evaluator, Env(None), program.diagnostics, program.sources)
        blocks_found = [a for a in root.args.values() if isinstance(a, Instance)]
        if root.kind != "V1Switch" or len(blocks_found) != len(V1SWITCH):
            raise Unsupported(
                root.span, f"the main package is a {root.kind}", expected="V1Switch with six blocks (v1model.p4)"
            )
        self.parser, self.verify, self.ingress, self.egress, self.update, self.deparser = blocks_found
        self._headers: Value
        self._metadata: Value
        self._standard: Value
        self._storage()

    def _storage(self) -> None:
        decl = self.parser.decl
        if not isinstance(decl, ast.ParserDecl) or len(decl.params) != 4:
            raise Unsupported(
                self.root.span, "the parser of a V1Switch takes (packet_in, out H, inout M, inout standard_metadata_t)"
            )
        layout = self.ctx.layout
        env = controls.constructor_env(self.ctx, self.parser)
        headers, metadata, standard = (env.resolve(p.type) for p in decl.params[1:])
        if not isinstance(standard, types.StructType):
            raise Unsupported(decl.params[3].span, "the fourth parser parameter must be standard_metadata_t")
        self._standard = layout.metadata_instance("standard_metadata", standard)
        self._headers = self._header_struct(headers, decl.params[1])
        self._metadata = self._user_metadata(metadata, decl.params[2])

    def _header_struct(self, type_: types.Type, param: ast.Parameter) -> Value:
        if not isinstance(type_, types.StructType):
            raise Unsupported(param.span, "the headers must be a struct")
        layout = self.ctx.layout
        names = {path: name for path, name, _type, _decl in flat_fields(type_)}

        def build(kind: types.StructType, prefix: tuple[str, ...]) -> StructValue:
            members: dict[str, Value] = {}
            for f in kind.fields:
                path = (*prefix, f.name)
                match f.type:
                    case types.StructType():
                        members[f.name] = build(f.type, path)
                    case types.HeaderType():
                        layout.names.reserve(names[path])
                        members[f.name] = layout.header(names[path], f.type)
                    case types.HeaderUnionType():
                        layout.names.reserve(names[path])
                        members[f.name] = layout.union(names[path], f.type)
                    case types.StackType():
                        layout.names.reserve(names[path])
                        members[f.name] = layout.stack(names[path], f.type)
                    case _:
                        where = f.decl.span if f.decl is not None else param.span
                        raise Unsupported(
                            where,
                            f"field '{f.name}' of the headers struct has type {f.type}",
                            expected="a header, a header stack, a header union or a struct of them",
                        )
            return StructValue(kind, members)

        return build(type_, ())

    def _user_metadata(self, type_: types.Type, param: ast.Parameter) -> Value:
        if not isinstance(type_, types.StructType):
            raise Unsupported(param.span, "the user metadata must be a struct")
        layout = self.ctx.layout
        names = {path: name for path, name, _type, _decl in flat_fields(type_)}
        preserved: dict[int, list[FieldRef]] = {}

        def build(kind: types.StructType, prefix: tuple[str, ...], lists: tuple[int, ...]) -> StructValue:
            members: dict[str, Value] = {}
            for f in kind.fields:
                path = (*prefix, f.name)
                indices = (*lists, *_field_lists(f.decl))
                stored = scalar_type(f.type)
                if isinstance(f.type, types.StructType):
                    members[f.name] = build(f.type, path, indices)
                elif stored is not None and path in names:
                    place = layout.scalar(f"{type_.name}.{names[path]}", stored)
                    members[f.name] = place
                    for index in indices:
                        preserved.setdefault(index, []).append(place)
                else:
                    hint = f"userMetadata.{names.get(path, f.name)}"
                    members[f.name] = layout.variable(hint, f.type, param.span)
            return StructValue(kind, members)

        value = build(type_, (), ())
        for index, fields in preserved.items():
            number = len(self.ctx.field_lists) + 1
            name = f"field_list{index}"
            self.ctx.field_lists.append({"id": number, "name": name, "elements": inputs(fields)})
            self.ctx.field_list_ids[name] = number
        return value

    # ------------------------------------------------------------------ blocks

    def _bind(self, instance: Instance, env: Env) -> None:
        """Bind a top-level block's parameters by their types."""
        decl = instance.decl
        assert isinstance(decl, ast.ParserDecl | ast.ControlDecl)
        own = [self._headers, self._metadata, self._standard]
        for param in decl.params:
            type_ = env.resolve(param.type)
            if isinstance(type_, types.ExternType):
                env.bind(param, Builtin(type_.name))
                continue
            if not own:
                raise Unsupported(
                    param.span, f"'{instance.name}' has too many parameters for its place in the V1Switch"
                )
            env.bind(param, own.pop(0))

    def _control(self, instance: Instance, block: str, pipeline: str) -> tuple[ControlScope, list[Stmt]]:
        if not isinstance(instance.decl, ast.ControlDecl):
            raise Unsupported(instance.span, f"'{instance.name}' must be a control")
        scope = controls.scope_of(self.ctx, instance, pipeline)
        self._bind(instance, scope.env)
        out: list[Stmt] = []
        frame = Frame(self.ctx, scope.env, out, block, pipeline, scope, instance)
        controls.body(scope, frame)
        return scope, out

    def _pipeline(self, instance: Instance, name: str) -> tuple[Instance, Graph]:
        before = set(self.ctx.scopes)
        _scope, body = self._control(instance, "control", name)
        tables: dict[str, TableInfo] = {}
        for key, scope in self.ctx.scopes.items():
            if key not in before:
                for info in scope.tables.values():
                    tables[info.name] = info
        return instance, GraphBuilder(self.ctx, tables, name).build(body)

    def json(self) -> Json:
        """The whole program."""
        ctx = self.ctx
        writer = ParserWriter(ctx)
        env = parser_env(ctx, self.parser)
        self._bind(self.parser, env)
        parser = writer.parser(self.parser, env)
        graphs = [self._pipeline(self.ingress, "ingress"), self._pipeline(self.egress, "egress")]
        deparser = self._deparser()
        checksums = self._checksums()
        pipelines = PipelineWriter(ctx)
        pipeline_items = [
            pipelines.pipeline(name, graph, instance.decl, instance.span)
            for name, (instance, graph) in zip(("ingress", "egress"), graphs, strict=True)
            if isinstance(instance.decl, ast.ControlDecl)
        ]
        actions = [action_json(info, ctx) for info in ctx.actions]
        externs = ExternArrays(ctx, self.root)
        return {
            "program": ctx.program.source,
            "__meta__": {"version": VERSION, "compiler": COMPILER},
            **ctx.layout.json(),
            "field_lists": ctx.field_lists,
            "errors": [[name, number] for number, name in enumerate(ctx.program.errors)],
            "enums": [],
            "parsers": [parser],
            "parse_vsets": writer.value_sets,
            "deparsers": [deparser],
            "meter_arrays": externs.meters,
            "counter_arrays": externs.counters,
            "register_arrays": externs.registers,
            "calculations": ctx.calculations,
            "learn_lists": ctx.learn_lists,
            "actions": actions,
            "pipelines": pipeline_items,
            "checksums": checksums,
            "force_arith": [],
            "extern_instances": [],
            "field_aliases": ctx.layout.aliases,
        }

    def _deparser(self) -> Json:
        _scope, body = self._control(self.deparser, "deparser", "deparser")
        order: list[str] = []
        for stmt in _flat(body):
            if isinstance(stmt, Prim) and stmt.op == "emit" and isinstance(stmt.args[0], Named):
                order.append(stmt.args[0].name)
            else:
                raise Unsupported(stmt.span, "simple_switch's deparser can only emit headers, unconditionally")
        decl = self.deparser.decl
        span = decl.name_span if decl is not None and decl.name_span.line else self.deparser.span
        return {
            "name": "deparser",
            "id": 0,
            "source_info": self.ctx.source_info(span),
            "order": order,
            "primitives": [],
        }

    def _checksums(self) -> list[Json]:
        items: list[Json] = []
        for instance, block in ((self.update, "update"), (self.verify, "verify")):
            _scope, body = self._control(instance, block, block)
            for stmt in _flat(body):
                if not isinstance(stmt, ChecksumCall):
                    raise Unsupported(stmt.span, "only checksum calls are supported in this control on simple_switch")
                items.append(self._checksum(stmt, len(items)))
        return items

    def _checksum(self, stmt: ChecksumCall, number: int) -> Json:
        fields = inputs(stmt.inputs)
        if stmt.payload:
            fields.append({"type": "payload", "value": None})
        calculation = self.ctx.calculation(stmt.algorithm, fields, stmt.span)
        return {
            "name": self.ctx.names.new("cksum"),
            "id": number,
            "source_info": self.ctx.source_info(stmt.span),
            "target": [stmt.target.header, stmt.target.name],
            "type": "generic",
            "calculation": calculation,
            "verify": stmt.verify,
            "update": not stmt.verify,
            "if_cond": expression(stmt.condition),
        }


def _field_lists(decl: ast.StructField | None) -> Iterator[int]:
    annotation = None if decl is None else decl.annotation("field_list")
    if annotation is None:
        return
    for expr in annotation.expressions:
        if isinstance(expr, ast.IntLiteral):
            yield expr.value
        elif isinstance(expr.const_value, int):
            yield expr.const_value


def _flat(body: list[Stmt]) -> Iterator[Stmt]:
    """Straight-line statements of a body; choices are refused."""
    for stmt in body:
        if isinstance(stmt, Scope):
            yield from _flat(stmt.body)
        elif isinstance(stmt, If):
            raise Unsupported(stmt.span, "conditions are not supported in this control on simple_switch")
        else:
            yield stmt


class ExternArrays:
    """Counter, meter and register arrays of a program."""

    def __init__(self, ctx: Context, root: Instance) -> None:
        self._ctx = ctx
        self.counters: list[Json] = []
        self.meters: list[Json] = []
        self.registers: list[Json] = []
        bound: dict[int, TableInfo] = {}
        for info in (info for scope in ctx.scopes.values() for info in scope.tables.values()):
            for instance in (info.counter, info.meter):
                if instance is not None and bound.setdefault(id(instance), info) is not info:
                    first = bound[id(instance)].name
                    raise Unsupported(
                        info.decl.span,
                        f"'{instance.name}' is already attached to table '{first}'; it can have one table",
                    )
        instances = [*ctx.evaluator.globals.values(), *blocks(root)]
        seen: set[int] = set()
        for instance in instances:
            if id(instance) not in seen:
                seen.add(id(instance))
                self._add(instance, bound.get(id(instance)))

    def _common(self, instance: Instance, group: list[Json], *, direct: bool) -> Json:
        return {
            "name": instance.name,
            "id": len(group),
            "source_info": self._ctx.source_info(instance.span),
            "is_direct": direct,
        }

    def _add(self, instance: Instance, table: TableInfo | None) -> None:
        match instance.kind:
            case "counter":
                item = self._common(instance, self.counters, direct=False)
                item["size"] = instance.integer("size")
                self.counters.append(item)
            case "direct_counter":
                if table is not None:
                    item = self._common(instance, self.counters, direct=True)
                    item["binding"] = table.name
                    self.counters.append(item)
            case "meter":
                item = self._common(instance, self.meters, direct=False)
                item |= {"size": instance.integer("size"), "rate_count": 2, "type": _meter_type(instance)}
                self.meters.append(item)
            case "direct_meter":
                self._direct_meter(instance, table)
            case "register":
                self._register(instance)
            case _:
                pass

    def _direct_meter(self, instance: Instance, table: TableInfo | None) -> None:
        if table is None:
            return
        target = self._ctx.meter_results.get(id(instance))
        if target is None:
            raise Unsupported(
                instance.span, f"direct meter '{instance.name}' is never read: BMv2 needs a place for its result"
            )
        item = self._common(instance, self.meters, direct=True)
        item |= {
            "rate_count": 2,
            "type": _meter_type(instance),
            "size": table_size(table.decl),
            "binding": table.name,
            "result_target": [target.header, target.name],
        }
        self.meters.append(item)

    def _register(self, instance: Instance) -> None:
        stored = scalar_type(instance.type.type_args[0]) if instance.type.type_args else None
        if not isinstance(stored, types.BitType):
            raise Unsupported(instance.span, f"register '{instance.name}' must hold bit or int values on BMv2")
        size = instance.integer("size")
        if size == 0:
            raise Unsupported(instance.span, f"register '{instance.name}' has no elements")
        item = {
            "name": instance.name,
            "id": len(self.registers),
            "source_info": self._ctx.source_info(instance.span),
            "size": size,
            "bitwidth": stored.width,
        }
        self.registers.append(item)


def _meter_type(instance: Instance) -> str:
    kind = instance.member("type")
    if kind not in ("packets", "bytes"):
        raise Unsupported(instance.span, f"meter type '{kind}' is not supported", expected="packets or bytes")
    return kind

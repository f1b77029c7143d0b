# SPDX-License-Identifier: Apache-2.0
"""The back end: typed program in, BMv2 JSON out.

From the bottom: `ir` is the lowered language, `storage` where values live and `context` what lowering shares.
`aggregates`, `expressions`, `statements`, `tables`, `externs` and `calls` lower the program's bodies. `actions`,
`parsers` and `pipelines` write them as BMv2 JSON. Here a whole V1Switch is put together: its blocks, extern arrays,
calculations and lists.
"""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend import calls as controls
from p4soft.compiler.backend import tables
from p4soft.compiler.backend.actions import action_json, expression, inputs
from p4soft.compiler.backend.calls import lower_call
from p4soft.compiler.backend.context import (
    Calculation,
    Context,
    ControlScope,
    FieldList,
    Frame,
    LearnList,
    Lowering,
    TableInfo,
)
from p4soft.compiler.backend.externs import add_field_lists
from p4soft.compiler.backend.ir import ChecksumCall, Stmt
from p4soft.compiler.backend.parsers import ParserWriter, deparser_json, parser_env, straight
from p4soft.compiler.backend.pipelines import Graph, GraphBuilder, PipelineWriter, table_size
from p4soft.compiler.backend.storage import Builtin, Env, Json, Layout, Value, header_struct, scalar_type, user_metadata
from p4soft.compiler.diagnostics import Unsupported
from p4soft.compiler.evaluation import Evaluator, Instance, blocks
from p4soft.compiler.front_end import TypedProgram

VERSION = [2, 23]
"""The version of the BMv2 JSON format written."""

COMPILER = "p4soft"

LOWERING = Lowering(call=lower_call, apply_table=tables.apply_table)

V1SWITCH = ("p", "vr", "ig", "eg", "ck", "dep")
"""Constructor parameters of package V1Switch: parser, verify, ingress, egress, compute, deparser."""


def lower_program(
    program: TypedProgram, root: Instance, evaluator: Evaluator, left_out: frozenset[str] = frozenset()
) -> Json:
    """The BMv2 JSON of a program, without the calls of some extern functions.

    Raises:
        Unsupported: the program uses something simple_switch cannot do.
    """
    return V1Program(program, root, evaluator, left_out).json()


class V1Program:
    """The blocks of a V1Switch and the storage they share."""

    def __init__(self, program: TypedProgram, root: Instance, evaluator: Evaluator, left_out: frozenset[str]) -> None:
        self.root = root
        self.ctx = Context(LOWERING, program, Layout(), evaluator, Env(None), left_out)
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
        self._headers = header_struct(layout, headers, decl.params[1])
        self._metadata, preserved = user_metadata(layout, metadata, decl.params[2])
        add_field_lists(self.ctx, preserved)

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
        """Lower and write everything, in the order in which the names and ids are handed out."""
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
            "field_lists": [_field_list_json(item, i) for i, item in enumerate(ctx.field_lists, 1)],
            "errors": [[name, number] for number, name in enumerate(ctx.program.errors)],
            "enums": [],
            "parsers": [parser],
            "parse_vsets": writer.value_sets,
            "deparsers": [deparser],
            "meter_arrays": externs.meters,
            "counter_arrays": externs.counters,
            "register_arrays": externs.registers,
            "calculations": [_calculation_json(item, i, ctx) for i, item in enumerate(ctx.calculations)],
            "learn_lists": [_learn_list_json(item, i, ctx) for i, item in enumerate(ctx.learn_lists, 1)],
            "actions": actions,
            "pipelines": pipeline_items,
            "checksums": checksums,
            "force_arith": [],
            "extern_instances": [],
            "field_aliases": ctx.layout.aliases,
        }

    def _deparser(self) -> Json:
        _scope, body = self._control(self.deparser, "deparser", "deparser")
        decl = self.deparser.decl
        span = decl.name_span if decl is not None and decl.name_span.line else self.deparser.span
        return deparser_json(body, span, self.ctx)

    def _checksums(self) -> list[Json]:
        items: list[Json] = []
        for instance, block in ((self.update, "update"), (self.verify, "verify")):
            _scope, body = self._control(instance, block, block)
            for stmt in straight(body):
                if not isinstance(stmt, ChecksumCall):
                    raise Unsupported(stmt.span, "only checksum calls are supported in this control on simple_switch")
                items.append(self._checksum(stmt, len(items)))
        return items

    def _checksum(self, stmt: ChecksumCall, number: int) -> Json:
        calculation = self.ctx.calculation(stmt.algorithm, stmt.inputs, stmt.span, payload=stmt.payload)
        return {
            "name": self.ctx.names.new("cksum"),
            "id": number,
            "source_info": self.ctx.source_info(stmt.span),
            "target": [stmt.target.header, stmt.target.name],
            "type": "generic",
            "calculation": calculation.name,
            "verify": stmt.verify,
            "update": not stmt.verify,
            "if_cond": expression(stmt.condition),
        }


# --- Arrays of counters, meters and registers ------------------------------------------------------------------------


class ExternArrays:
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


# --- Calculations, field lists, learn lists --------------------------------------------------------------------------


def _calculation_json(item: Calculation, number: int, ctx: Context) -> Json:
    """One item of `calculations`."""
    found: Json = {"name": item.name, "id": number}
    if item.span is not None:
        found["source_info"] = ctx.source_info(item.span)
    read = inputs(item.inputs)
    if item.payload:
        read.append({"type": "payload", "value": None})
    return found | {"algo": item.algorithm, "input": read}


def _field_list_json(item: FieldList, number: int) -> Json:
    """One item of `field_lists`; ids count from 1."""
    return {"id": number, "name": item.name, "elements": inputs(item.fields)}


def _learn_list_json(item: LearnList, number: int, ctx: Context) -> Json:
    """One item of `learn_lists`; ids count from 1."""
    place = ctx.source_info(item.span)
    return {"id": number, "name": item.name, "source_info": place, "elements": inputs(item.items)}

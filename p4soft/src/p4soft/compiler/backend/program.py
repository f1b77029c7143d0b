# SPDX-License-Identifier: Apache-2.0
"""A whole v1model program as BMv2 JSON."""

from __future__ import annotations

from p4soft.compiler import ast, types
from p4soft.compiler.backend import statements
from p4soft.compiler.backend.bmv2_json.actions import action_json
from p4soft.compiler.backend.bmv2_json.deparsers import deparser_json, straight
from p4soft.compiler.backend.bmv2_json.expressions import expression
from p4soft.compiler.backend.bmv2_json.extern_arrays import ExternArrays
from p4soft.compiler.backend.bmv2_json.graph import Graph, GraphBuilder
from p4soft.compiler.backend.bmv2_json.lists import calculation_json, field_list_json, learn_list_json
from p4soft.compiler.backend.bmv2_json.parsers import ParserWriter, parser_env
from p4soft.compiler.backend.bmv2_json.tables import PipelineWriter
from p4soft.compiler.backend.calls import controls, tables
from p4soft.compiler.backend.calls.dispatch import lower_call
from p4soft.compiler.backend.context import Context, ControlScope, Frame, Lowering, TableInfo
from p4soft.compiler.backend.externs import field_lists
from p4soft.compiler.backend.ir.nodes import ChecksumCall, Stmt
from p4soft.compiler.backend.storage.block_parameters import header_struct, user_metadata
from p4soft.compiler.backend.storage.layout import Json, Layout
from p4soft.compiler.backend.storage.values import Builtin, Env, Value
from p4soft.compiler.evaluation.instances import Evaluator, Instance
from p4soft.compiler.front import TypedProgram
from p4soft.compiler.unsupported import Unsupported

VERSION = [2, 23]
"""The version of the BMv2 JSON format written."""

COMPILER = "p4soft"

LOWERING = Lowering(call=lower_call, apply_table=tables.apply_table, statement=statements.lower)

V1SWITCH = ("p", "vr", "ig", "eg", "ck", "dep")
"""Constructor parameters of package V1Switch: parser, verify, ingress, egress, compute, deparser."""


class V1Program:
    """The blocks of a V1Switch and the storage they share."""

    def __init__(self, program: TypedProgram, root: Instance, evaluator: Evaluator, left_out: frozenset[str]) -> None:
        self.root = root
        self.ctx = Context(
            LOWERING, program, Layout(), evaluator, Env(None), program.diagnostics, program.sources, left_out
        )
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
        field_lists.annotated(self.ctx, preserved)

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
            "field_lists": [field_list_json(item, i) for i, item in enumerate(ctx.field_lists, 1)],
            "errors": [[name, number] for number, name in enumerate(ctx.program.errors)],
            "enums": [],
            "parsers": [parser],
            "parse_vsets": writer.value_sets,
            "deparsers": [deparser],
            "meter_arrays": externs.meters,
            "counter_arrays": externs.counters,
            "register_arrays": externs.registers,
            "calculations": [calculation_json(item, i, ctx) for i, item in enumerate(ctx.calculations)],
            "learn_lists": [learn_list_json(item, i, ctx) for i, item in enumerate(ctx.learn_lists, 1)],
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

# SPDX-License-Identifier: Apache-2.0
"""Counter, meter and register arrays as BMv2 JSON."""

from __future__ import annotations

from p4soft.compiler import types
from p4soft.compiler.backend.bmv2_json.tables import table_size
from p4soft.compiler.backend.context import Context, TableInfo
from p4soft.compiler.backend.storage.layout import Json, scalar_type
from p4soft.compiler.evaluation.instances import Instance, blocks
from p4soft.compiler.unsupported import Unsupported


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

# SPDX-License-Identifier: Apache-2.0
"""Builds small BMv2 JSON programs, in the shape p4c-bm2-ss gives them, for the tests of the switch."""

from __future__ import annotations

from typing import Any

from p4soft.switch import SimpleSwitch, load_program

Json = dict[str, Any]

STANDARD = [
    ["ingress_port", 9, False],
    ["egress_spec", 9, False],
    ["egress_port", 9, False],
    ["instance_type", 32, False],
    ["packet_length", 32, False],
    ["enq_timestamp", 32, False],
    ["enq_qdepth", 19, False],
    ["deq_timedelta", 32, False],
    ["deq_qdepth", 19, False],
    ["ingress_global_timestamp", 48, False],
    ["egress_global_timestamp", 48, False],
    ["mcast_grp", 16, False],
    ["egress_rid", 16, False],
    ["checksum_error", 1, False],
    ["parser_error", 32, False],
    ["priority", 3, False],
    ["_padding", 3, False],
]
ALIASES = [
    ["queueing_metadata.enq_timestamp", ["standard_metadata", "enq_timestamp"]],
    ["queueing_metadata.enq_qdepth", ["standard_metadata", "enq_qdepth"]],
    ["queueing_metadata.deq_timedelta", ["standard_metadata", "deq_timedelta"]],
    ["queueing_metadata.deq_qdepth", ["standard_metadata", "deq_qdepth"]],
    ["intrinsic_metadata.ingress_global_timestamp", ["standard_metadata", "ingress_global_timestamp"]],
    ["intrinsic_metadata.egress_global_timestamp", ["standard_metadata", "egress_global_timestamp"]],
    ["intrinsic_metadata.mcast_grp", ["standard_metadata", "mcast_grp"]],
    ["intrinsic_metadata.egress_rid", ["standard_metadata", "egress_rid"]],
    ["intrinsic_metadata.priority", ["standard_metadata", "priority"]],
]
ERRORS = [
    ["NoError", 0],
    ["PacketTooShort", 1],
    ["NoMatch", 2],
    ["StackOutOfBounds", 3],
    ["HeaderTooShort", 4],
    ["ParserTimeout", 5],
    ["ParserInvalidArgument", 6],
]


def field(header: str, name: str) -> Json:
    return {"type": "field", "value": [header, name]}


def std(name: str) -> Json:
    return field("standard_metadata", name)


def const(value: int) -> Json:
    return {"type": "hexstr", "value": hex(value)}


def op(operator: str, left: Json | None, right: Json, **extra: Any) -> Json:
    return {"type": "expression", "value": {"op": operator, "left": left, "right": right, **extra}}


def param(index: int) -> Json:
    return {"type": "runtime_data", "value": index}


def header(name: str) -> Json:
    return {"type": "header", "value": name}


def call(name: str, *parameters: Json, line: int = 0) -> Json:
    found: Json = {"op": name, "parameters": list(parameters)}
    if line:
        found["source_info"] = {"filename": "test.p4", "line": line, "column": 8, "source_fragment": name}
    return found


def assign(target: Json, value: Json, line: int = 0) -> Json:
    return call("assign", target, value, line=line)


def extract(name: str) -> Json:
    return {"op": "extract", "parameters": [{"type": "regular", "value": name}]}


class Builder:
    """A program under construction. Everything not set is empty; metadata header `meta` comes with `fields`."""

    def __init__(self, meta: dict[str, int] | None = None) -> None:
        fields = meta or {"a": 32, "b": 32, "c": 128}
        self.json: Json = {
            "program": "test.p4",
            "__meta__": {"version": [2, 23], "compiler": "test"},
            "header_types": [
                {"name": "standard_metadata", "id": 0, "fields": STANDARD},
                {"name": "meta_t", "id": 1, "fields": [[n, w, False] for n, w in fields.items()]},
            ],
            "headers": [
                {"name": "standard_metadata", "id": 0, "header_type": "standard_metadata", "metadata": True},
                {"name": "meta", "id": 1, "header_type": "meta_t", "metadata": True},
            ],
            "header_stacks": [],
            "field_lists": [],
            "errors": ERRORS,
            "parsers": [{"name": "parser", "id": 0, "init_state": "start", "parse_states": []}],
            "parse_vsets": [],
            "deparsers": [{"name": "deparser", "id": 0, "order": []}],
            "meter_arrays": [],
            "counter_arrays": [],
            "register_arrays": [],
            "calculations": [],
            "learn_lists": [],
            "actions": [],
            "pipelines": [self._pipeline("ingress", 0), self._pipeline("egress", 1)],
            "checksums": [],
            "field_aliases": ALIASES,
        }
        self._ids = 0
        self._actions: dict[str, int] = {}

    @staticmethod
    def _pipeline(name: str, number: int) -> Json:
        return {
            "name": name,
            "id": number,
            "init_table": None,
            "tables": [],
            "action_profiles": [],
            "conditionals": [],
        }

    def next_id(self) -> int:
        self._ids += 1
        return self._ids

    def header(self, name: str, fields: list[list[Any]], *, emit: bool = True, **extra: Any) -> Builder:
        """A header type and one instance of it; `emit` puts it in the deparser."""
        self.json["header_types"].append({"name": f"{name}_t", "id": self.next_id() + 10, "fields": fields, **extra})
        return self.instance(name, f"{name}_t", emit=emit)

    def instance(self, name: str, header_type: str, *, emit: bool = True) -> Builder:
        headers = self.json["headers"]
        headers.append({"name": name, "id": len(headers), "header_type": header_type, "metadata": False})
        if emit:
            self.json["deparsers"][0]["order"].append(name)
        return self

    def stack(self, name: str, fields: list[list[Any]], depth: int) -> Builder:
        self.header(f"{name}[0]", fields)
        for i in range(1, depth):
            self.instance(f"{name}[{i}]", f"{name}[0]_t")
        ids = [h["id"] for h in self.json["headers"][-depth:]]
        self.json["header_stacks"].append(
            {"name": name, "id": len(self.json["header_stacks"]), "header_type": f"{name}[0]_t", "header_ids": ids}
        )
        return self

    def state(
        self, name: str, *ops: Json, key: list[Json] | None = None, to: dict[Any, str | None] | None = None
    ) -> Builder:
        """A parse state; `to` maps key values (int, or (value, mask), or a value set's name, or None) to states."""
        transitions = []
        for value, target in (to or {None: None}).items():
            kind, shown, mask = "hexstr", None, None
            if value is None:
                kind = "default"
            elif isinstance(value, str):
                kind, shown = "parse_vset", value
            elif isinstance(value, tuple):
                shown, mask = hex(value[0]), hex(value[1])
            else:
                shown = hex(value)
            transitions.append({"type": kind, "value": shown, "mask": mask, "next_state": target})
        self.json["parsers"][0]["parse_states"].append(
            {
                "name": name,
                "id": self.next_id(),
                "parser_ops": list(ops),
                "transitions": transitions,
                "transition_key": key or [],
            }
        )
        return self

    def action(self, name: str, *primitives: Json, params: dict[str, int] | None = None) -> int:
        number = len(self.json["actions"])
        self.json["actions"].append(
            {
                "name": name,
                "id": number,
                "runtime_data": [{"name": n, "bitwidth": w} for n, w in (params or {}).items()],
                "primitives": list(primitives),
            }
        )
        self._actions[name] = number
        return number

    def table(
        self,
        name: str,
        key: list[tuple[str, Json]],
        actions: list[str],
        *,
        control: int = 0,
        match: str = "exact",
        default: tuple[str, list[int]] | None = None,
        const_default: bool = False,
        following: str | dict[str, str | None] | None = None,
        line: int = 10,
        **extra: Any,
    ) -> Builder:
        """A table; `following` is the next node for every action, or a map by action or __HIT__/__MISS__."""
        nexts = following if isinstance(following, dict) else dict.fromkeys(actions, following)
        found: Json = {
            "name": name,
            "id": self.next_id(),
            "source_info": {"filename": "test.p4", "line": line, "column": 10, "source_fragment": name},
            "key": [
                {"match_type": kind, "name": ".".join(ref["value"]), "target": ref["value"], "mask": None}
                for kind, ref in key
            ],
            "match_type": match,
            "type": "simple",
            "max_size": 1024,
            "with_counters": False,
            "support_timeout": False,
            "direct_meters": None,
            "action_ids": [self._actions[a] for a in actions],
            "actions": actions,
            "base_default_next": following if isinstance(following, str) else None,
            "next_tables": nexts,
            **extra,
        }
        if default is not None:
            found["default_entry"] = {
                "action_id": self._actions[default[0]],
                "action_const": const_default,
                "action_data": [hex(v) for v in default[1]],
                "action_entry_const": const_default,
            }
        self.json["pipelines"][control]["tables"].append(found)
        return self

    def run(
        self, name: str, *primitives: Json, control: int = 0, following: str | None = None, start: bool = False
    ) -> Builder:
        """A bare statement: an action in a table without key, as p4c writes it."""
        self.action(f"do_{name}", *primitives)
        self.table(
            name,
            [],
            [f"do_{name}"],
            control=control,
            default=(f"do_{name}", []),
            const_default=True,
            following=following,
        )
        if start:
            self.start(name, control)
        return self

    def start(self, node: str, control: int = 0) -> Builder:
        self.json["pipelines"][control]["init_table"] = node
        return self

    def condition(
        self, name: str, expression: Json, true: str | None, false: str | None, *, control: int = 0, line: int = 20
    ) -> Builder:
        self.json["pipelines"][control]["conditionals"].append(
            {
                "name": name,
                "id": self.next_id(),
                "source_info": {"filename": "test.p4", "line": line, "column": 12, "source_fragment": f"if {name}"},
                "expression": expression,
                "true_next": true,
                "false_next": false,
            }
        )
        return self

    def load(self, **options: Any) -> SimpleSwitch:
        """A switch running the program; internal errors are fatal."""
        switch = SimpleSwitch(**options)
        switch.faults_are_fatal = True
        switch.load(load_program(self.json, source="test.json"))
        return switch


def bytes_program(meta: dict[str, int] | None = None) -> Builder:
    """Header `h` with bytes kind, x, y and a 16-bit z; packets go out of port 1 unless the program says otherwise."""
    b = Builder(meta)
    b.header("h", [["kind", 8, False], ["x", 8, False], ["y", 8, False], ["z", 16, False]])
    return b.state("start", extract("h"))

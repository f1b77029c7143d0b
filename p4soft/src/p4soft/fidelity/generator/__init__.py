# SPDX-License-Identifier: Apache-2.0
"""Random well-typed v1model programs that avoid undefined behaviour, and packets for them. Same seed, same program.

Frames mostly have small numbers, which programs compare with.
"""

from __future__ import annotations

import random

from p4soft.fidelity.generator.blocks import ControlParts, Controls, Parsers
from p4soft.fidelity.generator.model import (
    BOOL,
    FIRST_SENTINEL_PORT,
    Bits,
    Callable,
    Case,
    Headers,
    Parameter,
    Record,
    Scalar,
    Scope,
    Source,
    Value,
    fields_of,
    indent,
)
from p4soft.fidelity.generator.statements import HASHES, PORTS, Objects, Statements

__all__ = ["Case", "generate"]


# --- Frames ----------------------------------------------------------------------------------------------------------


_SMALL = (0, 0, 1, 2, 3, 4, 5, 7, 8, 16, 32, 64, 128, 255)
_MAX_EXTRA = 60


def frames(rng: random.Random, base_bytes: int, count: int) -> tuple[tuple[int, bytes], ...]:
    """`count` frames with ingress ports; `base_bytes` is the size of the header every parser begins with."""
    found = []
    for _ in range(count):
        short = rng.random() < 0.08
        size = rng.randint(1, max(1, base_bytes)) if short else base_bytes + rng.randint(0, _MAX_EXTRA)
        smallness = rng.choice((0.3, 0.7, 1.0))
        frame = bytes(rng.choice(_SMALL) if rng.random() < smallness else rng.getrandbits(8) for _ in range(size))
        found.append((rng.choice(PORTS), frame))
    return tuple(found)


# --- Programs --------------------------------------------------------------------------------------------------------


_FEATURES = (
    "for", "switch", "index", "compound", "counter", "register", "hash", "drop", "truncate", "table", "exit",
    "verify", "advance", "lookahead", "clone", "resubmit", "recirculate", "multicast", "stack", "union", "varbit",
    "subparser", "subcontrol", "function", "action", "checksum", "clone_egress", "structs",
)  # fmt: skip
_ERRORS = ["Odd", "Even"]
_LISTS = {1: "ONE", 2: "TWO"}
"""The field lists of clones and resubmissions, and of recirculations, by name."""


def generate(seed: int, packets: int = 20, without: frozenset[str] = frozenset()) -> Case:
    """The program, configuration and packets of a seed; `without` names features to leave out."""
    return _Generator(seed, without).case(packets)


class _Generator:
    def __init__(self, seed: int, without: frozenset[str]) -> None:
        self._seed = seed
        self._s = Source(seed)
        self._rng = self._s.rng
        self._features = frozenset(f for f in _FEATURES if self._s.chance(0.6) and f not in without)
        copies = self._features & {"clone", "clone_egress", "multicast"}
        if copies and "recirculate" in self._features:
            self._features -= {"register"}  # copies come back in any order, and registers would tell
        self._headers = Headers()
        self._types: list[Record] = []
        self._structs: list[Record] = []
        self._functions: list[Callable] = []
        self._statements = Statements(self._s, self._headers, self._structs, self._features)
        self._controls = Controls(self._s, self._statements, self._features)
        self._expressions = self._statements.expressions
        self._objects = Objects()
        self._meta: list[tuple[str, Scalar]] = []

    def _has(self, feature: str) -> bool:
        return feature in self._features

    def case(self, packets: int) -> Case:
        self._declare_types()
        self._configuration()
        lines = ["#include <core.p4>", "#include <v1model.p4>", f"error {{ {', '.join(_ERRORS)} }}"]
        for record in [*self._types, *self._structs]:
            lines += record.declaration()
        for union, members in self._headers.unions.items():
            lines.append(f"header_union {union.removeprefix('hdr.')}_u {{")
            lines += [*[f"    {r} {n};" for n, r in members.items()], "}"]
        lines += self._headers_struct()
        lines += self._meta_struct()
        for _ in range(self._rng.randint(1, 4) if self._has("function") else 0):
            lines += self._function()
        lines += self._parser()
        counters: dict[str, int] = {}
        registers: dict[str, int] = {}
        lines += self._checksums("Verify", "verify_checksum")
        for place, name in (("ingress", "MainIngress"), ("egress", "MainEgress")):
            text, parts = self._control(place, name)
            lines += text
            counters.update({f"{name}.{c}": n for c, n in parts.objects.counters.items()})
            registers.update({f"{name}.{r}": n for r, (_k, n) in parts.objects.registers.items()})
        lines += self._checksums("Compute", "update_checksum")
        lines += self._deparser()
        lines.append("V1Switch(MainParser(), Verify(), MainIngress(), MainEgress(), Compute(), MainDeparser()) main;")
        again = {"resubmit", "recirculate", "clone_egress"} & self._features
        base = self._headers.plain["hdr.base"].size_bytes
        return Case(
            seed=self._seed,
            source="\n".join(lines) + "\n",
            packets=frames(self._rng, base, packets),
            sessions=self._objects.sessions,
            groups=self._objects.groups,
            counters=counters,
            registers=registers,
            rounds=1 + 2 * len(again),
            ordered=not ({"clone_egress", "recirculate"} & self._features),
        )

    def _record(self, prefix: str, *, fields: int, byte_sized: bool) -> Record:
        parts: list[tuple[str, Scalar]] = []
        for i in range(fields):
            parts.append((f"f{i}", self._s.bits() if byte_sized else self._s.scalar()))
        if byte_sized:
            parts.insert(self._rng.randint(0, len(parts)), ("sum", Bits(16)))
            total = sum(k.width for _, k in parts if isinstance(k, Bits))
            if total % 8:
                parts.insert(self._rng.randint(0, len(parts)), ("pad", Bits(8 - total % 8)))
        return Record(self._s.name(prefix), tuple(parts), byte_sized)

    def _declare_types(self) -> None:
        base = self._record("base_h", fields=self._rng.randint(2, 5), byte_sized=True)
        kinds = [self._record("h_h", fields=self._rng.randint(1, 3), byte_sized=True) for _ in range(2)]
        widths = self._rng.choice(((8, 8, 16), (3, 5, 40), (64, 1, 7)))
        seen = Record("seen_h", tuple((f"f{i}", Bits(w)) for i, w in enumerate(widths)), is_header=True)
        self._types += [base, *kinds, seen]
        self._headers.plain["hdr.base"] = base
        for i in range(self._rng.randint(1, 3)):
            self._headers.plain[f"hdr.h{i}"] = self._rng.choice(kinds)
        if self._has("stack"):
            for i in range(self._rng.randint(1, 2)):
                self._headers.stacks[f"hdr.st{i}"] = self._rng.choice(kinds), self._rng.randint(2, 4)
        if self._has("union"):
            self._headers.unions["hdr.un"] = {"a": kinds[0], "b": kinds[1]}
        if self._has("varbit"):
            head = self._record("var_h", fields=1, byte_sized=True)
            self._types.append(Record(head.name, head.fields, True, 8 * self._rng.randint(4, 12)))
            self._headers.plain["hdr.opt"] = self._types[-1]
        if self._has("subparser"):
            self._headers.plain["hdr.inner"] = self._rng.choice(kinds)
        if self._has("structs"):
            self._structs += [self._record("s_t", fields=self._rng.randint(1, 3), byte_sized=False) for _ in range(2)]

    def _headers_struct(self) -> list[str]:
        lines = ["struct headers_t {", "    seen_h seen;", "    seen_h seen2;"]
        lines += [f"    {r} {p.removeprefix('hdr.')};" for p, r in self._headers.plain.items()]
        lines += [f"    {r}[{n}] {p.removeprefix('hdr.')};" for p, (r, n) in self._headers.stacks.items()]
        lines += [f"    {p.removeprefix('hdr.')}_u {p.removeprefix('hdr.')};" for p in self._headers.unions]
        return [*lines, "}"]

    def _list(self, index: int) -> str:
        """One of the ways to write the index of a field list."""
        name = _LISTS[index]
        return self._rng.choice((str(index), name, f"lists_e.{name}", f"plain_e.{name}", f"{name} + 0"))

    def _index(self, index: int) -> str:
        """One of the ways to say which field list a call means."""
        return self._rng.choice((str(index), _LISTS[index], f"lists_e.{_LISTS[index]}"))

    def _lists(self, *indices: int) -> str:
        return f"    @field_list({', '.join(self._list(i) for i in indices)})"

    def _meta_struct(self) -> list[str]:
        lines = [f"const bit<8> {name} = {index};" for index, name in _LISTS.items()]
        lines.append(f"enum bit<8> lists_e {{ {', '.join(f'{name} = {index}' for index, name in _LISTS.items())} }}")
        lines.append(f"enum plain_e {{ NONE, {', '.join(_LISTS.values())} }}")
        lines += ["struct meta_t {", self._lists(1, 2), "    bit<8> again;"]
        for i in range(self._rng.randint(2, 6)):
            kind = self._s.scalar()
            self._meta.append((f"m{i}", kind))
            if self._s.chance(0.4):
                lines.append(self._lists(*self._rng.choice(((1,), (2,), (2, 1)))))
            lines.append(f"    {kind} m{i};")
        if self._structs:
            if self._s.chance(0.4):
                lines.append(self._lists(1))
            lines.append(f"    {self._structs[0]} inside;")
        return [*lines, "}"]

    def _configuration(self) -> None:
        if self._has("multicast"):
            replicas = sorted(
                {(self._rng.choice(PORTS), self._rng.randint(0, 3)) for _ in range(self._rng.randint(1, 3))}
            )
            self._objects.groups[self._rng.randint(1, 500)] = tuple(replicas)
        if self._has("clone") or self._has("clone_egress"):
            self._objects.sessions[self._rng.randint(1, 400)] = self._rng.choice(PORTS), None
            if self._objects.groups:
                self._objects.sessions[500] = None, next(iter(self._objects.groups))

    def _scope(self, place: str) -> Scope:
        scope = Scope(place, functions=self._functions, sees_headers=place != "parser")
        scope.values += [Value(f"meta.{name}", kind) for name, kind in self._meta]
        if self._structs:
            scope.values += [Value("meta.inside", self._structs[0]), *fields_of("meta.inside", self._structs[0])]
        if place == "parser":
            scope.functions = [f for f in self._functions if f.straight]
            if self._has("clone"):
                scope.values = []  # simple_switch parses an ingress clone with the metadata of some earlier packet
            return scope
        for path, record in self._headers.plain.items():
            scope.values += fields_of(path, record, needs=path)
            scope.values.append(Value(path, record, not record.varbit, path))
        for path, record in self._headers.every().items():
            if path not in self._headers.plain:
                scope.values += fields_of(path, record, needs=path)
                scope.values.append(Value(path, record, True, path))
        standard = [("ingress_port", 9), ("instance_type", 32), ("checksum_error", 1)]
        # In egress, simple_switch's packet_length has moved with every setValid and setInvalid that a compiler left.
        standard += [("egress_port", 9), ("egress_rid", 16)] if place == "egress" else [("packet_length", 32)]
        scope.values += [Value(f"sm.{name}", Bits(width), False) for name, width in standard]
        return scope

    def _function(self) -> list[str]:
        result = self._s.scalar() if self._s.chance(0.8) else None
        parameters = self._controls.parameters(self._rng.randint(0, 3))
        header = None
        if self._s.chance(0.35):
            header = Parameter("inout" if self._s.chance(0.3) else "in", self._types[1], self._s.name("p"))
        if result is None and not any(p.direction != "in" for p in parameters):
            parameters.append(Parameter("inout", self._s.scalar(), self._s.name("p")))
        scope = Scope("function", functions=list(self._functions), result=result)
        scope.values += [Value(p.name, p.type, p.direction != "in") for p in parameters]
        every = list(parameters)
        if header is not None:
            # Without sees_headers nothing in a function makes a header valid or invalid; it may read a valid one.
            scope.values += fields_of(header.name, self._types[1], writable=header.direction != "in", needs=header.name)
            every.insert(self._rng.randint(0, len(every)), header)
            if self._s.chance(0.3):
                every.append(Parameter("inout", self._types[1], self._s.name("p")))
                scope.values += fields_of(every[-1].name, self._types[1], needs=every[-1].name)
        name = self._s.name("fun")
        body = self._controls.start(parameters)
        straight = header is None and self._s.chance(0.4)
        if straight:
            scope.functions = [f for f in scope.functions if f.straight]
        body += self._statements.block(scope, self._rng.randint(1, 3), 0 if straight else 2)
        if header is not None:
            inner = scope.child([header.name])
            body += [f"if ({header.name}.isValid()) {{", *indent(self._statements.block(inner, 2, 1)), "}"]
        if result is not None:
            body.append(f"return {self._expressions.of(scope, result, 3)};")
        self._functions.append(Callable(name, tuple(every), result, straight=straight))
        return [f"{result or 'void'} {name}({', '.join(map(str, every))}) {{", *indent(body), "}"]

    def _parser(self) -> list[str]:
        parsers = Parsers(self._s, self._statements, self._headers, self._features, _ERRORS)
        sub = self._headers.plain.get("hdr.inner")
        lines = parsers.sub(sub, self._scope("parser")) if sub else []
        return lines + parsers.main(self._scope("parser"), sub)

    def _control(self, place: str, name: str) -> tuple[list[str], ControlParts]:
        parts = ControlParts()
        parts.objects.groups, parts.objects.sessions = self._objects.groups, self._objects.sessions
        scope = self._scope(place)
        scope.may_leave = self._has("exit")
        before: list[str] = []
        self._controls.objects(parts, place[0])
        self._controls.locals(scope, parts, self._rng.randint(0, 3))
        if self._has("subcontrol") and place == "ingress":
            before = self._sub_control(scope, parts)
        for _ in range(self._rng.randint(1, 4) if self._has("action") else 0):
            self._controls.action(scope, parts)
        extra = self._controls.extra(scope, parts, in_action=False)
        body: list[str] = []
        if place == "ingress":
            body.append(f"sm.egress_spec = {self._rng.choice(PORTS)};")
            if self._s.chance(0.5):
                body.append("if (sm.parser_error != error.NoError) {")
                body += [f"    sm.egress_spec = {self._rng.choice(PORTS)};", "}"]
        body += self._statements.block(scope, self._rng.randint(1, 3), 3, extra)
        inner = scope.child(["hdr.base"])
        body += [
            "if (hdr.base.isValid()) {",
            *indent(self._statements.block(inner, self._rng.randint(3, 8), 3, extra)),
            "}",
        ]
        body += self._requests(place, scope)
        body += self._report(scope, "hdr.seen" if place == "ingress" else "hdr.seen2")
        port = "sm.ingress_port" if place == "ingress" else "sm.egress_port"
        echo = ["    sm.egress_spec = sm.ingress_port;"] if place == "ingress" else []
        text = [*before, f"control {name}(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {{"]
        text += [*indent(parts.declarations), "    apply {", f"        if ({port} >= {FIRST_SENTINEL_PORT}) {{"]
        text += [*indent(indent(echo)), "        } else {", *indent(indent(indent(body))), "        }", "    }", "}"]
        return text, parts

    def _report(self, scope: Scope, header: str) -> list[str]:
        """Make visible what the program computed."""
        record = next(t for t in self._types if t.name == "seen_h")
        lines = [f"{header}.setValid();"]
        return lines + [f"{header}.{n} = {self._expressions.of(scope, k, 3)};" for n, k in record.fields]

    def _requests(self, place: str, scope: Scope) -> list[str]:
        """Copies and further rounds, each at most once per packet and its descendants."""
        wanted = []
        sessions = sorted(self._objects.sessions)
        condition = self._expressions.of(scope, BOOL, 2)
        if place == "ingress":
            if self._has("clone") and sessions:
                preserving = f"clone_preserving_field_list(CloneType.I2E, {{}}, {self._index(1)});"
                call = self._rng.choice((preserving, "clone(CloneType.I2E, {});"))
                if self._has("recirculate"):
                    call = preserving  # else the copy would have lost meta.again, and could be copied for ever
                wanted.append((1, call.format(self._rng.choice(sessions)), condition))
            if self._has("resubmit"):
                wanted.append(
                    (2, f"resubmit_preserving_field_list({self._index(1)});", self._expressions.of(scope, BOOL, 2))
                )
        else:
            if self._has("clone_egress") and sessions:
                call = f"clone_preserving_field_list(CloneType.E2E, {self._rng.choice(sessions)}, {self._index(1)});"
                wanted.append((4, call, condition))
            if self._has("recirculate"):
                wanted.append(
                    (8, f"recirculate_preserving_field_list({self._index(2)});", self._expressions.of(scope, BOOL, 2))
                )
        lines = []
        for bit, call, when in wanted:
            place_bit = bit.bit_length() - 1
            lines += [f"if (meta.again[{place_bit}:{place_bit}] == 0 && {when}) {{",
                      f"    meta.again = meta.again | {bit};", f"    {call}", "}"]  # fmt: skip
        return lines

    def _sub_control(self, scope: Scope, parts: ControlParts) -> list[str]:
        """A control that the main one applies through one or two instances."""
        parameters = self._controls.parameters(self._rng.randint(0, 3))
        name = self._s.name("Sub")
        inner = self._scope("ingress")
        inner.values += [Value(p.name, p.type, p.direction != "in") for p in parameters]
        inner.may_leave = self._has("exit")
        own = ControlParts()
        constructor = ""
        if self._s.chance(0.4):
            kind, given = self._s.bits(), self._s.name("k")
            constructor = f"({kind} {given})"
            inner.values.append(Value(given, kind, False))
        self._controls.locals(inner, own, self._rng.randint(0, 2))
        for _ in range(self._rng.randint(0, 2)):
            self._controls.action(inner, own)
        body = self._controls.start(parameters)
        body += self._statements.block(
            inner, self._rng.randint(2, 5), 2, self._controls.extra(inner, own, in_action=False)
        )
        leaves = any("exit;" in line for line in [*body, *own.declarations])
        for _ in range(1 if leaves else self._rng.randint(1, 2)):  # p4c fails on several instances that can exit
            instance = self._s.name("sub")
            argument = f"({self._expressions.literal(kind)})" if constructor else "()"
            parts.declarations.append(f"{name}{argument} {instance};")
            call = Callable(
                f"{instance}.apply",
                tuple(parameters),
                None,
                frozenset(inner.effects),
                ("hdr", "meta", "sm"),
                bool(own.tables),
                exits=leaves,
            )
            scope.statements.append(call)
        text = ", ".join(
            ["inout headers_t hdr", "inout meta_t meta", "inout standard_metadata_t sm", *map(str, parameters)]
        )
        return [f"control {name}({text}){constructor} {{", *indent(own.declarations), "    apply {",
                *indent(indent(body)), "    }", "}"]  # fmt: skip

    def _checksum(self, call: str) -> list[str]:
        if not self._has("checksum"):
            return []
        lines = []
        for path, record in list(self._headers.plain.items())[:2]:
            if record.varbit or not self._s.chance(0.7):
                continue
            algorithm = self._rng.choice(("csum16", "csum16", "csum16", *HASHES))
            data = ", ".join(f"{path}.{n}" for n, _k in record.fields if n != "sum")
            payload = self._rng.choice(("", "", "_with_payload"))
            lines.append(f"{call}{payload}({path}.isValid(), {{ {data} }}, {path}.sum, HashAlgorithm.{algorithm});")
        return lines

    def _checksums(self, control: str, call: str) -> list[str]:
        body = indent(indent(self._checksum(call)))
        return [f"control {control}(inout headers_t hdr, inout meta_t meta) {{", "    apply {", *body, "    }", "}"]

    def _deparser(self) -> list[str]:
        names = [*self._headers.plain, *self._headers.stacks, *self._headers.unions]
        self._rng.shuffle(names)
        lines = [f"        pkt.emit({n});" for n in ["hdr.seen", "hdr.seen2", *names]]
        return ["control MainDeparser(packet_out pkt, in headers_t hdr) {", "    apply {", *lines, "    }", "}"]

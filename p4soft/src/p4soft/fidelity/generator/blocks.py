# SPDX-License-Identifier: Apache-2.0
"""Random parsers and controls.

Parsers are states in a chain that mostly goes forward, with loops over stacks and select over masks and ranges.
Controls are declarations (locals, objects, actions, tables) and the statements that use them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from p4soft.fidelity.generator.model import (
    BOOL,
    FIRST_SENTINEL_PORT,
    Bits,
    Callable,
    Headers,
    Parameter,
    Record,
    Scope,
    Source,
    Value,
    fields_of,
    indent,
)
from p4soft.fidelity.generator.statements import Externs, Maker, Objects, Statements, literal

# --- Parsers ---------------------------------------------------------------------------------------------------------


_KEY_WIDTHS = (1, 2, 2, 3, 4, 8, 16)


class Parsers:
    def __init__(
        self, source: Source, statements: Statements, headers: Headers, features: frozenset[str], errors: list[str]
    ) -> None:
        self._s = source
        self._rng = source.rng
        self._statements = statements
        self._expressions = statements.expressions
        self._headers = headers
        self._features = features
        self._errors = errors
        self._assigned: set[str] = set()

    def main(self, scope: Scope, sub: Record | None) -> list[str]:
        """The parser; `scope` sees the metadata. `sub` is the header type the sub-parser extracts, if there is one."""
        steps: list[tuple[str, str]] = [("plain", "hdr.base")]
        # A header is extracted at one place only: p4c drops what was assigned to it before it is extracted again,
        # although the second time may fail and leave it.
        steps += [("plain", p) for p in self._headers.plain if p != "hdr.base" and (sub is None or p != "hdr.inner")]
        steps += [("sub", "hdr.inner")] if sub is not None else []
        steps += [("stack", p) for p in self._headers.stacks]
        steps += [("union", p) for p in self._headers.unions]
        steps += [("quiet", "")] * self._rng.randint(0, 2)
        rest = [s for s in steps[1:] if self._s.chance(0.85)]
        self._rng.shuffle(rest)
        steps = [steps[0], *rest]
        names = [f"s{i}" for i in range(len(steps))]
        lines = [
            "parser MainParser(packet_in pkt, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {"
        ]
        if sub is not None:
            lines.append("    SubParser() sub;")
        local = self._s.name("n")
        lines.append(f"    bit<8> {local} = 0;")
        lines += [
            "    state start {",
            "        transition select(sm.ingress_port) {",
            f"            {FIRST_SENTINEL_PORT}..511: accept;",
            "            default: s0;",
            "        }",
            "    }",
        ]
        for i, (kind, path) in enumerate(steps):
            facts = scope.child(["hdr.base"])
            facts.values += fields_of("hdr.base", self._headers.plain["hdr.base"], needs="hdr.base")
            later = [*names[i + 1 :], "accept"]
            lines += self._state(names[i], kind, path, facts, later, local)
        return [*lines, "}"]

    def _state(  # noqa: PLR0917
        self, name: str, kind: str, path: str, scope: Scope, later: list[str], local: str
    ) -> list[str]:
        body: list[str] = []
        following = [*later, "accept"]
        if kind == "plain":
            record = self._headers.plain[path]
            if record.varbit:
                amount = self._expressions.leaf(scope, Bits(3))
                body.append(f"pkt.extract({path}, (bit<32>)({amount}) << 3);")
            else:
                if path != "hdr.base" and self._s.chance(0.2):
                    body += self._look(scope, record)
                body.append(f"pkt.extract({path});")
            scope = scope.child([path])
            scope.values += fields_of(path, record, needs=path)
        elif kind == "stack":
            record, _size = self._headers.stacks[path]
            body.append(f"pkt.extract({path}.next);")
            element = f"{path}.last"
            scope = scope.child([element])
            scope.values += fields_of(element, record, needs=element, writable=False)
            following = [name, name, later[0]]
        elif kind == "union":
            members = self._headers.unions[path]
            member = self._rng.choice(sorted(members))
            body.append(f"pkt.extract({path}.{member});")
            scope = scope.child([f"{path}.{member}"])
            scope.values += fields_of(f"{path}.{member}", members[member], needs=f"{path}.{member}")
        elif kind == "sub":
            body.append(f"sub.apply(pkt, {path}, meta);")
        else:
            body.append(f"{local} = {local} + 1;")
            following = [*([name] if self._s.chance(0.5) else []), *later]
            if following[0] == name:
                lines = [*body, *self._middle(scope), f"transition select({local}) {{"]
                lines += [f"    0..{self._rng.randint(1, 4)}: {name};", f"    _: {self._rng.choice(later)};", "}"]
                return [f"    state {name} {{", *indent(indent(lines)), "    }"]
        body += self._middle(scope)
        return [
            f"    state {name} {{",
            *indent(indent([*body, *self.transition(self._unchanged(scope, body), following)])),
            "    }",
        ]

    @staticmethod
    def _unchanged(scope: Scope, body: list[str]) -> Scope:
        """The scope without what a state assigns: p4c might find the value, and a constant key is refused by BMv2."""
        text = "\n".join(body)
        inner = scope.child()
        inner.values = [v for v in scope.values if f"{v.text} " not in text and f"{v.text}[" not in text]
        inner.values = [v for v in inner.values if not v.text.startswith("v")]
        return inner

    def _look(self, scope: Scope, record: Record) -> list[str]:
        """Look at the bits ahead, as a number or as a header."""
        if self._s.chance(0.6):
            kind = Bits(self._rng.choice((1, 4, 8, 16, 13)))
            name = self._s.name("la")
            return [f"{kind} {name} = pkt.lookahead<{kind}>();"]
        name = self._s.name("la")
        field, kind2 = self._rng.choice(record.fields)
        self._freeze(scope)
        place = self._expressions.place(scope, kind2)
        if place is None:
            return []
        return [f"{record} {name} = pkt.lookahead<{record}>();", *self._note([f"{place} = {name}.{field};"])]

    def _middle(self, scope: Scope) -> list[str]:
        lines: list[str] = []
        for _ in range(self._rng.randint(0, 2)):
            self._freeze(scope)
            lines += self._note(self._statements.one(scope, 0))
        if "verify" in self._features and self._s.chance(0.2):
            lines.append(f"verify({self._expressions.of(scope, BOOL, 2)}, error.{self._rng.choice(self._errors)});")
        if "advance" in self._features and self._s.chance(0.15):
            lines.append(f"pkt.advance((bit<32>){self._expressions.leaf(scope, Bits(2))} << 3);")
        return lines

    def _note(self, lines: list[str]) -> list[str]:
        self._assigned.update(line.split(" ", 1)[0].split("[", 1)[0] for line in lines)
        return lines

    def _freeze(self, scope: Scope) -> None:
        """Nothing is assigned twice in a parser, nor a member and its struct.

        p4c drops an assignment that a later one makes useless, although an error in between may end the parser.
        """
        scope.values = [replace(v, writable=False) if self._is_assigned(v.text) else v for v in scope.values]

    def _is_assigned(self, text: str) -> bool:
        return any(f"{text}.".startswith(f"{each}.") or each.startswith(f"{text}.") for each in self._assigned)

    def transition(self, scope: Scope, later: list[str]) -> list[str]:
        """A transition statement to some of `later`; the last of a loop's is the way out, else the first is likely."""
        out = later[-1] if later[:1] == later[1:2] else later[0]
        if self._s.chance(0.2):
            return [f"transition {out};"]
        quiet = scope.child()
        quiet.functions = []
        kinds = [Bits(self._rng.choice(_KEY_WIDTHS)) for _ in range(self._rng.choice((1, 1, 2, 3)))]
        keys = [self._key(quiet, k) for k in kinds]
        if "lookahead" in self._features and self._s.chance(0.2):
            keys[0] = f"pkt.lookahead<{kinds[0]}>()"
        lines = [f"transition select({', '.join(keys)}) {{"]
        heads: set[str] = set()
        for _ in range(self._rng.randint(1, 4)):
            sets = [self._keyset(k) for k in kinds]
            if not heads and all(s == "_" for s in sets):
                continue  # p4c leaves out a select that has nothing but a default, and the keys that may fail with it
            heads.add(sets[0].split(" ")[0].split(".")[0])
            text = sets[0] if len(sets) == 1 else f"({', '.join(sets)})"
            lines.append(f"    {text}: {self._target(later)};")
            if all(s == "_" for s in sets):
                lines[-1] = f"    {text}: {out};"  # a way out, should it be a loop
                return [*lines, "}"]
        # p4c takes equal cases for one, and a single case for the default, even where no match should be an error.
        if not heads:
            return [f"transition {out};"]
        if self._s.chance(0.9) or len(heads) < 2:
            lines.append(f"    default: {out};")
        return [*lines, "}"]

    def _key(self, scope: Scope, kind: Bits) -> str:
        """Never a constant: p4c writes JSON that simple_switch refuses for one."""
        wider = [v for v in scope.readable() if isinstance(v.type, Bits) and v.type.width > kind.width]
        if not wider:
            return f"pkt.lookahead<{kind}>()"
        value = self._rng.choice(wider)
        assert isinstance(value.type, Bits)
        low = self._rng.randint(0, value.type.width - kind.width)
        text = f"{value.text}[{low + kind.width - 1}:{low}]"
        return f"({text} + {self._expressions.leaf(scope, kind)})" if self._s.chance(0.2) else text

    def _target(self, later: list[str]) -> str:
        if self._s.chance(0.04):
            return "reject"
        return later[0] if self._s.chance(0.6) else self._rng.choice(later)

    def _keyset(self, kind: Bits) -> str:
        top = (1 << kind.width) - 1
        value = self._rng.randint(0, min(top, 7)) if self._s.chance(0.7) else self._s.number(kind)
        choice = self._rng.random()
        if choice < 0.4:
            return literal(kind, value)
        if choice < 0.65:
            return f"{literal(kind, value)} &&& {literal(kind, self._s.number(kind))}"
        if choice < 0.85:
            return f"{literal(kind, value)}..{literal(kind, min(top, value + self._rng.choice((0, 1, 2, 30))))}"
        return "_"

    def sub(self, record: Record, scope: Scope) -> list[str]:
        """A parser that the main one applies."""
        lines = [f"parser SubParser(packet_in pkt, out {record} h, inout meta_t meta) {{", "    state start {"]
        body = ["pkt.extract(h);"]
        inner = scope.child(["h"])
        inner.values += fields_of("h", record, needs="h")
        after = inner.child()
        body += self._middle(inner)
        body += self.transition(self._unchanged(inner, body), ["more", "accept"])
        lines += [*indent(indent(body)), "    }", "    state more {"]
        return [*lines, *indent(indent([*self._middle(after), "transition accept;"])), "    }", "}"]


# --- Controls --------------------------------------------------------------------------------------------------------


_DIRECTIONS = ("in", "in", "inout", "out")
_KINDS = ("exact", "exact", "ternary", "lpm", "range", "optional")


@dataclass
class Action:
    """An action: the arguments that a call passes, and those that a table entry passes."""

    call: Callable
    data: tuple[Bits, ...]
    directed: tuple[Parameter, ...]


@dataclass
class ControlParts:
    declarations: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    objects: Objects = field(default_factory=Objects)
    tables: int = 0


class Controls:
    def __init__(self, source: Source, statements: Statements, features: frozenset[str]) -> None:
        self._s = source
        self._rng = source.rng
        self._statements = statements
        self._expressions = statements.expressions
        self._features = features

    def parameters(self, count: int) -> list[Parameter]:
        """Random directed parameters; often of one type, so that the same variable can be passed for several."""
        found: list[Parameter] = []
        for _ in range(count):
            kind = found[0].type if found and self._s.chance(0.6) else self._s.scalar()
            found.append(Parameter(self._rng.choice(_DIRECTIONS), kind, self._s.name("p")))
        return found

    def start(self, parameters: list[Parameter]) -> list[str]:
        """A value for every `out` parameter, first of all."""
        nothing = Scope("function")
        return [
            f"{p.name} = {self._expressions.leaf(nothing, p.type)};"  # type: ignore[arg-type]
            for p in parameters
            if p.direction == "out"
        ]

    def locals(self, scope: Scope, parts: ControlParts, count: int) -> None:
        for _ in range(count):
            name, kind = self._s.name("c"), self._s.scalar()
            nothing = Scope("function")
            parts.declarations.append(f"{kind} {name} = {self._expressions.leaf(nothing, kind)};")
            scope.values.append(Value(name, kind))

    def objects(self, parts: ControlParts, prefix: str) -> None:
        """Counters and registers; their sizes are powers of two, so that an index can be kept inside."""
        if "counter" in self._features:
            name, size = self._s.name(f"{prefix}count"), 1 << self._rng.randint(1, 3)
            parts.declarations.append(f"counter({size}, CounterType.packets_and_bytes) {name};")
            parts.objects.counters[name] = size
        if "register" in self._features and prefix == "i":
            for _ in range(self._rng.randint(1, 2)):
                name, size = self._s.name(f"{prefix}reg"), 1 << self._rng.randint(1, 3)
                kind = Bits(self._rng.choice((1, 8, 16, 32, 48, 63, self._rng.randint(1, 63))))  # Thrift reads 63 bits
                parts.declarations.append(f"register<{kind}>({size}) {name};")
                parts.objects.registers[name] = kind, size

    def extra(self, scope: Scope, parts: ControlParts, *, in_action: bool) -> list[tuple[int, Maker]]:
        """Makers of extern uses for this control's bodies."""
        externs = Externs(self._s, self._expressions, parts.objects)
        found: list[tuple[int, Maker]] = [(1, externs.random), (1, externs.log)]
        if "hash" in self._features:
            found.append((2, externs.hash))
        if parts.objects.counters:
            found.append((1, externs.count))
        if parts.objects.registers:
            found.append((3, externs.register))
        if "drop" in self._features:
            found.append((1, externs.drop))
        if "truncate" in self._features:
            found.append((1, externs.truncate))
        if scope.place == "ingress":
            found.append((1, externs.port))
            if parts.objects.groups:
                found.append((1, externs.multicast))
        if not in_action and "table" in self._features:
            found.append((5, lambda s, d: self.table(s, d, parts)))
        return found

    def action(self, control: Scope, parts: ControlParts) -> None:
        directed = self.parameters(self._rng.randint(0, 2))
        data = tuple(self._s.bits() for _ in range(self._rng.randint(0, 2)))
        name = self._s.name("act")
        given = [Parameter("", k, self._s.name("d")) for k in data]
        body = control.child()
        body.effects = set()
        body.facts = frozenset()
        body.statements = []
        body.in_action = True
        body.may_leave = "exit" in self._features
        body.values += [Value(p.name, p.type, p.direction != "in") for p in directed]
        body.values += [Value(p.name, p.type, False) for p in given]
        extra = self.extra(body, parts, in_action=True)
        lines = self.start(directed)
        lines += self._statements.block(body, self._rng.randint(1, 4), 2, extra)
        head = f"action {name}({', '.join(str(p) for p in [*directed, *given])}) {{"
        parts.declarations += [head, *indent(lines), "}"]
        passed = tuple(directed) + tuple(Parameter("in", p.type, p.name) for p in given)
        exits = any("exit;" in line for line in lines)
        call = Callable(name, passed, None, frozenset(body.effects), exits=exits)
        parts.actions.append(Action(call, data, tuple(directed)))
        control.statements.append(call)

    def table(self, scope: Scope, depth: int, parts: ControlParts) -> list[str]:
        """Declare a table and apply it here, in one of the ways there are. `scope` is where it is applied."""
        if scope.in_loop or scope.place not in ("ingress", "egress"):
            return []
        usable = [a for a in parts.actions if not a.call.effects & scope.facts]
        self._rng.shuffle(usable)
        # A table is declared beside the control's locals: it cannot see the variables of the block that applies it.
        visible = scope.child()
        visible.values = [v for v in scope.values if not v.text.startswith(("v", "i")) or not v.text[1:2].isdigit()]
        visible.values = [v for v in visible.values if "[x" not in v.text]
        name = self._s.name("t")
        bound: list[tuple[str, Action | None]] = []
        for action in usable[: self._rng.randint(1, 3)]:
            # Without names: what the list binds is repeated, with the data, in the entries.
            shape = Callable(
                action.call.name, tuple(replace(p, name="") for p in action.directed), exits=action.call.exits
            )
            arguments = self._expressions.arguments(visible, shape, 1)
            if arguments is not None:
                bound.append((f"{action.call.name}({', '.join(arguments)})", action))
                scope.effects |= action.call.effects
        bound.append(("NoAction", None))
        parts.declarations += self._declare_table(name, visible, bound)
        parts.tables += 1
        return self._apply(scope, depth, parts, name, bound)

    def _declare_table(self, name: str, visible: Scope, bound: list[tuple[str, Action | None]]) -> list[str]:
        lines = [f"table {name} {{"]
        keys = self._keys(visible)
        if keys:
            lines += ["    key = {", *[f"        {text} : {how} @name(\"k{i}\");" for i, (text, _k, how) in
                                       enumerate(keys)], "    }"]  # fmt: skip
        lines += ["    actions = {", *[f"        {text.removesuffix('()')};" for text, _ in bound], "    }"]
        if keys and self._s.chance(0.9):
            entries = self._entries(keys, bound)
            if entries:
                lines += ["    const entries = {", *[f"        {e}" for e in entries], "    }"]
        if self._s.chance(0.2):
            lines.append("    size = 64;")
        const = "const " if self._s.chance(0.5) else ""
        lines.append(f"    {const}default_action = {self._bound_call(self._rng.choice(bound))};")
        return [*lines, "}"]

    def _bound_call(self, choice: tuple[str, Action | None]) -> str:
        text, action = choice
        if action is None:
            return "NoAction()"
        data = [literal(k, abs(self._s.number(k)) % (1 << k.width - 1)) if k.signed else self._expressions.literal(k)
                for k in action.data]  # fmt: skip  # p4c takes no negative numbers here
        inside = text[text.index("(") + 1 : -1]
        return f"{action.call.name}({', '.join(filter(None, [inside, *data]))})"

    def _keys(self, visible: Scope) -> list[tuple[str, Bits, str]]:
        keys: list[tuple[str, Bits, str]] = []
        for _ in range(self._rng.choice((0, 1, 1, 2, 2, 3))):
            how = self._rng.choice(_KINDS)
            if how == "lpm" and any(k[2] == "lpm" for k in keys):
                how = "exact"
            whole = [v for v in visible.readable() if isinstance(v.type, Bits) and not v.type.signed]
            if whole and self._s.chance(0.6):
                value = self._rng.choice(whole)
                assert isinstance(value.type, Bits)
                kind, text = value.type, value.text
                if kind.width > 4 and self._s.chance(0.5):
                    low = self._rng.randint(0, kind.width - 4)
                    text, kind = f"{text}[{low + 3}:{low}]", Bits(4)
            else:
                kind = Bits(self._rng.choice((1, 2, 3, 4, 8, 16)))
                quiet = visible.child()
                quiet.functions = []
                text = self._expressions.bits(quiet, kind, 2)
            keys.append((text, kind, how))
        return keys

    def _entries(self, keys: list[tuple[str, Bits, str]], bound: list[tuple[str, Action | None]]) -> list[str]:
        seen: set[tuple[object, ...]] = set()
        lines = []
        for _ in range(self._rng.randint(1, 6)):
            parts = [self._keyset(k, how) for _text, k, how in keys]
            identity = tuple(i for _t, i in parts)
            if identity in seen:
                continue
            seen.add(identity)
            text = ", ".join(t for t, _i in parts)
            lines.append(f"({text}) : {self._bound_call(self._rng.choice(bound))};")
        return lines

    def _keyset(self, kind: Bits, how: str) -> tuple[str, object]:
        top = (1 << kind.width) - 1
        value = self._s.number(kind) if self._s.chance(0.5) else self._rng.randint(0, min(7, top))
        if how == "exact":
            return literal(kind, value), value
        if how == "optional":
            return ("_", None) if self._s.chance(0.3) else (literal(kind, value), value)
        if how == "lpm":
            length = self._rng.randint(0, kind.width)
            mask = top & ~((1 << kind.width - length) - 1)
            return f"{literal(kind, value & mask)} &&& {literal(kind, mask)}", (
                length,
                self._prefix(kind, value, length),
            )
        if how == "range":
            high = min(top, value + self._rng.choice((0, 1, 3, 100)))
            return f"{literal(kind, value)}..{literal(kind, high)}", (value, high)
        mask = self._s.number(kind) if self._s.chance(0.7) else top
        return f"{literal(kind, value & mask)} &&& {literal(kind, mask)}", (value & mask, mask)

    @staticmethod
    def _prefix(kind: Bits, value: int, length: int) -> int:
        """The bits of a prefix that simple_switch compares: it counts from the first bit of the first byte."""
        return value >> min(kind.width, -(-kind.width // 8) * 8 - length)

    def _apply(
        self, scope: Scope, depth: int, parts: ControlParts, name: str, bound: list[tuple[str, Action | None]]
    ) -> list[str]:
        extra = self.extra(scope, parts, in_action=False)

        def arm() -> list[str]:
            return self._statements.block(scope.child(), self._rng.randint(1, 2), depth - 1, extra)

        choice = self._rng.random()
        if depth <= 0 or choice < 0.4:
            return [f"{name}.apply();"]
        if choice < 0.7:
            test = self._rng.choice(("hit", "miss"))
            negation = "!" if self._s.chance(0.2) else ""
            lines = [f"if ({negation}{name}.apply().{test}) {{", *indent(arm())]
            return [*lines, "} else {", *indent(arm()), "}"] if self._s.chance(0.5) else [*lines, "}"]
        lines = [f"switch ({name}.apply().action_run) {{"]
        for text, action in bound:
            label = action.call.name if action else text
            choice = self._rng.random()
            if choice < 0.3:
                continue
            lines += [f"    {label}: {{", *indent(indent(arm())), "    }"]
        if self._s.chance(0.5):
            lines += ["    default: {", *indent(indent(arm())), "    }"]
        return [*lines, "}"] if len(lines) > 1 else [f"{name}.apply();"]

    def condition(self, scope: Scope) -> str:
        """A random expression of type bool, over what is in scope."""
        return self._expressions.of(scope, BOOL, 2)

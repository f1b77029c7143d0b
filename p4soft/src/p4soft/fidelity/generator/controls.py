# SPDX-License-Identifier: Apache-2.0
"""Random controls: declarations (locals, objects, actions, tables) and the statements that use them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from p4soft.fidelity.generator.expressions import literal
from p4soft.fidelity.generator.externs import Externs, Objects
from p4soft.fidelity.generator.model import BOOL, Bits, Callable, Parameter, Scope, Source, Value, indent
from p4soft.fidelity.generator.statements import Maker, Statements

_DIRECTIONS = ("in", "in", "inout", "out")
_KINDS = ("exact", "exact", "ternary", "lpm", "range", "optional")


@dataclass
class Action:
    """An action: what a call passes, and what a table entry passes besides."""

    call: Callable
    data: tuple[Bits, ...]
    directed: tuple[Parameter, ...]


@dataclass
class ControlParts:
    """The text of a control being made."""

    declarations: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    objects: Objects = field(default_factory=Objects)
    tables: int = 0


class Controls:
    """Makes the contents of controls."""

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
        """Variables of the control."""
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
        """One more action."""
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

# SPDX-License-Identifier: Apache-2.0
"""Random parsers: states in a chain that mostly goes forward, loops over stacks, select over masks and ranges."""

from __future__ import annotations

from dataclasses import replace

from p4soft.fidelity.generator.case import FIRST_SENTINEL_PORT
from p4soft.fidelity.generator.expressions import literal
from p4soft.fidelity.generator.model import BOOL, Bits, Headers, Record, Scope, Source, fields_of, indent
from p4soft.fidelity.generator.statements import Statements

_KEY_WIDTHS = (1, 2, 2, 3, 4, 8, 16)


class Parsers:
    """Makes the main parser and a sub-parser."""

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
        """Remember what is assigned."""
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

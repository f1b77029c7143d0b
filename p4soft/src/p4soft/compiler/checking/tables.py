# SPDX-License-Identifier: Apache-2.0
"""Tables (specification section 14.2), and the entries of one table seen together (section 14.2.1.4)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.calls import Signature, match_arguments
from p4soft.compiler.checking.scopes import CheckerBase
from p4soft.compiler.checking.statements import Statements
from p4soft.compiler.diagnostics import MAX_ENTRIES, one_of

KEY_TYPES = (t.UnknownType, t.BitType, t.BoolType, t.EnumType, t.SerEnumType, t.ErrorType, t.NewType, t.VarbitType)


class Tables(Statements):
    def table(self, table: ast.TableDecl) -> None:
        table.type = t.TableType(table.name, table)
        for key in table.key:
            self._key(table, key)
        listed: dict[str, ast.ActionRef] = {}
        for ref in table.actions:
            self._listed(ref)
            if ref.name in listed:
                self.error(
                    ref, f"the action `{ref.name}` is listed twice", "", [(listed[ref.name].span, "the first is here")]
                )
            listed[ref.name] = ref
        if table.default_action is None:
            self._implicit_default(table, listed)
        else:
            self._chosen(table, table.default_action, listed, "the default action")
        for name, prop in table.properties.items():
            self._property(table, name, prop)
        if table.entries and not table.key:
            self.error(table.name_span, f"the table `{table.name}` has entries but no key", "`key = { ... }`")
        for entry in table.entries:
            self._entry(table, entry, listed)
        _check_entries(self, table)
        self.declare(table)

    def _implicit_default(self, table: ast.TableDecl, listed: dict[str, ast.ActionRef]) -> None:
        """A table without default action falls back to core.p4's NoAction."""
        found = self.top.lookup("NoAction")
        if found is None and self.asked_for_include:
            return
        if not isinstance(found, ast.ActionDecl) or found.params:
            problem = "there is none" if found is None else "`NoAction` is something else"
            message = (
                f"table `{table.name}` has no default action, and the default for it, NoAction, is missing: {problem}"
            )
            self.error(table.name_span, message, "`#include <core.p4>`, or `default_action = ...;`")
            return
        ref = next((ref for ref in listed.values() if ref.decl is found), None)
        if ref is not None and any(a.name == "tableonly" for a in ref.annotations):
            message = (
                f"the action `NoAction` is marked @tableonly, and table `{table.name}` has no other default action"
            )
            self.error(ref, message, "`default_action = ...;`")

    def _key(self, table: ast.TableDecl, key: ast.KeyElement) -> None:
        key.expression = self.expression(key.expression)
        root: ast.Expression = key.expression
        while isinstance(root, ast.Member | ast.Index | ast.Slice):
            root = root.base
        if isinstance(root, ast.PathExpr) and root.name == table.name:
            self.error(
                root, f"`{table.name}` names the table itself, which hides what else has that name", "another name"
            )
        key.match_decl = self.match_kinds.get(key.match_kind)
        if key.match_decl is None and not self.include_missing(key.match_kind, key.span):
            kinds = one_of(self.match_kinds) or "a declaration, such as core.p4's"
            self.error(key, f"`{key.match_kind}` is no match kind", kinds)
        type_ = key.expression.type
        if key.expression.const_value is not None:
            message = "this key element is a constant: it tells no packets apart"
            self.diagnostics.warn(key.expression.span, message, code="constant-key")
        if not isinstance(type_, KEY_TYPES):
            expected = "bit<W>, int<W>, bool, enum or error"
            self.error(key.expression, f"a key cannot have type `{type_}`", expected)

    def _property(self, table: ast.TableDecl, name: str, prop: ast.TableProperty) -> None:
        if name == "size":
            self._size(table, prop)
            return
        prop.value = self.expression(prop.value)
        value = prop.value.const_value
        if isinstance(prop.value.type, t.UnknownType):
            return
        if name == "largest_priority_wins" and not isinstance(value, bool):
            self.error(prop.value, f"`{name}` is not a bool known at compile time", "true or false")
        elif name == "priority_delta" and (not isinstance(value, int) or isinstance(value, bool) or value <= 0):
            self.error(prop.value, f"`{name}` is not a positive integer known at compile time", "1 or more")
        if isinstance(prop.value.type, t.DontCareType):
            self.error(prop.value, f"this is no value for the property `{name}`")

    def _size(self, table: ast.TableDecl, prop: ast.TableProperty) -> None:
        checked = prop.value = self.expression(prop.value)
        if checked.const_value is None and self.is_static(checked):
            return  # depends on a constructor parameter: known once instantiated
        value = checked.const_value
        if not isinstance(value, int) or isinstance(value, bool):
            self.error(checked, "the table's size is not known at compile time", "a constant integer")
        elif value < 0:
            self.error(checked, f"the size {value} is negative", "0 or more entries")
        elif value > MAX_ENTRIES:
            self.error(checked, f"the size {value} is too large", f"at most {MAX_ENTRIES} entries")
        else:
            table.size_value = value

    # ------------------------------------------------------------------------------------------------ actions

    def _action_of(self, ref: ast.ActionRef) -> ast.ActionDecl | None:
        decl = self.lookup(ref.name, ref.absolute, ref.span, "action")
        if decl is None:
            return None
        if not isinstance(decl, ast.ActionDecl):
            self.error(ref, f"`{ref.name}` is no action", "the name of an action")
            return None
        ref.decl = decl
        return decl

    def _listed(self, ref: ast.ActionRef) -> None:
        """An action in the table's list: arguments for its directed parameters, none for action data."""
        decl = self._action_of(ref)
        if decl is None or not isinstance(decl.type, t.ActionType):
            return
        params = decl.type.params
        directed = tuple(p for p in params if p.direction)
        if not ref.args and directed:
            names = ", ".join(f"`{p.direction} {p.type} {p.name}`" for p in directed)
            self.error(ref, f"the action `{ref.name}` needs arguments for its directed parameters {names}")
            return
        if len(ref.args) > len(directed):
            self.error(
                ref.args[len(directed)],
                f"`{params[len(directed)].name if len(params) > len(directed) else ref.name}` cannot be given here",
                "arguments for directed parameters only: the control plane gives the others",
            )
            return
        bound = self.bind(Signature(f"action `{ref.name}`", directed), ref.args, ref)
        if bound is not None:
            ref.bound_args = bound + [ast.BoundArg(p, None) for p in params if not p.direction]

    def _chosen(self, table: ast.TableDecl, ref: ast.ActionRef, listed: dict[str, ast.ActionRef], what: str) -> None:
        """The default action or an entry's: in the list, with values for all parameters."""
        decl = self._action_of(ref)
        if decl is None or not isinstance(decl.type, t.ActionType):
            return
        entry = listed.get(ref.name)
        if entry is None or entry.decl is not decl:
            message = f"{what} `{ref.name}` is not in the actions of table `{table.name}`"
            self.error(ref, message, one_of(listed))
            return
        banned, place = ("tableonly", "the default") if what == "the default action" else ("defaultonly", "an entry")
        if any(a.name == banned for a in entry.annotations):
            self.error(ref, f"the action `{ref.name}` is marked @{banned}: it cannot be {place}")
        params = decl.type.params
        directed = tuple(p for p in params if p.direction)
        data = tuple(p for p in params if not p.direction)
        # The directed arguments may be repeated (they must be those of the list) or left out.
        if match_arguments(params, ref.args)[1] and not match_arguments(data, ref.args)[1]:
            params = data
        bound = self.bind(Signature(f"action `{ref.name}`", params, static=True), ref.args, ref)
        if bound is None:
            return
        if params is not data:
            for listed_arg, arg in zip(entry.bound_args, bound[: len(directed)], strict=False):
                if listed_arg.value and arg.value and not _same(listed_arg.value, arg.value):
                    notes = [(listed_arg.value.span, "the argument in the actions list")]
                    self.error(arg.value, "the argument differs from the one in the actions list", "", notes)
        given = bound[len(directed) :] if params is not data else bound
        ref.bound_args = [*entry.bound_args[: len(directed)], *given]

    # ------------------------------------------------------------------------------------------------ entries

    def _entry(self, table: ast.TableDecl, entry: ast.Entry, listed: dict[str, ast.ActionRef]) -> None:
        if entry.priority is not None:
            entry.priority, entry.priority_value = self.integer(entry.priority, "the entry's priority")
            if entry.priority_value is not None and entry.priority_value < 0:
                self.error(entry.priority, "the entry's priority is negative", "0 or more")
        self._keysets(table, entry)
        self._chosen(table, entry.action, listed, "the entry's action")

    def _keysets(self, table: ast.TableDecl, entry: ast.Entry) -> None:
        keysets = entry.keysets
        if len(keysets) == 1 and isinstance(keysets[0], ast.DefaultExpr):
            keysets += [ast.DefaultExpr(keysets[0].span) for _ in table.key[1:]]
        elif len(keysets) == 1 and isinstance(keysets[0], ast.ListExpr) and len(table.key) > 1:
            entry.keysets = keysets = keysets[0].elements
        if len(keysets) != len(table.key):
            span = keysets[0].span.to(keysets[-1].span)
            self.error(
                span,
                f"the entry has {len(keysets)} key value{'' if len(keysets) == 1 else 's'}",
                f"{len(table.key)}, one for each key element",
            )
            return
        for n, (keyset, key) in enumerate(zip(keysets, table.key, strict=True)):
            what = f"the value of key element {n + 1}"
            keysets[n] = self.keyset(keyset, key.expression.type, what, as_number=False)
            keysets[n] = self._match(keysets[n], key)

    def _match(self, keyset: ast.Expression, key: ast.KeyElement) -> ast.Expression:
        """Report a keyset that does not suit its match kind; a mask of ones alone is the value to every kind."""
        kind = key.match_kind
        if isinstance(keyset, ast.Range) and kind != "range":
            self.error(keyset, f"a range cannot match a key of kind {kind}", "a key of kind range")
        elif isinstance(keyset, ast.Range):
            low, high = keyset.low.const_value, keyset.high.const_value
            if isinstance(low, int) and isinstance(high, int) and low > high:
                self.error(keyset, f"the range {low} .. {high} is empty", "an entry that can match")
        elif isinstance(keyset, ast.Mask):
            mask, width = keyset.mask.const_value, t.width_of(key.expression.type)
            if kind in {"exact", "range", "optional"}:
                if isinstance(mask, int) and width is not None and mask & ((1 << width) - 1) == (1 << width) - 1:
                    return keyset.value
                self.error(keyset, f"a mask cannot match a key of kind {kind}", "a key of kind ternary or lpm")
            if kind == "lpm" and isinstance(mask, int) and width is not None:
                inverse = ~mask & ((1 << width) - 1)
                if inverse & (inverse + 1):
                    self.error(keyset.mask, "the mask of an lpm key is no prefix", "ones followed by zeros")
        elif (
            isinstance(keyset, ast.DefaultExpr)
            and kind == "exact"
            and not isinstance(key.expression.type, t.UnknownType)
        ):
            self.error(keyset, "`_` cannot match a key of kind exact", "a value")
        return keyset

    def keyset(self, keyset: ast.Expression, type_: t.Type, what: str, *, as_number: bool = True) -> ast.Expression:
        """One keyset converted to the type it is matched against; `as_number`: an enum's value may be a number."""
        match keyset:
            case ast.DefaultExpr():
                keyset.type = t.SetType(type_)
                return keyset
            case ast.Mask():
                keyset.value = self._constant(keyset.value, type_, what, as_number=as_number)
                keyset.mask = self._constant(keyset.mask, type_, f"the mask of {what}")
            case ast.Range():
                keyset.low = self._constant(keyset.low, type_, f"the lower end of {what}", as_number=as_number)
                keyset.high = self._constant(keyset.high, type_, f"the upper end of {what}")
                low, high = keyset.low.const_value, keyset.high.const_value
                if isinstance(low, int) and isinstance(high, int) and low > high:
                    self.diagnostics.warn(keyset.span, f"the range {low} .. {high} is empty", code="empty-range")
            case ast.ListExpr(elements=[only]) if not isinstance(type_, t.StructLike | t.TupleType):
                return self.keyset(only, type_, what, as_number=as_number)
            case _:
                return self._constant(keyset, type_, what, as_number=as_number)
        if not isinstance(t.representation(type_), t.BitType | t.UnknownType):
            return self.unknown(keyset, f"a mask or range cannot match a value of type `{type_}`", "a plain value")
        keyset.type = t.SetType(type_)
        return keyset

    def _constant(
        self, expression: ast.Expression, type_: t.Type, what: str, *, as_number: bool = True
    ) -> ast.Expression:
        checked = self.expression(expression)
        below = t.strip_newtype(type_)
        if isinstance(checked.type, t.SetType):
            return checked
        if isinstance(type_, t.NewType) and checked.type != type_:
            type_ = below
        if isinstance(type_, t.SerEnumType) and checked.type != type_ and as_number:
            type_ = type_.underlying
        checked = self.coerce(checked, type_, what)
        if not self.is_static(checked):
            self.error(checked, f"{what} is not known at compile time", "a constant")
        return checked


def _same_args(a: list[ast.Argument], b: list[ast.Argument]) -> bool:
    return len(a) == len(b) and all(x.name == y.name and _same(x.value, y.value) for x, y in zip(a, b, strict=True))


def _same(a: ast.Expression, b: ast.Expression) -> bool:
    """Whether two checked expressions read the same thing."""
    if a.const_value is not None or b.const_value is not None:
        return a.const_value == b.const_value
    match a, b:
        case ast.PathExpr(), ast.PathExpr():
            return a.decl is b.decl
        case ast.Member(), ast.Member():
            return a.name == b.name and _same(a.base, b.base)
        case ast.Index(), ast.Index():
            return _same(a.base, b.base) and _same(a.index, b.index)
        case ast.Slice(), ast.Slice():
            return (a.high_value, a.low_value) == (b.high_value, b.low_value) and _same(a.base, b.base)
        case ast.ListExpr(), ast.ListExpr():
            return len(a.elements) == len(b.elements) and all(map(_same, a.elements, b.elements))
        case ast.StructExpr(), ast.StructExpr():
            return len(a.fields) == len(b.fields) and all(
                x.name == y.name and _same(x.value, y.value) for x, y in zip(a.fields, b.fields, strict=True)
            )
        case ast.Cast(), ast.Cast():
            return a.type == b.type and _same(a.operand, b.operand)
        case ast.Call(), ast.Call():
            return a.decl is b.decl and _same(a.callee, b.callee) and _same_args(a.args, b.args)
        case ast.Unary(), ast.Unary():
            return a.op == b.op and _same(a.operand, b.operand)
        case ast.Binary(), ast.Binary():
            return a.op == b.op and _same(a.left, b.left) and _same(a.right, b.right)
        case ast.Ternary(), ast.Ternary():
            return all(map(_same, (a.condition, a.then, a.otherwise), (b.condition, b.then, b.otherwise)))
    return False


# --- Entries seen together: priorities and duplicates ----------------------------------------------------------------


PRIORITISED = frozenset({"ternary", "range", "optional"})
"""Match kinds with which several entries can match a packet, so that a priority decides."""

MOST_COMPARED = 2_000
"""How many entries are compared with one another."""

Matched = tuple[int, int]
"""A key value as (value, mask)."""


def _check_entries(checker: CheckerBase, table: ast.TableDecl) -> None:
    """Report priorities where none can be and none where one must be; duplicate and hidden entries."""
    _priorities(checker, table)
    _overlaps(checker, table)


def _priorities(checker: CheckerBase, table: ast.TableDecl) -> None:
    given = [e for e in table.entries if e.priority is not None]
    if not given:
        return
    if not any(k.match_kind in PRIORITISED for k in table.key):
        kinds = ", ".join(sorted({k.match_kind for k in table.key}))
        message = f"an entry of table `{table.name}` has a priority, but its keys ({kinds}) leave nothing to decide"
        checker.error(given[0], message, "no priority, or a key of kind ternary, range or optional")
        return
    if table.entries_const:
        checker.error(given[0], "an entry of `const entries` has a priority: their order decides", "`entries = {`")
        return
    if table.entries[0].priority is None:
        message = "the first entry has no priority, but a later one has"
        checker.error(table.entries[0], message, "`priority = ...:` before it", [(given[0].span, "this one")])
        return
    largest = table.number("largest_priority_wins", default=True)
    step = table.number("priority_delta", default=1)
    current = 0
    for entry in table.entries:
        if entry.priority is None:
            current += -step if largest else step
        elif entry.priority_value is None:
            return
        else:
            current = entry.priority_value
        if not 0 <= current < 1 << 31:
            message = f"this entry gets the priority {current}, {step} {'below' if largest else 'above'} the one before"
            checker.error(entry, message, "0 or more: a higher priority before it, or a smaller priority_delta")
            return


def _overlaps(checker: CheckerBase, table: ast.TableDecl) -> None:
    """Entries that no packet can reach because an earlier one matches all they match."""
    if len(table.entries) > MOST_COMPARED:
        return
    exact = all(k.match_kind == "exact" for k in table.key)
    seen: list[tuple[ast.Entry, tuple[Matched, ...]]] = []
    if any(e.priority is not None or e.annotations for e in table.entries) or any(
        k.match_kind == "lpm" for k in table.key
    ):
        return
    known: dict[tuple[Matched, ...], ast.Entry] = {}
    for entry in table.entries:
        values = tuple(_matched(k, key) for k, key in zip(entry.keysets, table.key, strict=False))
        full = tuple(v for v in values if v is not None)
        if len(full) != len(table.key):
            continue
        before = known.get(full)
        if before is None and not exact:
            before = next((e for e, v in seen if all(map(_covers, v, full))), None)
        if before is not None:
            notes = [(before.span, "the earlier entry")]
            if exact:
                checker.error(entry, "another entry has the same key", "", notes)
            else:
                message = "this entry is never hit: an earlier one matches all that it matches"
                checker.diagnostics.warn(entry.span, message, code="unreachable", notes=notes)
        known.setdefault(full, entry)
        seen.append((entry, full))


def _covers(wide: Matched, narrow: Matched) -> bool:
    return wide[1] & ~narrow[1] == 0 and (wide[0] ^ narrow[0]) & wide[1] == 0


def _matched(keyset: ast.Expression, key: ast.KeyElement) -> Matched | None:
    """A key value as (value, mask), or None when it is not known or a range."""
    width = t.width_of(key.expression.type)
    if width is None:
        return None
    everything = (1 << width) - 1
    match keyset:
        case ast.DefaultExpr():
            return 0, 0
        case ast.Mask():
            value, mask = keyset.value.const_value, keyset.mask.const_value
            if not isinstance(value, int) or not isinstance(mask, int):
                return None
            return value & mask & everything, mask & everything
        case ast.Range():
            return None
    single = keyset.const_value
    return (int(single) & everything, everything) if isinstance(single, int) else None

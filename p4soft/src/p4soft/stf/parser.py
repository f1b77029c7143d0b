# SPDX-License-Identifier: Apache-2.0
"""Reads STF text: one statement per line, `#` starts a comment, verbs in any case."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Literal as Choice

from msgspec import Struct

from p4soft.stf import statements as s
from p4soft.stf.statements import NUMBER, Literal, StfError, StfSyntaxError, parse_frame, parse_pattern, plain

# --- Forms -----------------------------------------------------------------------------------------------------------


FORMS = {
    "packet": "packet PORT HEX...",
    "expect": "expect PORT [HEX... with * for any digit] [$]",
    "no_packet": "no_packet",
    "wait": "wait",
    "add": "add TABLE [PRIORITY] FIELD:VALUE... ACTION([NAME:]VALUE, ...) or member=N or group=N [= LABEL]",
    "setdefault": "setdefault TABLE ACTION([NAME:]VALUE, ...)",
    "remove": "remove all",
    "member": "member ACTION_PROFILE NUMBER ACTION([NAME:]VALUE, ...) or ACTION [NAME=VALUE...]",
    "group": "group ACTION_SELECTOR NUMBER MEMBER...",
    "check_counter": "check_counter NAME(INDEX or $LABEL) [packets|bytes ==|!=|<|<=|>|>= NUMBER]",
    "mirroring_add": "mirroring_add SESSION PORT",
    "mirroring_add_mc": "mirroring_add_mc SESSION MULTICAST_GROUP",
    "mirroring_delete": "mirroring_delete SESSION",
    "mirroring_get": "mirroring_get SESSION",
    "mc_mgrp_create": "mc_mgrp_create MULTICAST_GROUP",
    "mc_node_create": "mc_node_create RID PORT...",
    "mc_node_update": "mc_node_update NODE_HANDLE PORT...",
    "mc_node_associate": "mc_node_associate MULTICAST_GROUP NODE_HANDLE",
    "counter_read": "counter_read NAME INDEX",
    "counter_write": "counter_write NAME INDEX PACKETS BYTES",
    "register_read": "register_read NAME INDEX [==|!=|<|<=|>|>= NUMBER]",
    "register_write": "register_write NAME INDEX VALUE",
    "register_reset": "register_reset NAME",
    "meter_get_rates": "meter_get_rates NAME INDEX",
    "meter_set_rates": "meter_set_rates NAME INDEX RATE:BURST RATE:BURST (units per microsecond : units)",
    "meter_array_set_rates": "meter_array_set_rates NAME RATE:BURST RATE:BURST (units per microsecond : units)",
}
OPERATORS = ("==", "!=", "<=", ">=", "<", ">")

COMMANDS: dict[str, tuple[bool, int, int | None, int]] = {
    "mirroring_add": (False, 2, 2, 0),
    "mirroring_add_mc": (False, 2, 2, 0),
    "mirroring_delete": (False, 1, 1, 0),
    "mirroring_get": (False, 1, 1, 0),
    "mc_mgrp_create": (False, 1, 1, 0),
    "mc_node_create": (False, 2, None, 0),
    "mc_node_update": (False, 2, None, 0),
    "mc_node_associate": (False, 2, 2, 0),
    "counter_read": (True, 1, 1, 0),
    "counter_write": (True, 3, 3, 0),
    "register_read": (True, 1, 1, 0),
    "register_write": (True, 2, 2, 0),
    "register_reset": (True, 0, 0, 0),
    "meter_get_rates": (True, 1, 1, 0),
    "meter_set_rates": (True, 1, 1, 2),
    "meter_array_set_rates": (True, 0, 0, 2),
}
"""For each command: whether a name comes first, the fewest and most numbers (None: no limit), how many rates."""


# --- Words of a line -------------------------------------------------------------------------------------------------


Kind = Choice["name", "number", "float", "mark", "end"]

_PART = r"[A-Za-z_$][A-Za-z_$0-9]*(?:\[[0-9]+\])?"
_NAME = rf"{_PART}(?:\.{_PART})*"
_TOKENS = re.compile(
    rf"(?P<quoted>\"[^\"]+\")|(?P<float>[0-9]+\.[0-9]+(?!\.?[0-9]))|(?P<number>{NUMBER})(?![A-Za-z_$0-9])"
    rf"|(?P<name>{_NAME})|(?P<mark>&&&|->|\.\.|==|!=|<=|>=|[:,()/=<>*])|(?P<blank>[ \t\r]+)"
)


class Token(Struct, frozen=True):
    """One word; `text` of a quoted name comes without its quotes."""

    kind: Kind
    text: str

    def __str__(self) -> str:
        return "the end of the line" if self.kind == "end" else repr(self.text)


END = Token("end", "")


def without_comment(line: str) -> str:
    """The line without its comment (`#` to the end, but not inside quotes) and surrounding blanks."""
    quoted = False
    for i, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:i].strip()
    return line.strip()


def tokenize(text: str) -> list[Token]:
    """The words of `text`; raises ValueError at a character that starts none."""
    tokens = []
    at = 0
    while at < len(text):
        found = _TOKENS.match(text, at)
        if found is None:
            raise ValueError(f"cannot read {text[at : at + 12]!r}")
        at = found.end()
        kind, word = found.lastgroup, found.group()
        if kind == "quoted":
            tokens.append(Token("name", word[1:-1]))
        elif kind == "name":
            tokens.append(Token("name", word))
        elif kind == "number":
            tokens.append(Token("number", word))
        elif kind == "float":
            tokens.append(Token("float", word))
        elif kind == "mark":
            tokens.append(Token("mark", word))
    return tokens


class Cursor:
    """Reads a list of tokens from left to right; every refusal is a ValueError for people."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def peek(self, ahead: int = 0) -> Token:
        """A token to come, `END` after the last one."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else END

    def take(self, kind: Kind, what: str) -> str:
        """The text of the next token, which must be of this kind."""
        token = self.peek()
        if token.kind != kind:
            raise ValueError(f"expected {what}, found {token}")
        self._at += 1
        return token.text

    def accept(self, *marks: str) -> str:
        """The next token's text if it is one of these marks, "" otherwise."""
        token = self.peek()
        if token.kind != "mark" or token.text not in marks:
            return ""
        self._at += 1
        return token.text

    def expect(self, mark: str) -> None:
        """Step over a mark that must come now."""
        if not self.accept(mark):
            raise ValueError(f"expected '{mark}', found {self.peek()}")

    def end(self) -> None:
        """Nothing may follow."""
        if self.peek().kind != "end":
            raise ValueError(f"unexpected {self.peek()}")


# --- The parser ------------------------------------------------------------------------------------------------------


_MAX_PORT = 0xFFFFFFFF


def parse_file(path: Path) -> tuple[s.Statement, ...]:
    """The statements of a file; raises StfError if it cannot be read, StfSyntaxError if lines are malformed."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text"
        raise StfError(f"{path}: cannot read: {reason}") from None
    return parse_text(text, str(path))


def parse_text(text: str, source: str = "<stf>") -> tuple[s.Statement, ...]:
    """The statements of a test.

    Args:
        text: the test.
        source: what messages call it.

    Raises:
        StfSyntaxError: with every malformed line, not just the first.
    """
    found: list[s.Statement] = []
    problems = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = without_comment(raw)
        if not line:
            continue
        verb = line.split(None, 1)[0].lower()
        try:
            if verb not in FORMS:
                raise ValueError(f"no such verb{_near(verb)}")
            found.append(_statement(number, line, verb))
        except ValueError as error:
            accepted = FORMS.get(verb) or ", ".join(FORMS)
            problems.append(f"{source}:{number}: {verb}: {error}; accepted: {accepted}")
    if problems:
        raise StfSyntaxError(problems)
    return tuple(found)


def _near(verb: str) -> str:
    close = get_close_matches(verb, FORMS, 1)
    return f"; did you mean {close[0]}?" if close else ""


def _statement(number: int, line: str, verb: str) -> s.Statement:
    if verb in ("packet", "expect"):
        return _traffic(number, line, verb)
    rest = line.split(None, 1)[1] if len(line.split(None, 1)) > 1 else ""
    at = Cursor(tokenize(rest))
    statement = _READERS.get(verb, _command)(number, line, at)
    at.end()
    return statement


def _traffic(number: int, line: str, verb: str) -> s.Statement:
    words = line.split()[1:]
    if not words or not words[0].isdecimal():
        raise ValueError(f"expected a port number, found {words[0]!r}" if words else "expected a port number")
    port = int(words[0])
    if port > _MAX_PORT:
        raise ValueError(f"port {port} is out of range; accepted: 0..{_MAX_PORT}")
    if verb == "packet":
        return s.Packet(number, line, port, parse_frame(words[1:]))
    return s.Expect(number, line, port, parse_pattern(words[1:]))


def _no_packet(number: int, line: str, _at: Cursor) -> s.Statement:
    return s.NoPacket(number, line)


def _wait(number: int, line: str, _at: Cursor) -> s.Statement:
    return s.Wait(number, line)


def _remove(number: int, line: str, at: Cursor) -> s.Statement:
    if at.take("name", "'all'").lower() != "all":
        raise ValueError("single entries cannot be removed")
    return s.RemoveAll(number, line)


def _add(number: int, line: str, at: Cursor) -> s.Statement:
    table = at.take("name", "a table's name")
    priority = None
    if at.peek().kind == "number" and at.peek(1).text != ":":
        priority = _number(at, "a priority")
    matches = []
    while at.peek(1).text == ":":
        field = at.take("name", "a match field's name")
        at.expect(":")
        matches.append(s.Match(field, _literal(at)))
    call: s.Call | s.Shared
    if at.peek().text.lower() in ("member", "group") and at.peek(1).text == "=":
        kind = at.take("name", "member or group").lower()
        at.expect("=")
        call = s.Shared(kind, _number(at, f"a {kind}'s number"))
    else:
        call = _call(at)
    label = None
    if at.accept("="):
        label = at.take("name", "a label").lstrip("$")
    return s.Add(number, line, table, priority, tuple(matches), call, label)


def _member(number: int, line: str, at: Cursor) -> s.Statement:
    profile, member = at.take("name", "an action profile's name"), _number(at, "the member's number")
    if at.peek(1).text == "(":
        return s.Member(number, line, profile, member, _call(at))
    action = at.take("name", "an action's name")
    arguments: list[s.Argument] = []
    while at.peek().kind != "end":
        arguments.append(_argument(at))
    return s.Member(number, line, profile, member, s.Call(action, _alike(arguments)))


def _group(number: int, line: str, at: Cursor) -> s.Statement:
    profile, group = at.take("name", "an action selector's name"), _number(at, "the group's number")
    members: list[int] = []
    while at.peek().kind != "end":
        members.append(_number(at, "a member's number"))
    return s.Group(number, line, profile, group, tuple(members))


def _setdefault(number: int, line: str, at: Cursor) -> s.Statement:
    table = at.take("name", "a table's name")
    return s.SetDefault(number, line, table, _call(at))


def _check_counter(number: int, line: str, at: Cursor) -> s.Statement:
    name = at.take("name", "a counter's name")
    at.expect("(")
    is_label = at.peek().kind == "name"
    index = at.take("name", "a label").lstrip("$") if is_label else _number(at, "an index or a label")
    at.expect(")")
    unit, condition = "packets", None
    if at.peek().kind != "end":
        unit = at.take("name", "packets or bytes").lower()
        if unit not in ("packets", "bytes"):
            raise ValueError(f"cannot count {unit!r}")
        condition = _condition(at)
    return s.CheckCounter(number, line, name, index, unit, condition)


def _command(number: int, line: str, at: Cursor) -> s.Statement:
    verb = line.split(None, 1)[0].lower()
    named, fewest, most, rate_count = COMMANDS[verb]
    name = at.take("name", "a name") if named else ""
    numbers: list[int] = []
    while at.peek().kind == "number" and at.peek(1).text != ":" and (most is None or len(numbers) < most):
        numbers.append(_number(at, "a number"))
    if len(numbers) < fewest:
        raise ValueError(f"expected a number, found {at.peek()}")
    rates = [_rate(at) for _ in range(rate_count)]
    condition = _condition(at) if verb == "register_read" and at.peek().kind == "mark" else None
    return s.Command(number, line, name, tuple(numbers), tuple(rates), condition)


_READERS: dict[str, Callable[[int, str, Cursor], s.Statement]] = {
    "add": _add,
    "setdefault": _setdefault,
    "remove": _remove,
    "member": _member,
    "group": _group,
    "check_counter": _check_counter,
    "no_packet": _no_packet,
    "wait": _wait,
}


def _call(at: Cursor) -> s.Call:
    action = at.take("name", "an action's name")
    at.expect("(")
    arguments: list[s.Argument] = []
    while not at.accept(")"):
        if arguments and not at.accept(",") and at.peek().kind not in ("name", "number"):
            at.expect(",")
        arguments.append(_argument(at))
    return s.Call(action, _alike(arguments))


def _argument(at: Cursor) -> s.Argument:
    name = None
    if at.peek(1).text in (":", "="):
        name = at.take("name", "a parameter's name")
        at.accept(":", "=")
    return s.Argument(name, _literal(at))


def _alike(arguments: list[s.Argument]) -> tuple[s.Argument, ...]:
    if len({a.name is None for a in arguments}) > 1:
        raise ValueError("arguments are either all named or all positional")
    return tuple(arguments)


def _literal(at: Cursor) -> Literal:
    if at.accept("*"):
        return Literal("*", "*")
    first = at.take("number", "a number")
    operator = at.accept("/", "&&&", "->", "..")
    second = at.take("number", "a number") if operator else ""
    return Literal(first + operator + second, first, operator, second)


def _number(at: Cursor, what: str) -> int:
    text = at.take("number", what)
    if "*" in text:
        raise ValueError(f"expected {what} without *, found {text!r}")
    return plain(text)


def _rate(at: Cursor) -> s.Rate:
    kind = at.peek().kind
    text = at.take("float" if kind == "float" else "number", "RATE:BURST")
    per_us = Decimal(text) if text.replace(".", "", 1).isdecimal() else Decimal(plain(text))
    at.expect(":")
    return s.Rate(per_us, _number(at, "a burst"))


def _condition(at: Cursor) -> s.Condition:
    operator = at.accept(*OPERATORS)
    if not operator:
        raise ValueError(f"expected one of {' '.join(OPERATORS)}, found {at.peek()}")
    return s.Condition(operator, _number(at, "a number"))

# SPDX-License-Identifier: Apache-2.0
"""YAML 1.2 as nodes: the values, lists and mappings of a text with their lines; what aliases name is there once.

libyaml reads the text. What plain scalars mean is YAML 1.2 §10.3.2, the core schema, with underscores between digits,
binary numbers and dates besides. Tags that are not of that schema say nothing here, but for `!!omap`.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import yaml

MAX_DEPTH = 32
"""Of lists and mappings in each other, aliases followed."""
_STANDARD = "tag:yaml.org,2002:"
_ORDERED_MAP = f"{_STANDARD}omap"

Plain: TypeAlias = "str | int | float | bool | None"


class ComposeError(ValueError):
    """The text is not one document of YAML, or none that is taken; `line` is from 1, the message says what."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


class SizeError(ComposeError):
    """More values than wanted once aliases are followed, or lists and mappings nested too deep."""


@dataclass(frozen=True, slots=True)
class Value:
    """A scalar: what it says, quotes and tags seen to."""

    line: int
    plain: Plain
    size: ClassVar[int] = 1
    height: ClassVar[int] = 0


@dataclass(slots=True)
class Items:
    """A list; `size` is how many values it makes, `height` how deep they are nested, aliases followed."""

    line: int
    items: list[Node] = field(default_factory=list)
    size: int = 1
    height: int = 0


@dataclass(slots=True)
class Pairs:
    """A mapping: its own pairs, no key twice, and the mappings whose pairs `<<` adds; sizes as in `Items`."""

    line: int
    pairs: list[tuple[Value, Node]] = field(default_factory=list)
    merged: list[Pairs] = field(default_factory=list)
    size: int = 1
    height: int = 0


Node: TypeAlias = Value | Items | Pairs


def compose(text: str, max_values: int) -> Node | None:
    """The document of a text; None when there is none.

    Raises:
        ComposeError: no YAML, several documents, a key twice or one that is a list or a mapping, an alias of nothing.
        SizeError: it makes more than `max_values`, or is nested deeper than `MAX_DEPTH`.
    """
    try:
        return _Composer(text, max_values).document()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        if _at(text, error.problem_mark) == "\t":
            raise ComposeError(line, "a tab where nothing but spaces may be; accepted: spaces") from None
        # What is missing at the end of a last line without an end is missing in that line.
        raise ComposeError(min(line, text.count("\n") + 1), str(error.problem or error)) from None
    except yaml.YAMLError as error:
        raise ComposeError(1, str(error)) from None


def _at(text: str, mark: yaml.Mark | None) -> str:
    """The character at a mark; "" at the end of the text."""
    lines = text.split("\n")
    return lines[mark.line][mark.column : mark.column + 1] if mark is not None and mark.line < len(lines) else ""


class _Composer:
    def __init__(self, text: str, max_values: int) -> None:
        self._events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=yaml.CBaseLoader))
        self._max_values = max_values
        self._anchors: dict[str, Node | None] = {}  # None: what has this name is not complete

    def document(self) -> Node | None:
        next(self._events)  # the stream starts
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return None
        root = self._node(next(self._events), 0)
        next(self._events)  # the document ends
        following = next(self._events)
        if not isinstance(following, yaml.StreamEndEvent):
            raise ComposeError(_line(following), "expected a single document")
        return root

    def _node(self, event: yaml.Event, depth: int) -> Node:
        line = _line(event)
        if isinstance(event, yaml.AliasEvent):
            return self._named(event.anchor, depth, line)
        assert isinstance(event, yaml.NodeEvent)
        if depth > MAX_DEPTH:
            raise SizeError(line, "nested too deep")
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        node: Node
        if isinstance(event, yaml.ScalarEvent):
            node = Value(line, _scalar(event, line))
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._items(line, depth)
            if event.tag == _ORDERED_MAP:
                node = _ordered(node)
        else:
            node = self._pairs(line, depth)
        if node.size > self._max_values:
            raise SizeError(line, "too many values")
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _named(self, anchor: str | None, depth: int, line: int) -> Node:
        if anchor is None or anchor not in self._anchors:
            raise ComposeError(line, f"found undefined alias {anchor!r}")
        node = self._anchors[anchor]
        if node is None or depth + node.height > MAX_DEPTH:
            raise SizeError(line, "nested too deep")
        return node

    def _items(self, line: int, depth: int) -> Items:
        node = Items(line)
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            item = self._node(event, depth + 1)
            node.items.append(item)
            _grow(node, item)
        return node

    def _pairs(self, line: int, depth: int) -> Pairs:
        node = Pairs(line)
        keys: set[tuple[type, Plain]] = set()
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key, value = self._node(event, depth + 1), self._node(next(self._events), depth + 1)
            if not isinstance(key, Value):
                raise ComposeError(line, "a key is a list or a mapping; accepted: text")
            if (type(key.plain), key.plain) in keys:
                raise ComposeError(_line(event), f'found duplicate key "{key.plain}"')
            keys.add((type(key.plain), key.plain))
            _grow(node, value)
            if key.plain == "<<":
                node.merged = [*_mappings(value, _line(event))]
            else:
                node.pairs.append((Value(_line(event), key.plain), value))
        return node


def _grow(node: Items | Pairs, below: Node) -> None:
    node.size += below.size
    node.height = max(node.height, below.height + 1)


def _mappings(value: Node, line: int) -> Iterator[Pairs]:
    """The mappings that `<<` adds: one, or a list of them. Raises ComposeError for anything else."""
    for each in value.items if isinstance(value, Items) else (value,):
        if not isinstance(each, Pairs):
            raise ComposeError(line, "<< names neither a mapping nor a list of mappings")
        yield each


def _ordered(node: Items) -> Pairs:
    """`!!omap` is a list of mappings that stands for one; its keys have no lines of their own."""
    mappings = [*_mappings(node, node.line)]
    return Pairs(node.line, [], mappings, node.size, node.height)


def _line(event: yaml.Event) -> int:
    assert event.start_mark is not None, "the reader notes where it is"
    return event.start_mark.line + 1


# --- scalars -----------------------------------------------------------------------------------------------------

_WORDS: dict[str, Plain] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_DIGITS = "[0-9][0-9_]*"
_KINDS: tuple[tuple[re.Pattern[str], Callable[[str], Plain]], ...] = (
    (re.compile(rf"[-+]?{_DIGITS}"), lambda text: int(text.replace("_", ""))),
    (re.compile(r"[-+]?0(b_*[01][01_]*|o_*[0-7][0-7_]*|x_*[0-9a-fA-F][0-9a-fA-F_]*)"),
     lambda text: int(text.replace("_", ""), 0)),
    (re.compile(rf"[-+]?({_DIGITS}\.[0-9_]*([eE][-+]?[0-9]+)?|{_DIGITS}[eE][-+]?[0-9]+|\.{_DIGITS}([eE][-+][0-9]+)?)"),
     lambda text: float(text.replace("_", ""))),
    (re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"), lambda text: float(text.replace(".", ""))),
    (re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), lambda text: str(datetime.date.fromisoformat(text))),
)  # fmt: skip


def _scalar(event: yaml.ScalarEvent, line: int) -> Plain:
    """What a scalar says: text if it is in quotes or tagged so, else by its form."""
    text = str(event.value)
    of_core = event.tag is not None and event.tag.startswith(_STANDARD) and event.tag != f"{_STANDARD}str"
    if not event.implicit[0] and not of_core:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "-+.0123456789":
        return text
    for form, value in _KINDS:
        if form.fullmatch(text):
            try:
                return value(text)
            except ValueError as error:  # no such day, or more digits than Python takes
                raise ComposeError(line, str(error)) from None
    return text

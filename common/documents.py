# SPDX-License-Identifier: Apache-2.0
"""Files that people write: YAML read with the line of every value, and checked against a pydantic model.

Every problem names its file, its line, its field, and what would be accepted.

libyaml reads the text as nodes: values, lists and mappings with their lines; a node that aliases name is there once.
Plain scalars follow the core schema (YAML 1.2 §10.3.2); underscores between digits, binary numbers and dates are read,
too. Of the tags of other schemas only `!!omap` has a meaning.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_args, get_origin

import click
import yaml
from msgspec import Struct
from pydantic import BaseModel, BeforeValidator, Tag, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from common.errors import DocumentError
from common.quantities import parse_time, written_time

__all__ = [
    "Document",
    "DocumentError",
    "Loc",
    "Position",
    "Problem",
    "listing",
    "problems",
    "read",
    "validate",
]


# --- YAML as nodes ---------------------------------------------------------------------------------------------------


#: libyaml's, or the same in Python where a build has no libyaml (a browser's).
_LOADER = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader

MAX_DEPTH = 32
"""How deep lists and mappings may be in each other, aliases followed."""
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


class Value(Struct, frozen=True):
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
        # A last line without an end lacks what is missing at the end of the file.
        raise ComposeError(min(line, text.count("\n") + 1), str(error.problem or error)) from None
    except yaml.YAMLError as error:
        raise ComposeError(1, str(error)) from None


def _at(text: str, mark: yaml.Mark | None) -> str:
    """The character at a mark; "" at the end of the text."""
    lines = text.split("\n")
    return lines[mark.line][mark.column : mark.column + 1] if mark is not None and mark.line < len(lines) else ""


class _Composer:
    def __init__(self, text: str, max_values: int) -> None:
        self._events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=_LOADER))
        self._max_values = max_values
        self._anchors: dict[str, Node | None] = {}  # None: the node of this name is not complete

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


# --- scalars ---------------------------------------------------------------------------------------------------------

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


# --- A file as plain data --------------------------------------------------------------------------------------------


MAX_FILE_BYTES = 1 << 20
MAX_VALUES = 100_000
"""Values of a file once its aliases are followed."""

Loc = tuple[str | int, ...]
"""Keys and list indices from the root of a file to a value."""


class Problem(Struct, frozen=True):
    """One thing wrong: where, what, and what would be accepted ("" when self-evident).

    Attributes:
        at: the place whose line is told; that of `loc` when it is empty.
    """

    loc: Loc
    what: str
    accepted: str = ""
    at: Loc = ()


class Position(Struct, frozen=True):
    """A line of a file; lines count from 1."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class Document(Struct, frozen=True):
    """A file as plain data, and where each of its values stands.

    Attributes:
        data: dicts, lists, str, int, float, bool, None; the root is a dict. Keys below the root may be int.
        positions: of each key and list item; in another file for what was taken over from there.
    """

    path: Path
    data: dict[str, object]
    positions: Mapping[Loc, Position]

    def position(self, loc: Loc) -> Position:
        """Where the deepest part of `loc` stands that the file has."""
        while loc and loc not in self.positions:
            loc = loc[:-1]
        return self.positions.get(loc, Position(self.path, 1))

    def sentence(self, problem: Problem) -> str:
        """`file:line: field: what; accepted ...`."""
        field = ".".join(str(part) for part in problem.loc) or "file"
        accepted = f"; accepted: {problem.accepted}" if problem.accepted else ""
        return f"{self.position(problem.at or problem.loc)}: {field}: {problem.what}{accepted}"


def read(path: Path, *, max_bytes: int = MAX_FILE_BYTES, max_values: int = MAX_VALUES) -> Document:
    """Read a YAML file whose root is a mapping.

    Args:
        path: the file.
        max_bytes: a larger one is another file given by mistake, and refused unread.
        max_values: the most values that aliases may make of it.

    Raises:
        DocumentError: unreadable, too large, not UTF-8, not YAML, or not a mapping.
    """
    try:
        root = compose(_text(path, max_bytes), max_values)
    except SizeError as error:
        limits = f"at most {max_values} values, nested at most {MAX_DEPTH} deep"
        raise DocumentError(f"{path}:{error.line}: aliases or nesting make it too large; accepted: {limits}") from None
    except ComposeError as error:
        raise DocumentError(f"{path}:{error.line}: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(root, Pairs):
        raise DocumentError(f"{path}:1: not a mapping; accepted: `field: value` lines")
    plain = _Plain(path)
    return Document(path, plain.mapping(root, ()), plain.positions)


class _Plain:
    """A document as plain data, aliases followed, and where its parts stand."""

    def __init__(self, path: Path) -> None:
        self.positions: dict[Loc, Position] = {(): Position(path, 1)}
        self._path = path

    def mapping(self, node: Pairs, loc: Loc) -> dict[str, object]:
        """What stands in it; what a merge (`<<`) adds stands where the mapping does."""
        result: dict[Any, object] = {}
        for key, value in node.pairs:
            self._put(result, loc, key, value, Position(self._path, key.line))
        for key, value in _merged(node):
            if _name(key, loc) not in result:
                self._put(result, loc, key, value, self.positions[loc])
        return result

    def _put(self, result: dict[Any, object], loc: Loc, key: Value, value: Node, position: Position) -> None:
        name = _name(key, loc)
        below = (*loc, name)
        self.positions[below] = position
        result[name] = self._value(value, below)

    def _value(self, node: Node, loc: Loc) -> object:
        if isinstance(node, Pairs):
            return self.mapping(node, loc)
        if isinstance(node, Items):
            items = []
            for index, item in enumerate(node.items):
                below = (*loc, index)
                self.positions[below] = Position(self._path, item.line)
                items.append(self._value(item, below))
            return items
        return node.plain


def _merged(node: Pairs) -> Iterator[tuple[Value, Node]]:
    """Pairs that the merges of a mapping add, and the merges of those; the first of a key counts."""
    for other in node.merged:
        yield from other.pairs
        yield from _merged(other)


def _name(key: Value, loc: Loc) -> str | int:
    """A key as data has it: below the root a number stays one."""
    plain = key.plain
    return plain if loc and isinstance(plain, int) and not isinstance(plain, bool) else str(plain)


def _text(path: Path, max_bytes: int) -> str:
    try:
        with path.open("rb") as stream:  # a device or a pipe does not tell its size
            content = stream.read(max_bytes + 1)
    except OSError as error:
        raise DocumentError(f"{path}: cannot read: {error.strerror}; accepted: a readable YAML file") from None
    except ValueError as error:  # a null byte in the name
        raise DocumentError(f"{str(path)!r}: cannot read: {error}; accepted: a readable YAML file") from None
    if len(content) > max_bytes:
        raise DocumentError(f"{path}: larger than {max_bytes} bytes; accepted: a YAML file written by hand")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path}: not UTF-8 text (byte {error.start}); accepted: a YAML file") from None


# --- Plain data as a model -------------------------------------------------------------------------------------------


Model = TypeVar("Model", bound=BaseModel)


def validate(document: Document, model: type[Model]) -> Model:
    """The document as a model.

    Raises:
        DocumentError: with one sentence per problem.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise DocumentError([document.sentence(problem) for problem in problems(error, model)]) from None


def problems(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """What pydantic found wrong, one problem per position (it reports a union once per member)."""
    found: dict[Loc, Problem] = {}
    for details in error.errors():
        problem = _problem(details, model)
        found.setdefault(problem.loc, problem)
    return list(found.values())


def _problem(details: ErrorDetails, root: type[BaseModel]) -> Problem:
    owner, loc = _owner(details["loc"], root)
    kind, value = details["type"], details.get("input")
    accepted = _accepted(owner, loc)
    if kind == "extra_forbidden":
        return Problem(
            loc, "unknown field", ", ".join(field.alias or name for name, field in owner.model_fields.items())
        )
    if kind == "missing":
        return Problem(loc, "missing", accepted)
    what = details["msg"].removeprefix("Value error, ").replace("Input should", "should")
    what = re.sub(r"valid dictionary( or instance of \w+)?", "map of fields", what)
    if not isinstance(value, dict | list) and repr(value) not in what:
        what += f", got {value!r}"
    return Problem(loc, what[:1].lower() + what[1:], accepted)


def _owner(loc: Loc, root: type[BaseModel]) -> tuple[type[BaseModel], Loc]:
    """The model that owns the last field of `loc`, and `loc` without what pydantic adds to name union members."""
    owner = root
    annotation: object = root
    kept: list[str | int] = []
    for part in loc:
        if part == "[key]":
            continue
        tagged = _tagged(annotation)
        if part in tagged:
            owner = annotation = tagged[part]
            continue
        annotation = _without_none(annotation)
        if get_origin(annotation) in (dict, Mapping):
            annotation = get_args(annotation)[1]
        elif get_origin(annotation) in (list, tuple):
            annotation = get_args(annotation)[0]
        elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
            owner = annotation
            field = _field(owner, part)
            annotation = field.annotation if field else None
        else:
            break
        kept.append(part)
    return owner, tuple(kept)


def _field(model: type[BaseModel], part: str | int) -> FieldInfo | None:
    """The field a file writes as `part`."""
    return next((field for name, field in model.model_fields.items() if part == (field.alias or name)), None)


def _without_none(annotation: object) -> object:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    members = [member for member in get_args(annotation) if member is not type(None)]
    return members[0] if isinstance(annotation, UnionType) and len(members) == 1 else annotation


def _tagged(annotation: object) -> dict[str | int, type[BaseModel]]:
    """The members of a union that pydantic names by tags; none of anything else."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return {
        metadata.tag: get_args(member)[0]
        for member in get_args(annotation)
        if get_origin(member) is Annotated
        for metadata in member.__metadata__
        if isinstance(metadata, Tag)
    }


def _accepted(model: type[BaseModel], loc: Loc) -> str:
    for part in reversed(loc):
        field = _field(model, part)
        if field is not None:
            return field.description or ""
    return ""


# --- The fields of a kind of file, listed for people from its model --------------------------------------------------


def listing(model: type[BaseModel], words: Sequence[str], width: int) -> str:
    """All fields of `model` and of the models below it, or those whose dotted name has one of `words`.

    Raises:
        DocumentError: no field's name has one of them.
    """
    found = [
        (heading, lines)
        for path, section in dict.fromkeys(_sections(model, ""))
        if (lines := [line for name, line in _lines(section, path) if not words or any(word in name for word in words)])
        for heading in [f"{path or 'at the top'}: {_gist(section)}"]
    ]
    if not found:
        raise DocumentError(
            f"{' '.join(words)}: no such field; accepted: a part of the name of one, or nothing for all"
        )
    return "\n".join(
        click.wrap_text(text, width, *(("  ", "      ") if inside else ("", "  ")))
        for heading, lines in found
        for inside, text in [(False, heading), *((True, line) for line in lines)]
    )


def _lines(section: type[BaseModel], path: str) -> Iterator[tuple[str, str]]:
    for name, info in section.model_fields.items():
        written = info.alias or name
        default = " (required)" if info.is_required() else _default(info)
        yield f"{path}.{written}".lstrip("."), f"{written}{default}: {info.description or 'see below'}"


def _default(info: FieldInfo) -> str:
    value = info.default
    if isinstance(value, bool):
        return f" = {str(value).lower()}"
    if isinstance(value, int) and (parsers := _parsers(info)):
        return f" = {written_time(value)}" if parse_time in parsers else ""  # a number that files write otherwise
    if isinstance(value, Enum):
        return f" = {value.value}"
    return f" = {value}" if isinstance(value, int | float | str) and value != "" else ""


def _parsers(info: FieldInfo) -> list[object]:
    inside = [each for part in get_args(info.annotation) for each in getattr(part, "__metadata__", ())]
    found = [each.func for each in (*info.metadata, *inside) if isinstance(each, BeforeValidator)]
    return [getattr(each, "__wrapped__", each) for each in found]


def _sections(model: type[BaseModel], path: str) -> Iterator[tuple[str, type[BaseModel]]]:
    """The models of a file by the path at which they stand, from the top down."""
    yield path, model
    for name, info in model.model_fields.items():
        for below, suffix in _models(info.annotation, ""):
            yield from _sections(below, f"{path}.{info.alias or name}{suffix}".lstrip("."))


def _models(annotation: object, suffix: str) -> Iterator[tuple[type[BaseModel], str]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, suffix
        return
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inside = inside[:1]
    elif origin in (list, tuple):
        suffix += "[]"
    elif origin in (dict, Mapping):
        inside, suffix = inside[1:], f"{suffix}.NAME"
    for each in inside:
        yield from _models(each, suffix)


def _gist(section: type[BaseModel]) -> str:
    """The first sentence of a model's own docstring."""
    told = section.__dict__.get("__doc__") or ""
    return " ".join(told.split("\n\n")[0].split()).rstrip(".") or "its fields"

# SPDX-License-Identifier: Apache-2.0
"""YAML files as plain data, with the line of every value; every complaint names its file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from documents.composing import MAX_DEPTH, ComposeError, Items, Node, Pairs, SizeError, Value, compose

MAX_FILE_BYTES = 1 << 20
MAX_VALUES = 100_000
"""Values of a file once its aliases are followed."""

Loc = tuple[str | int, ...]
"""Keys and list indices from the root of a file to a value."""


class DocumentError(ValueError):
    """A file that cannot be used.

    Attributes:
        problems: one complete sentence each, `file:line: field: what; accepted ...`. `str()` joins them by newlines.
    """

    def __init__(self, problems: str | Sequence[str]) -> None:
        """Store the problems; a single string is one problem."""
        self.problems: tuple[str, ...] = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: where, what, and what would be accepted ("" when self-evident)."""

    loc: Loc
    what: str
    accepted: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A line (from 1) of a file."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Document:
    """A file as plain data, and where each of its values stands.

    Attributes:
        path: the file.
        data: dicts, lists, str, int, float, bool, None; the root is a dict. Keys below the root may be int.
        places: of each key and list item; in another file for what was taken over from there.
    """

    path: Path
    data: dict[str, object]
    places: Mapping[Loc, Place]

    def place(self, loc: Loc) -> Place:
        """Where the deepest part of `loc` stands that the file has."""
        while loc and loc not in self.places:
            loc = loc[:-1]
        return self.places.get(loc, Place(self.path, 1))

    def sentence(self, problem: Problem) -> str:
        """`file:line: field: what; accepted ...`."""
        field = ".".join(str(part) for part in problem.loc) or "file"
        accepted = f"; accepted: {problem.accepted}" if problem.accepted else ""
        return f"{self.place(problem.loc)}: {field}: {problem.what}{accepted}"


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
    return Document(path, plain.mapping(root, ()), plain.places)


class _Plain:
    """A document as plain data, aliases followed, and where its parts stand."""

    def __init__(self, path: Path) -> None:
        self.places: dict[Loc, Place] = {(): Place(path, 1)}
        self._path = path

    def mapping(self, node: Pairs, loc: Loc) -> dict[str, object]:
        """What stands in it; what a merge (`<<`) adds stands where the mapping does."""
        result: dict[Any, object] = {}
        for key, value in node.pairs:
            self._put(result, loc, key, value, Place(self._path, key.line))
        for key, value in _merged(node):
            if _name(key, loc) not in result:
                self._put(result, loc, key, value, self.places[loc])
        return result

    def _put(self, result: dict[Any, object], loc: Loc, key: Value, value: Node, place: Place) -> None:
        name = _name(key, loc)
        below = (*loc, name)
        self.places[below] = place
        result[name] = self._value(value, below)

    def _value(self, node: Node, loc: Loc) -> object:
        if isinstance(node, Pairs):
            return self.mapping(node, loc)
        if isinstance(node, Items):
            items = []
            for index, item in enumerate(node.items):
                below = (*loc, index)
                self.places[below] = Place(self._path, item.line)
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

# SPDX-License-Identifier: Apache-2.0
"""YAML files as plain data, with the line of every value; every complaint names its file and line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

MAX_FILE_BYTES = 1 << 20
MAX_VALUES = 100_000
"""Values of a file once its aliases are followed."""
MAX_DEPTH = 32

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
    root = _parse(_text(path, max_bytes), path)
    places: dict[Loc, Place] = {(): Place(path, 1)}
    count = 0

    def plain(node: object, loc: Loc) -> object:
        nonlocal count
        count += 1
        if count > max_values or len(loc) > MAX_DEPTH:
            limits = f"at most {max_values} values, nested at most {MAX_DEPTH} deep"
            raise DocumentError(f"{path}:1: aliases or nesting make it too large; accepted: {limits}")
        if isinstance(node, CommentedMap):
            result = {}
            for key, value in node.items():
                number = loc and isinstance(key, int) and not isinstance(key, bool)
                name = int(key) if number else str(key)
                below = (*loc, name)
                places[below] = _place(path, node.lc.key, key, places[loc])
                result[name] = plain(value, below)
            return result
        if isinstance(node, CommentedSeq):
            items = []
            for index, value in enumerate(node):
                below = (*loc, index)
                places[below] = _place(path, node.lc.item, index, places[loc])
                items.append(plain(value, below))
            return items
        for base in (bool, int, float, str):
            if isinstance(node, base):
                return base(node)
        return None if node is None else str(node)  # dates and tagged values

    data = plain(root, ())
    assert isinstance(data, dict)
    return Document(path, data, places)


def _place(path: Path, position: Callable[[object], tuple[int, int]], key: object, parent: Place) -> Place:
    """Where a key or an item stands; its parent's line when it came in by a merge (`<<`) or a tag."""
    try:
        return Place(path, position(key)[0] + 1)
    except (KeyError, TypeError, AttributeError):
        return parent


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


def _parse(text: str, path: Path) -> CommentedMap:
    try:
        root = YAML(typ="rt").load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = " ".join(str(error.problem or error).split())
        raise DocumentError(f"{path}:{line}: not valid YAML: {problem}") from None
    except TypeError:  # ruamel.yaml looks for a key that is a collection among the keys before it
        raise DocumentError(f"{path}:1: not valid YAML: a key is a list or a mapping; accepted: text") from None
    except (YAMLError, ValueError, RecursionError) as error:
        raise DocumentError(f"{path}:1: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(root, CommentedMap):
        raise DocumentError(f"{path}:1: not a mapping; accepted: `field: value` lines")
    return root

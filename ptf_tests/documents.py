# SPDX-License-Identifier: Apache-2.0
"""YAML files as checked models; every complaint names its file, line, field and what would be accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

MAX_FILE_BYTES = 1 << 20
MAX_VALUES = 100_000
"""Values of a file once its aliases are followed."""
MAX_DEPTH = 16

Loc = tuple[str | int, ...]
"""Keys and list indices from the root of a file to a value."""

Model = TypeVar("Model", bound=BaseModel)


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
class Document:
    """A file as plain data, and the line of each of its values.

    Attributes:
        path: the file.
        data: dicts, lists, str, int, float, bool, None; the root is a dict.
        lines: 1-based line of each key and list item.
    """

    path: Path
    data: dict[str, object]
    lines: Mapping[Loc, int]

    def line(self, loc: Loc) -> int:
        """Line of the deepest part of `loc` that the file has."""
        while loc and loc not in self.lines:
            loc = loc[:-1]
        return self.lines.get(loc, 1)

    def sentence(self, problem: Problem) -> str:
        """`file:line: field: what; accepted ...`."""
        field = ".".join(str(part) for part in problem.loc) or "file"
        accepted = f"; accepted: {problem.accepted}" if problem.accepted else ""
        return f"{self.path}:{self.line(problem.loc)}: {field}: {problem.what}{accepted}"


def read(path: Path) -> Document:
    """Read a YAML file whose root is a mapping.

    Raises:
        DocumentError: unreadable, too large, not UTF-8, not YAML, or not a mapping.
    """
    root = _parse(path)
    lines: dict[Loc, int] = {(): 1}
    count = 0

    def plain(node: object, loc: Loc) -> object:
        nonlocal count
        count += 1
        if count > MAX_VALUES or len(loc) > MAX_DEPTH:
            limits = f"at most {MAX_VALUES} values, nested at most {MAX_DEPTH} deep"
            raise DocumentError(f"{path}:1: file: aliases or nesting make it too large; accepted: {limits}")
        if isinstance(node, CommentedMap):
            result = {}
            for key, value in node.items():
                below = (*loc, str(key))
                if key in (node.lc.data or {}):  # keys of a merge (`<<`) stand elsewhere
                    lines[below] = node.lc.key(key)[0] + 1
                result[str(key)] = plain(value, below)
            return result
        if isinstance(node, CommentedSeq):
            for index in range(len(node)):
                lines[(*loc, index)] = node.lc.item(index)[0] + 1
            return [plain(value, (*loc, index)) for index, value in enumerate(node)]
        for base in (bool, int, float, str):
            if isinstance(node, base):
                return base(node)
        return node

    data = plain(root, ())
    assert isinstance(data, dict)
    return Document(path, data, lines)


def validate(document: Document, model: type[Model]) -> Model:
    """The document as a model.

    Raises:
        DocumentError: with one sentence per problem.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        found: dict[Loc, Problem] = {}
        for details in error.errors():
            problem = _problem(details, model)
            found.setdefault(problem.loc, problem)
        raise DocumentError([document.sentence(problem) for problem in found.values()]) from None


def _parse(path: Path) -> CommentedMap:
    try:
        with path.open("rb") as stream:  # a device or a pipe does not tell its size
            content = stream.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise DocumentError(f"{path}: larger than {MAX_FILE_BYTES} bytes; accepted: a YAML file written by hand")
        root = YAML(typ="rt").load(content.decode("utf-8"))
    except OSError as error:
        raise DocumentError(f"{path}: cannot read: {error.strerror}; accepted: a readable YAML file") from None
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path}: not UTF-8 text (byte {error.start}); accepted: a YAML file") from None
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = " ".join(str(error.problem or error).split())
        raise DocumentError(f"{path}:{line}: file: not valid YAML: {problem}") from None
    except DocumentError:
        raise
    except (YAMLError, ValueError, RecursionError) as error:
        raise DocumentError(f"{path}:1: file: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(root, CommentedMap):
        raise DocumentError(f"{path}:1: file: not a mapping; accepted: `field: value` lines")
    return root


def _problem(details: ErrorDetails, root: type[BaseModel]) -> Problem:
    owner, loc = _owner(details["loc"], root)
    kind, value = details["type"], details.get("input")
    accepted = _accepted(owner, loc)
    if kind == "extra_forbidden":
        return Problem(loc, "unknown field", ", ".join(owner.model_fields))
    if kind == "missing":
        return Problem(loc, "missing", accepted)
    what = details["msg"].removeprefix("Value error, ").replace("Input should", "should")
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
        annotation = _without_none(annotation)
        if get_origin(annotation) in (dict, Mapping):
            annotation = get_args(annotation)[1]
        elif get_origin(annotation) in (list, tuple):
            annotation = get_args(annotation)[0]
        elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
            owner = annotation
            field = owner.model_fields.get(str(part))
            annotation = field.annotation if field else None
        else:
            break
        kept.append(part)
    return owner, tuple(kept)


def _without_none(annotation: object) -> object:
    members = [member for member in get_args(annotation) if member is not type(None)]
    return members[0] if isinstance(annotation, UnionType) and len(members) == 1 else annotation


def _accepted(model: type[BaseModel], loc: Loc) -> str:
    for part in reversed(loc):
        field = model.model_fields.get(str(part))
        if field is not None:
            return field.description or ""
    return ""

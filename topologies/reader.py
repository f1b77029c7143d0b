# SPDX-License-Identifier: Apache-2.0
"""From YAML text to a checked `TopologySpec`; every complaint names its file, line and field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import UnionType
from typing import get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from topologies.checks import Problem, check
from topologies.errors import TopologyError
from topologies.schema import TopologySpec

MAX_FILE_BYTES = 1 << 22
"""A topology file larger than 4 MiB (131,072 NIC names fit) is refused unread."""

MAX_NODES = 1 << 20
MAX_DEPTH = 16

Loc = tuple[str | int, ...]


def read_spec(path: Path, overrides: Mapping[str, object], bdp: Callable[[TopologySpec], int]) -> TopologySpec:
    """Read and check a topology file.

    Args:
        path: The YAML file.
        overrides: Dotted field names to values that replace the file's (``{"qos.trim.enabled": False}``).
        bdp: Computes the bandwidth-delay product in bytes of a plane.

    Raises:
        TopologyError: With one line per problem, ``file:line: field: what is wrong; accepted values: ...``.
    """
    document = _parse(path)
    for field, value in overrides.items():
        _override(document, field, value)
    try:
        spec = TopologySpec.model_validate(_plain(document, path))
    except ValidationError as error:
        problems = _from_pydantic(error.errors())
    else:
        problems = check(spec, bdp(spec))
        if not problems:
            return spec
    raise TopologyError([_sentence(path, document, problem) for problem in problems])


def _parse(path: Path) -> CommentedMap:
    try:
        with path.open("rb") as stream:  # a device or a pipe does not tell its size
            content = stream.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise TopologyError(f"{path}: larger than {MAX_FILE_BYTES} bytes; accepted values: a topology file")
        text = content.decode("utf-8")
    except OSError as error:
        raise TopologyError(f"{path}: cannot read: {error.strerror}; accepted values: a readable YAML file") from None
    except UnicodeDecodeError as error:
        raise TopologyError(f"{path}: not UTF-8 text (byte {error.start}); accepted values: a YAML file") from None
    except ValueError as error:
        if isinstance(error, TopologyError):
            raise
        raise TopologyError(f"{str(path)!r}: cannot read: {error}; accepted values: a readable YAML file") from None
    try:
        document = YAML(typ="rt").load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = " ".join(str(error.problem or error).split())
        raise TopologyError(f"{path}:{line}: not valid YAML: {problem}") from None
    except (YAMLError, ValueError, RecursionError) as error:
        raise TopologyError(f"{path}:1: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(document, CommentedMap):
        raise TopologyError(f"{path}:1: not a map of fields; accepted values: {', '.join(TopologySpec.model_fields)}")
    return document


def _override(document: CommentedMap, field: str, value: object) -> None:
    *parents, last = field.split(".")
    node = document
    for key in parents:
        if not isinstance(node.get(key), CommentedMap):
            node[key] = CommentedMap()
        node = node[key]
    node[last] = value


def _plain(document: CommentedMap, path: Path) -> object:
    """Plain Python data: ruamel's scalar types (underscored ints, quoted strings) become their base types.

    Raises:
        TopologyError: Aliases make the document endless or enormous.
    """
    nodes = 0

    def convert(node: object, depth: int) -> object:
        nonlocal nodes
        nodes += 1
        if nodes > MAX_NODES or depth > MAX_DEPTH:
            limits = f"at most {MAX_NODES} values, nested at most {MAX_DEPTH} deep"
            raise TopologyError(f"{path}:1: aliases or nesting make it too large; accepted values: {limits}")
        if isinstance(node, dict):
            return {convert(key, depth + 1): convert(value, depth + 1) for key, value in node.items()}
        if isinstance(node, list):
            return [convert(value, depth + 1) for value in node]
        for base in (bool, int, float, str):
            if isinstance(node, base):
                return base(node)
        return node

    return convert(document, 0)


def _from_pydantic(errors: list[ErrorDetails]) -> list[Problem]:
    """One problem per place: pydantic reports a union once per member, its accepted values name them all."""
    by_loc: dict[Loc, Problem] = {}
    for details in errors:
        problem = _problem(details)
        by_loc.setdefault(problem.loc, problem)
    return list(by_loc.values())


def _problem(details: ErrorDetails) -> Problem:
    # "[key]" marks a bad map key; union members appear as type names: neither is a key of the file.
    loc = tuple(part for part in details["loc"] if part != "[key]")
    kind, value = details["type"], details.get("input")
    model, loc = _containing_model(loc)
    accepted = _accepted(model, loc)
    if kind == "extra_forbidden":
        return Problem(loc, "unknown field", ", ".join(model.model_fields))
    if kind == "missing":
        return Problem(loc, "missing", accepted)
    what = details["msg"].removeprefix("Value error, ").replace("Input should", "should")
    if not isinstance(value, dict | list) and repr(value) not in what:
        what += f", got {value!r}"
    return Problem(loc, what[:1].lower() + what[1:], accepted)


def _containing_model(loc: Loc) -> tuple[type[BaseModel], Loc]:
    """The section that owns the last field of ``loc``, and ``loc`` without the union members pydantic adds to it."""
    owner: type[BaseModel] = TopologySpec
    annotation: object = TopologySpec
    kept: list[str | int] = []
    for part in loc:
        annotation = _without_none(annotation)
        if get_origin(annotation) in (dict, list):
            annotation = get_args(annotation)[-1]
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


def _sentence(path: Path, document: CommentedMap, problem: Problem) -> str:
    field = ".".join(str(part) for part in problem.loc) or "file"
    accepted = f"; accepted values: {problem.accepted}" if problem.accepted else ""
    return f"{path}:{_line(document, problem.loc)}: {field}: {problem.what}{accepted}"


def _line(document: CommentedMap, loc: Loc) -> int:
    """The 1-based line of the deepest part of ``loc`` that the file has (a missing field: its section)."""
    node: object = document
    line = 0
    for part in loc:
        try:
            if isinstance(node, CommentedMap) and part in node:
                line = node.lc.key(part)[0]
            elif isinstance(node, CommentedSeq) and isinstance(part, int):
                line = node.lc.item(part)[0]
            else:
                break
        except (KeyError, AttributeError, TypeError):  # overridden from outside the file: no position
            break
        node = node[part]
    return int(line) + 1

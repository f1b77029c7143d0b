# SPDX-License-Identifier: Apache-2.0
"""Scenario files as data with line numbers, including `base:` (a scenario that is another with something changed)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from fabric.errors import ScenarioError

#: A scenario is a page of text; anything larger is another file given by mistake.
MAX_FILE_BYTES = 1 << 20
#: Longest chain of `base:` files.
MAX_BASES = 8
#: Values of a file once its aliases are followed, and how deep they nest.
MAX_NODES = 100_000
MAX_DEPTH = 32

Loc = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A line (from 1) of a file."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Source:
    """A scenario's plain data, its base already merged in, and where each value stands.

    Attributes:
        file: the scenario itself.
        data: dicts, lists, str, int, float, bool, None.
        positions: where each key or list item stands; () is the top of `file`.
    """

    file: Path
    data: dict[str, object]
    positions: dict[Loc, Position]

    def position(self, loc: Loc) -> Position:
        """Where the deepest known part of `loc` stands."""
        while loc and loc not in self.positions:
            loc = loc[:-1]
        return self.positions[loc]

    def error(self, loc: Loc, problem: str) -> ScenarioError:
        """`file:line: field: problem` as an exception to raise."""
        field = ".".join(str(part) for part in loc)
        return ScenarioError(f"{self.position(loc)}: {field + ': ' if field else ''}{problem}")


def read_source(file: Path) -> Source:
    """Read a scenario file and the ones it is based on.

    Keys of the file replace those of its base; `nic`, `overrides` and `expect` are merged key by key, and a key without
    a value (`evs.revived:`) takes the base's away. Relative paths (`topology`, a write's `file`) stay relative to the
    file that names them and come out joined to its directory.

    Raises:
        ScenarioError: unreadable, not YAML, not a mapping, or a circular chain of bases.
    """
    return _read(file, ())


def _read(file: Path, above: tuple[Path, ...]) -> Source:
    document = _parse(file)
    positions: dict[Loc, Position] = {(): Position(file, 1)}
    data = _plain(document, (), file, positions)
    assert isinstance(data, dict)  # _parse refuses everything else
    _anchor_paths(data, file)
    source = Source(file, data, positions)
    base_name = data.pop("base", None)
    if base_name is None:
        return source
    if not isinstance(base_name, str):
        raise source.error(("base",), f"{base_name!r} is not a file name; accepted: another scenario's file")
    if "\0" in base_name:
        raise source.error(("base",), f"{base_name!r} has a null byte; accepted: another scenario's file")
    base_file = file.parent / base_name
    if base_file.resolve() in {path.resolve() for path in (*above, file)} or len(above) >= MAX_BASES:
        chain = " -> ".join(str(path) for path in (*above, file, base_file))
        raise source.error(("base",), f"scenarios based on each other: {chain}")
    if not base_file.is_file():
        raise source.error(("base",), f"no such file: {base_file}")
    base = _read(base_file, (*above, file))
    merged = dict(base.data)
    where = {loc: place for loc, place in base.positions.items() if loc}
    for key, value in data.items():
        inherited = merged.get(key)
        if key in ("nic", "overrides", "expect") and isinstance(value, dict) and isinstance(inherited, dict):
            for name in value:
                where = {loc: place for loc, place in where.items() if loc[:2] != (key, name)}
            merged[key] = {name: kept for name, kept in {**inherited, **value}.items() if kept is not None}
        else:
            where = {loc: place for loc, place in where.items() if loc[:1] != (key,)}
            merged[key] = value
    return Source(file, merged, {**where, **positions})


def _anchor_paths(data: dict[str, object], file: Path) -> None:
    if isinstance(topology := data.get("topology"), str):
        data["topology"] = str(file.parent / topology)
    workload = data.get("workload")
    for write in workload if isinstance(workload, list) else ():
        if isinstance(write, dict) and isinstance(write.get("file"), str):
            write["file"] = str(file.parent / write["file"])


def _parse(file: Path) -> CommentedMap:
    try:
        with file.open("rb") as stream:  # a device or a pipe does not tell its size
            content = stream.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise ScenarioError(f"{file}: larger than {MAX_FILE_BYTES} bytes; accepted: a scenario (YAML)")
        text = content.decode("utf-8")
    except OSError as problem:
        raise ScenarioError(f"{file}: cannot read: {problem.strerror}; accepted: a scenario file (YAML)") from None
    except UnicodeDecodeError as problem:
        raise ScenarioError(
            f"{file}: not UTF-8 text (byte {problem.start}); accepted: a scenario file (YAML)"
        ) from None
    try:
        document = YAML(typ="rt").load(text)
    except MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise ScenarioError(f"{file}:{line}: not valid YAML: {_one_line(problem.problem or problem)}") from None
    except (YAMLError, ValueError, RecursionError) as problem:
        raise ScenarioError(f"{file}:1: not valid YAML: {_one_line(problem)}") from None
    if not isinstance(document, CommentedMap):
        raise ScenarioError(f"{file}:1: not a mapping of fields; accepted: name, topology, workload, ...")
    return document


def _one_line(problem: object) -> str:
    return " ".join(str(problem).split())


def _plain(node: object, loc: Loc, file: Path, positions: dict[Loc, Position]) -> object:
    """Plain data, each place noted. Raises ScenarioError when aliases make it endless or enormous."""
    if len(positions) > MAX_NODES or len(loc) > MAX_DEPTH:
        limits = f"at most {MAX_NODES} values, nested at most {MAX_DEPTH} deep"
        raise ScenarioError(f"{file}:1: aliases or nesting make it too large; accepted: {limits}")
    if isinstance(node, CommentedMap):
        result: dict[str, object] = {}
        for key, value in node.items():
            name = str(key)
            positions[(*loc, name)] = _place(node.lc.key, key, positions[loc])
            result[name] = _plain(value, (*loc, name), file, positions)
        return result
    if isinstance(node, CommentedSeq):
        items = []
        for index, value in enumerate(node):
            positions[(*loc, index)] = _place(node.lc.item, index, positions[loc])
            items.append(_plain(value, (*loc, index), file, positions))
        return items
    for kind in (bool, int, float, str):
        if isinstance(node, kind):
            return kind(node)
    return None if node is None else str(node)


def _place(lookup: Callable[[object], tuple[int, int]], key: object, parent: Position) -> Position:
    """Where a key or an item stands; its parent's place when it came in by a merge (`<<`) or a tag."""
    try:
        return Position(parent.file, lookup(key)[0] + 1)
    except (KeyError, TypeError, AttributeError):
        return parent

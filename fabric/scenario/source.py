# SPDX-License-Identifier: Apache-2.0
"""Scenario files as data with line numbers, including `base:` (a scenario that is another with something changed)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from documents import DocumentError, Loc, read
from fabric.errors import ScenarioError

#: Longest chain of `base:` files.
MAX_BASES = 8


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
    try:
        document = read(file)
    except DocumentError as problem:
        raise ScenarioError(str(problem)) from None
    positions = {loc: Position(file, line) for loc, line in document.lines.items()}
    data = document.data
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

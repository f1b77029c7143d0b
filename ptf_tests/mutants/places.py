# SPDX-License-Identifier: Apache-2.0
"""Places in a compiled program (BMv2 JSON) and how to change one. Programs are values: a change makes another one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Program: TypeAlias = dict[str, Json]
Path = tuple[str | int, ...]

EXECUTED = ("parsers", "calculations", "actions", "pipelines", "checksums", "deparsers")
"""Sections of the JSON whose contents decide what happens to a packet."""

SOURCES = "p4src/"
"""What names of source files start with, which is left out where they are shown."""


@dataclass(frozen=True, slots=True)
class Place:
    """A value of the program.

    Attributes:
        path: keys and indices from the root.
        node: the value.
        file: the P4 source it was compiled from, as far as the JSON tells.
        line: there.
        text: the innermost statement or condition around it, as in the source.
        owner: name of the innermost action, table, conditional or parser state around it.
    """

    path: Path
    node: Json
    file: str
    line: int
    text: str
    owner: str

    @property
    def parent(self) -> Path:
        """The path of what holds it."""
        return self.path[:-1]


@dataclass(frozen=True, slots=True)
class _Around:
    file: str = ""
    line: int = 0
    text: str = ""
    owner: str = ""


def places(program: Program) -> Iterator[Place]:
    """Every value of the executed sections, in the order of the file."""
    for section in EXECUTED:
        yield from _walk(program.get(section), (section,), _Around(owner=section))


def _walk(node: Json, path: Path, around: _Around) -> Iterator[Place]:
    if isinstance(node, dict):
        around = _around(node, around)
    yield Place(path, node, around.file, around.line, around.text, around.owner)
    if isinstance(node, dict):
        for key, value in node.items():
            if key != "source_info":
                yield from _walk(value, (*path, key), around)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _walk(value, (*path, index), around)


def _around(node: dict[str, Json], outer: _Around) -> _Around:
    name = node.get("name")
    owner = name if isinstance(name, str) else outer.owner
    source = node.get("source_info")
    if not isinstance(source, dict):
        return _Around(outer.file, outer.line, outer.text, owner)
    file, line, text = (source.get(key) for key in ("filename", "line", "source_fragment"))
    assert isinstance(line, int)
    return _Around(str(file).rpartition(SOURCES)[2], line, str(text), owner)


def element(program: Program, path: Path) -> str:
    """Name of the parser state, action, table or conditional around a path; "" outside of these.

    What is wrong in there has no influence on packets that do not get there.
    """
    depth = {"parsers": 4, "actions": 2, "pipelines": 4}.get(str(path[0]), 0)
    if not depth or len(path) < depth:
        return ""
    found = at(program, path[:depth])
    return str(found["name"]) if isinstance(found, dict) else ""


def child(node: Json, part: str | int) -> Json:
    """The value below a key or an index. Raises KeyError, IndexError or TypeError when there is none."""
    if isinstance(node, dict) and isinstance(part, str):
        return node[part]
    if isinstance(node, list) and isinstance(part, int):
        return node[part]
    raise TypeError(f"nothing below {part!r}")


def at(program: Program, path: Path) -> Json:
    """The value at a path. Raises KeyError, IndexError or TypeError when there is none."""
    node: Json = program
    for part in path:
        node = child(node, part)
    return node


def replaced(program: Program, path: Path, value: Json) -> Program:
    """The program with another value at `path`; the rest is shared with `program`."""
    changed = _changed(program, path, [value])
    assert isinstance(changed, dict)
    return changed


def removed(program: Program, path: Path) -> Program:
    """The program without the list item at `path`; the rest is shared with `program`."""
    changed = _changed(program, path, [])
    assert isinstance(changed, dict)
    return changed


def _changed(node: Json, path: Path, values: list[Json]) -> Json:
    """`node` with `values` in place of what is at `path`, which must be in a list unless there is one value."""
    first, *rest = path
    below = values if not rest else [_changed(child(node, first), tuple(rest), values)]
    if isinstance(node, dict) and isinstance(first, str):
        (value,) = below
        return {**node, first: value}
    assert isinstance(node, list)
    assert isinstance(first, int)
    return [*node[:first], *below, *node[first + 1 :]]

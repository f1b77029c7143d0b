# SPDX-License-Identifier: Apache-2.0
"""Names: unique ones for generated objects, and the names the control plane sees."""

from __future__ import annotations

from p4soft.compiler import ast


class Names:
    """Hands out names that are unique among themselves: `x`, `x_0`, `x_1`, ... as p4c does."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def reserve(self, name: str) -> None:
        """Make sure `new` never returns this name."""
        self._used.add(name)

    def new(self, hint: str) -> str:
        """A name that starts with `hint`."""
        if hint not in self._used:
            self._used.add(hint)
            return hint
        counter = self._next.get(hint, 0)
        while f"{hint}_{counter}" in self._used:
            counter += 1
        name = f"{hint}_{counter}"
        self._next[hint] = counter + 1
        self._used.add(name)
        return name


def name_annotation(annotations: list[ast.Annotation]) -> str | None:
    """The string of an explicit `@name`, or None."""
    for annotation in annotations:
        if annotation.name == "name" and annotation.string is not None:
            return annotation.string
    return None


def control_plane_name(decl: ast.Declaration) -> str:
    """A declaration's own name for the control plane: `@name` without its leading dot, or the P4 name."""
    explicit = name_annotation(decl.annotations)
    if explicit is None:
        return decl.name
    return explicit.removeprefix(".")


def qualified(prefix: str, decl: ast.Declaration) -> str:
    """A declaration's full control-plane name below `prefix`; a `@name(".x")` is absolute."""
    explicit = name_annotation(decl.annotations)
    if explicit is not None and explicit.startswith("."):
        return explicit[1:]
    own = explicit if explicit is not None else decl.name
    return f"{prefix}.{own}" if prefix else own

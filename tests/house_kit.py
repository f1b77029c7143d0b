# SPDX-License-Identifier: Apache-2.0
"""The project as data: its files, its modules, and which module imports which."""

import ast
import gc
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, as Git knows it (also what is new and not ignored), relative to its top."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return tuple(sorted(name for name in set(listed) if (ROOT / name).is_file()))


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def tree(name: str) -> ast.Module:
    """A file, parsed. It lives to the end; the garbage collector, which takes longer than the parser, lets it be."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text(name), filename=name)
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def below(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all statements in it, with the cases and handlers around them; nothing in an expression."""
    yield node
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, field, ()):
            yield from below(inner)


SOURCES = "p4soft/src/"
"""Where the modules of the distribution `p4soft` lie; all others lie at the top."""


def shown(name: str) -> str:
    """A file as pages name it: `p4soft/` stands for `p4soft/src/p4soft/`."""
    return name.removeprefix(SOURCES)


@cache
def packages() -> tuple[str, ...]:
    """The top-level packages: every folder with an `__init__.py` at the top, or where p4soft's lies."""
    found = (shown(name) for name in files())
    return tuple(sorted({name.split("/")[0] for name in found if name.count("/") == 1 and "__init__.py" in name}))


@cache
def modules() -> dict[str, str]:
    """Dotted name of every module in a package -> its file."""
    found = {}
    for name in files():
        top = shown(name).split("/")[0]
        if name.endswith(".py") and top in packages() and (top != "p4soft" or name.startswith(SOURCES)):
            found[dotted(name)] = name
    return found


def dotted(name: str) -> str:
    parts = list(Path(shown(name)).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True, order=True)
class Import:
    """One import statement's effect: `module` needs `target`, because of `line` of `file`."""

    module: str
    target: str
    file: str
    line: int
    at_import_time: bool
    """Runs when `module` is imported: not in a function, not under TYPE_CHECKING."""


@cache
def imports(module: str) -> tuple[Import, ...]:
    """Imports of modules of the project, with the packages that they run on the way."""
    name = modules()[module]
    return tuple(
        Import(module, target, name, node.lineno, early)
        for node, early in statements(tree(name).body, early=True)
        for target in sorted(targets(module, node))
    )


def statements(body: list[ast.stmt], *, early: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, early
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from statements(node.body, early=False)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from statements(node.body, early=False)
            yield from statements(node.orelse, early=early)
        else:
            for _, inner in ast.iter_fields(node):
                if isinstance(inner, list):
                    yield from statements([item for item in inner if isinstance(item, ast.stmt)], early=early)
                    for part in inner:
                        if isinstance(part, ast.ExceptHandler | ast.match_case):
                            yield from statements(part.body, early=early)


def targets(module: str, node: ast.Import | ast.ImportFrom) -> set[str]:
    """The modules that an import runs: those it names, and the packages around them that are not running already."""
    known = modules()
    running = set(ancestors(module))
    found: set[str] = set()
    if isinstance(node, ast.Import):
        for alias in node.names:
            found |= {alias.name, *ancestors(alias.name)} - running
    else:
        base = node.module or ""
        if node.level:
            package = module if known[module].endswith("__init__.py") else module.rpartition(".")[0]
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *([node.module] if node.module else [])])
        found |= set(ancestors(base)) - running
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            if inner in known:
                found |= {inner} | ({base} - running)
            else:
                found.add(base)
    return {name for name in found if name in known and name != module}


def ancestors(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one node, each sorted (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for start in sorted(graph):
        work = [(start, iter(sorted(graph[start])))] if start not in index else []
        if work:
            index[start] = low[start] = len(index)
            stack.append(start)
        while work:
            node, successors = work[-1]
            following = next(successors, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    members, stack[cut:] = stack[cut:], []
                    if len(members) > 1:
                        found.append(sorted(members))
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                work.append((following, iter(sorted(graph[following]))))
            elif following in stack:
                low[node] = min(low[node], index[following])
    return sorted(found)


def way_round(members: list[str], graph: dict[str, set[str]]) -> list[str]:
    """A shortest closed walk through the first member of a circle."""
    start = members[0]
    paths = [[start]]
    seen = set()
    while paths:
        path = paths.pop(0)
        for following in sorted(graph[path[-1]] & set(members)):
            if following == start:
                return [*path, start]
            if following not in seen:
                seen.add(following)
                paths.append([*path, following])
    return [start]

# SPDX-License-Identifier: Apache-2.0
"""Modules compiled by mypyc on request: `make accelerate`, then `MRC_ACCELERATED=1`.

The sources stay the truth. A build has an extension module for each source file of `PACKAGES` that gains by it, in
`build/accelerated/`, and `use_compiled` lets Python find those first. A build of other sources, or of another Python,
is never taken: that is said on stderr, and the sources run. Both give the same bytes.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from typing_extensions import override

__all__ = [
    "PACKAGES",
    "VARIABLE",
    "AccelerationError",
    "is_accelerated",
    "use_compiled",
]


# --- What a build is made of -----------------------------------------------------------------------------------------


ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "accelerated"
#: Names the sources that a build was made of; written last, so that a build cut short is none.
STAMP = "sources.sha256"
#: Where the time of an emulated run goes once the switches are native.
PACKAGES = ("host_stack", "fabric/emulation")
#: Folders of theirs that stay interpreted: the baseline NIC is for comparisons; what calls C is no time.
_INTERPRETED_FOLDERS = ("host_stack/roce", "host_stack/native")
#: Base classes whose subclasses others write: compiled, they would refuse a class that is not.
_INTERFACES = {"Protocol", "ABC"}
_EXCEPTIONS = {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)
}
#: Libraries that are Python only where they are imported; a module that builds on them gains nothing.
_INTERPRETED = {"scapy"}
_RULES = (Path("common/acceleration.py"), Path("tools/accelerate.py"))
_PLACES = {"__name__", "__file__"}


class AccelerationError(Exception):
    """Sources cannot be read."""


def sources(root: Path = ROOT) -> list[Path]:
    """Every source file of `PACKAGES`, relative to `root`, sorted."""
    return sorted(path.relative_to(root) for package in PACKAGES for path in (root / package).rglob("*.py"))


def modules(root: Path = ROOT) -> list[Path]:
    """The source files that are compiled, relative to `root`.

    These stay interpreted: `_INTERPRETED_FOLDERS`, packages' `__init__` and `__main__`, commands, and modules that look
    for files next to themselves, define an interface, build on scapy, or have an exception with two bases (mypyc knows
    one base only).

    Raises:
        AccelerationError: a source is no Python.
    """
    return [
        path
        for path in sources(root)
        if not path.stem.startswith("__")
        and not path.as_posix().startswith(tuple(f"{folder}/" for folder in _INTERPRETED_FOLDERS))
        and _gains(root / path)
    ]


def parents() -> list[Path]:
    """The `__init__` files above `PACKAGES`, relative to `ROOT`: they say that a folder below is part of a package."""
    above = {folder for package in PACKAGES for folder in Path(package).parents} - {Path()}
    return sorted(folder / "__init__.py" for folder in above if (ROOT / folder / "__init__.py").is_file())


def digest(root: Path = ROOT) -> str:
    """What identifies the sources of `PACKAGES`, the rules by which they are compiled, and the Python they are for."""
    total = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in (*sources(root), *_RULES):
        content = (root / path).read_bytes()
        total.update(f"{path.as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _gains(path: Path) -> bool:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        raise AccelerationError(f"{path}: cannot be read as Python: {error}") from None
    if _stays_in_place(tree) or _INTERPRETED & {name.split(".")[0] for name in _imports(tree)}:
        return False
    return not any(
        base in _INTERFACES or (len(bases) > 1 and base in _EXCEPTIONS)
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for bases in [[base.id for base in node.bases if isinstance(base, ast.Name)]]
        for base in bases
    )


def _stays_in_place(tree: ast.Module) -> bool:
    """Whether a module can be run by `python -m`, which an extension module cannot, or asks where it lies."""
    return any(isinstance(node, ast.Name) and node.id in _PLACES for node in ast.walk(tree))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module


# --- Whether this process runs it ------------------------------------------------------------------------------------


VARIABLE = "MRC_ACCELERATED"
_OFF, _ON = ("", "0"), "1"


class _CompiledModules(MetaPathFinder):
    """Finds the modules that a build has; all others are found as ever."""

    def __init__(self, build: Path) -> None:
        found = (
            (path, path.name.removesuffix(EXTENSION_SUFFIXES[0])) for path in build.rglob(f"*{EXTENSION_SUFFIXES[0]}")
        )
        self._files = {".".join((*path.parent.relative_to(build).parts, stem)): path for path, stem in found}

    @override
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self._files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def use_compiled() -> None:
    """Let the modules of `PACKAGES` come from a build, when that was asked for and the build fits.

    A package of `PACKAGES` calls it before it imports any of its modules.
    """
    if is_accelerated() and not any(isinstance(finder, _CompiledModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _CompiledModules(BUILD))


@cache
def is_accelerated() -> bool:
    """True when compiled modules run in this process. The first call says on stderr why not, if they were asked for."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted in _OFF:
        return False
    refusal = _refusal(wanted)
    if refusal is not None:
        sys.stderr.write(f"notice: {VARIABLE}={wanted}: {refusal}; the Python sources run\n")
    return refusal is None


def _refusal(wanted: str) -> str | None:
    if wanted != _ON:
        return f"accepted: {_ON} (compiled), 0 or nothing (Python)"
    try:
        built_of = (BUILD / STAMP).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return f"nothing is built in {BUILD.relative_to(ROOT)}; make accelerate builds it"
    if built_of != digest():
        return f"what is in {BUILD.relative_to(ROOT)} was made of other sources or for another Python; make accelerate"
    return None

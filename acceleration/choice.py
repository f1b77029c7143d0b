# SPDX-License-Identifier: Apache-2.0
"""Whether this process runs the compiled modules: the environment says it, a build that fits allows it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from typing_extensions import override

from acceleration.build_files import BUILD, ROOT, STAMP, digest

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

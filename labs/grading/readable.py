# SPDX-License-Identifier: Apache-2.0
"""What a student's work may read: P4 what lies beside it; Python that, this project and the system; no solutions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from common import PROJECT_ROOT
from labs.grading.lesson import WrongError
from p4soft.compiler import CompileErrors
from p4soft.compiler.preprocessing.preprocessor import P4INCLUDE, preprocessed

HIDDEN = frozenset(
    PROJECT_ROOT / name
    for name in ("labs/solutions", "labs/grading/lessons", "ptf_tests/mutants", "tests", "p4soft/tests", "out", ".git")
)
"""What has answers, and what has other students'."""

_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/proc", "/sys", "/dev")


def readable(*own: Path) -> list[str]:
    """The files and folders that a confined process may read, `own` and what is below it among them."""
    libraries = filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep))
    found = [*map(Path, (*_SYSTEM, sys.prefix, sys.base_prefix, *libraries)), *_open(PROJECT_ROOT), *own]
    return [str(path) for path in dict.fromkeys(found) if path.exists()]


def _open(folder: Path) -> Iterator[Path]:
    """What is in a folder, but for what is hidden."""
    for path in sorted(folder.iterdir()):
        if any(hidden.is_relative_to(path) for hidden in HIDDEN):
            if path not in HIDDEN:
                yield from _open(path)
        else:
            yield path


def check_includes(program: Path, folder: Path) -> None:
    """Raise WrongError if a program includes, itself or by others, more than files of a folder, core.p4 and v1model.p4.

    What else is wrong with it is for the compiler to say.
    """
    try:
        files = preprocessed(program, (), {}).files
    except CompileErrors:
        return
    allowed = (folder.resolve(), P4INCLUDE)
    for name in files:
        path = Path(name).resolve()
        if not any(path.is_relative_to(each) for each in allowed):
            raise WrongError(
                f"it includes {path.name} from elsewhere; accepted: standard includes, and files beside it"
            )

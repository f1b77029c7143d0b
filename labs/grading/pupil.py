# SPDX-License-Identifier: Apache-2.0
"""The child process in which a student's class lives: reads calls from standard input, answers on standard output.

`sandbox.dialogue` runs it as a file, with Python's isolated mode: it imports nothing of this project. One JSON line is
a call, `["new", args]` or `[method, args]`, and one is its answer, `{"value": ...}` or `{"error": "text"}`. Before that
it may ask something itself, `{"ask": [method, args]}`, and reads the answer. What the student's code prints goes to
standard error.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

Call = Callable[[str, list[object]], object]
"""Method and arguments in, a JSON value out."""


class Line:
    """The two ends of the conversation, which nothing that is printed or read by other code gets into."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._in = os.fdopen(os.dup(0), encoding="utf-8")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def serve(self, answer: Call, file: Path) -> None:
        """Answer calls until the other end closes; `file` is the student's."""
        for line in self._in:
            method, arguments = json.loads(line)
            try:
                text = json.dumps({"value": answer(method, arguments)})
            except (SystemExit, KeyboardInterrupt) as error:
                text = json.dumps({"error": f"it ended the process: {type(error).__name__}"})
            except MemoryError:
                text = json.dumps({"error": "it ran out of memory"})
            except Exception as error:  # noqa: BLE001 - whatever a student's code raises
                text = json.dumps({"error": error_text(error, file)})
            self._write(text)

    def ask(self, method: str, *arguments: object) -> object:
        """Ask the other end something while it waits for an answer."""
        self._write(json.dumps({"ask": [method, arguments]}))
        return json.loads(self._in.readline())

    def _write(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


def load(file: Path) -> ModuleType:
    """The student's module, which may import what lies beside it. Raises ImportError, and whatever it raises itself."""
    sys.path.insert(0, str(file.parent))
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


class _Objects:
    def __init__(self, file: Path, name: str) -> None:
        self._file = file
        self._name = name
        self._class: type | None = None
        self._object: object = None

    def __call__(self, method: str, arguments: list[object]) -> object:
        if method != "new":
            return getattr(self._object, method)(*arguments)
        if self._class is None:
            found = getattr(load(self._file), self._name, None)
            if not isinstance(found, type):
                raise ImportError(f"{self._file.name} has no class {self._name}")
            self._class = found
        self._object = self._class(*arguments)
        return None


def error_text(error: Exception, file: Path) -> str:
    """The error with the last line of the student's file that led to it."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f"{file.name}:{error.lineno}: {type(error).__name__}: {error.msg}"
    there = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    place = f"{file.name}:{there[-1]}: " if there else ""
    return f"{place}{type(error).__name__}: {error}"[:500]


def main(file: str, class_name: str) -> None:
    Line().serve(_Objects(Path(file), class_name), Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:3])

# SPDX-License-Identifier: Apache-2.0
"""The child process in which a student's code lives: reads calls from standard input, answers on standard output.

`sandbox.dialogue` runs it as a file, with Python's isolated mode: it imports nothing of this project. Arguments are the
student's file, and the class in it whose objects are called; or "", and its functions are called: `measure` takes a
result and returns the student's numbers; `plot` takes two, and returns what each pair of axes of the figure has:
labels, the texts of its legend, and for each series its label, x and y.

One JSON line is a call, `["new", args]` or `[method, args]`, and one is its answer, `{"value": ...}` or
`{"error": "text"}`. Before that it may ask something itself, `{"ask": [method, args]}`, and reads the answer. What the
student's code prints goes to standard error.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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


def error_text(error: Exception, file: Path) -> str:
    """The error with the last line of the student's file that led to it."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f"{file.name}:{error.lineno}: {type(error).__name__}: {error.msg}"
    there = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    place = f"{file.name}:{there[-1]}: " if there else ""
    return f"{place}{type(error).__name__}: {error}"[:500]


# --- Objects of a class ----------------------------------------------------------------------------------------------


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


# --- Functions that measure and plot ---------------------------------------------------------------------------------


def _plain(value: object) -> object:
    """A value as JSON has it: numbers of NumPy too; None for a float that JSON lacks."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if hasattr(value, "tolist"):  # NumPy's arrays and numbers
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _series(axes: Axes) -> Iterable[tuple[object, object, object]]:
    from numpy import asarray  # noqa: PLC0415 - objects of a class need none

    for line in axes.lines:
        yield line.get_label(), line.get_xdata(), line.get_ydata()
    for points in axes.collections:
        places = asarray(points.get_offsets())
        yield points.get_label(), places[:, 0], places[:, 1]
    for bars in axes.containers:
        boxes = [each for each in bars if hasattr(each, "get_width")]
        flat = getattr(bars, "orientation", "vertical") == "horizontal"
        lengths = [each.get_width() if flat else each.get_height() for each in boxes]
        yield bars.get_label(), lengths, lengths
    for patch in axes.patches:
        if hasattr(patch, "get_data"):  # stairs
            values, edges, _ = patch.get_data()
            yield patch.get_label(), edges, values


def _axes(axes: Axes) -> dict[str, object]:
    legend = axes.get_legend()
    return {
        "x": axes.get_xlabel(),
        "y": axes.get_ylabel(),
        "legend": [text.get_text() for text in legend.get_texts()] if legend else [],
        "series": [[str(label), _plain(x), _plain(y)] for label, x, y in _series(axes)],
    }


class _Measuring:
    def __init__(self, file: Path) -> None:
        sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # it may read results with this project's code
        os.environ["MPLBACKEND"] = "agg"
        self._file = file
        self._module: ModuleType | None = None

    def __call__(self, method: str, arguments: list[object]) -> object:
        if self._module is None:
            self._module = load(self._file)
        found = getattr(self._module, method)(*arguments)
        if method != "plot":
            return _plain(found)
        if not hasattr(found, "axes"):
            raise TypeError(f"plot returned {type(found).__name__}; accepted: a matplotlib Figure")
        figure_axes = found.axes if isinstance(found.axes, list) else [found]  # an Axes has its own
        return [_axes(each) for each in figure_axes]


def main(file: str, class_name: str) -> None:
    path = Path(file)
    Line().serve(_Objects(path, class_name) if class_name else _Measuring(path), path)


if __name__ == "__main__":
    main(*sys.argv[1:3])

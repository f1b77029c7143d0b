# SPDX-License-Identifier: Apache-2.0
"""The child process that runs a student's `measure` and `plot` on results, and says what is in the figure.

`sandbox.dialogue` runs it as a file, with the student's file as argument. `measure` takes a result and returns the
student's numbers; `plot` takes two, and returns what each pair of axes of the figure has: labels, the texts of its
legend, and for each series its label, x and y.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # isolated mode leaves the project out

from numpy import asarray

from labs.grading.pupil import Line, load

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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


def main(file: str, _: str) -> None:
    os.environ["MPLBACKEND"] = "agg"
    Line().serve(_Measuring(Path(file)), Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:3])

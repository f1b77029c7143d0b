# SPDX-License-Identifier: Apache-2.0
"""Where results are kept, and which of them are there.

A run's folder has its scenario and topology (`scenario.yaml`, `topology.yaml`), what came out (`result.json`), what it
cost (`cost.json`), and the digest of the code and scenario it was made by (`made-by`), written last: a run that was
interrupted is run again, and one of other code, too. A run that was watched has a `timeline.html`, and `timeline-by`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabric.experiments.figure import Figure, Run, Scale
from fabric.experiments.identity import Task, code_digest
from fabric.experiments.worker import Done
from p4soft import outputs


@dataclass(frozen=True, slots=True)
class Store:
    """The results of one scale.

    Attributes:
        out: folder of all figures, as the user gave it.
        scale: of the figures.
    """

    out: Path
    scale: Scale

    @property
    def root(self) -> Path:
        """`out`, or `paper` below it: scales are kept apart."""
        return self.out if self.scale == "small" else self.out / self.scale

    def folder(self, figure: Figure, run: Run) -> Path:
        """Where a run's files are."""
        return self.root / figure.name / "runs" / run.name

    def has(self, figure: Figure, run: Run) -> bool:
        """Whether its result is there, of this code and scenario, and can be read: what is broken is made again."""
        if not self._made(figure, run, "made-by"):
            return False
        try:
            documents = [self._read(figure, run, name) for name in ("result.json", "cost.json")]
        except (OSError, ValueError, RecursionError):
            return False
        return all(isinstance(document, dict) for document in documents)

    def _made(self, figure: Figure, run: Run, note: str) -> bool:
        """Whether a note in a run's folder says that this code and scenario made what it is about."""
        try:
            made_by = (self.folder(figure, run) / note).read_text(encoding="utf-8")
        except OSError:
            return False
        return made_by == Task.of(run.scenario).stamp(code_digest()) + "\n"

    def complete(self, figure: Figure) -> bool:
        """Whether all of a figure's runs are there."""
        return all(self.has(figure, run) for run in figure.runs(self.scale))

    def keep(self, figure: Figure, run: Run, task: Task, done: Done) -> None:
        """Write a finished run. Raises OutputError."""
        folder = self.folder(figure, run)
        outputs.write_text(folder / "scenario.yaml", task.scenario)
        outputs.write_text(folder / "topology.yaml", task.topology)
        outputs.write_bytes(folder / "result.json", done.result)
        outputs.write_text(folder / "cost.json", done.cost_json())
        outputs.write_text(folder / "made-by", task.stamp(code_digest()) + "\n")

    def keep_timeline(self, figure: Figure, run: Run, task: Task, page: bytes) -> None:
        """Write the timeline of a run, and what made it. Raises OutputError."""
        folder = self.folder(figure, run)
        outputs.write_bytes(folder / "timeline.html", page)
        outputs.write_text(folder / "timeline-by", task.stamp(code_digest()) + "\n")

    def timeline(self, figure: Figure, run: Run) -> Path | None:
        """Where the timeline of a run is; None when there is none of this code and scenario."""
        page = self.folder(figure, run) / "timeline.html"
        return page if self._made(figure, run, "timeline-by") and page.is_file() else None

    def results(self, figure: Figure) -> dict[str, Any]:
        """The results of a figure's runs, by name."""
        return {run.name: self._read(figure, run, "result.json") for run in figure.runs(self.scale)}

    def costs(self, figure: Figure) -> list[Mapping[str, float]]:
        """What a figure's runs cost."""
        return [self._read(figure, run, "cost.json") for run in figure.runs(self.scale)]

    def _read(self, figure: Figure, run: Run, name: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads((self.folder(figure, run) / name).read_bytes())
        return document

# SPDX-License-Identifier: Apache-2.0
"""One run of a figure: what its result depends on, how it is made, and where it is kept.

A result depends on the code, and on the scenario with its bases and its topology put together. Dask makes it anywhere:
a scenario's text goes in, `result.json` and what it cost come out, and no file is shared.

A run's folder has its scenario and topology (`scenario.yaml`, `topology.yaml`), what came out (`result.json`), what it
cost (`cost.json`), and the digest of the code and scenario it was made by (`made-by`), written last: a run that was
interrupted is run again, and one of other code, too. A run that was watched has a `timeline.html`, and `timeline-by`.
"""

from __future__ import annotations

import hashlib
import json
import resource
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, to_builtins

from common import PROJECT_ROOT
from common.errors import DocumentError
from fabric.errors import FabricError
from fabric.experiments.figure import SCENARIOS, SEEDS, ExperimentError, Figure, Run, Scale
from fabric.results import MAX_BYTES, dumps
from fabric.running import result_of
from fabric.scenario import Scenario
from fabric.scenario.reading import load, read_layers
from p4soft import outputs
from p4soft.interpreter import no_collections

# --- What a result depends on ----------------------------------------------------------------------------------------


_CODE = ("fabric", "host_stack", "roce", "p4soft/src", "controller", "topologies", "p4src", "common")
_JUDGES = "fabric/experiments"


class Task(Struct, frozen=True):
    """A run, whole: no file but these is needed to make it, and `python -m fabric run` takes them as they are.

    Attributes:
        scenario: text of a scenario file (JSON, which is YAML), without a base; its `topology` is `topology.yaml`.
    """

    scenario: str
    topology: str

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Task:
        """From the fields of a scenario; `base` and `topology` are relative to `topologies/scenarios`.

        Raises:
            ExperimentError: a file that it names cannot be read, or is not YAML.
        """
        names = {key: str((SCENARIOS / fields[key]).resolve()) for key in ("base", "topology") if key in fields}
        with TemporaryDirectory(prefix="mrc-experiment-") as folder:
            file = Path(folder) / "scenario.yaml"
            file.write_text(json.dumps({**fields, **names}), encoding="utf-8")
            try:
                data = read_layers(file).data
                topology = Path(str(data["topology"])).read_text(encoding="utf-8")
            except (DocumentError, OSError, KeyError) as problem:
                raise ExperimentError(f"not a scenario: {problem}") from None
        return cls(json.dumps({**data, "topology": "topology.yaml"}, indent=2) + "\n", topology)

    def load(self) -> Scenario:
        """The scenario, checked. Raises ScenarioError."""
        with TemporaryDirectory(prefix="mrc-experiment-") as folder:
            file = Path(folder) / "scenario.yaml"
            file.write_text(self.scenario, encoding="utf-8")
            (Path(folder) / "topology.yaml").write_text(self.topology, encoding="utf-8")
            return load(file)

    def stamp(self, code: str) -> str:
        """The digest of this run, made by code of that digest."""
        return hashlib.sha256("\0".join((code, self.scenario, self.topology)).encode()).hexdigest()


@cache
def code_digest() -> str:
    """A digest of all code that makes a result, without the code that judges results and draws them."""
    digest = hashlib.sha256()
    for room in _CODE:
        for file in sorted((PROJECT_ROOT / room).rglob("*")):
            judges = (PROJECT_ROOT / _JUDGES) in file.parents
            if file.suffix in (".py", ".p4", ".c") and file.is_file() and not judges:
                digest.update(file.relative_to(PROJECT_ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def require_code(code: str) -> None:
    """Raise ExperimentError unless the code here has this digest, that of the client."""
    if code_digest() != code:
        raise ExperimentError("this worker has other code than who asked it; accepted: the same commit on all machines")


# --- Making a result -------------------------------------------------------------------------------------------------


_PEAK = "VmHWM:"


class Cost(Struct, frozen=True):
    """What a run took.

    Attributes:
        seconds: of one core.
        peak_bytes: of memory, by the run's process.
    """

    seconds: float
    packets: int
    switch_passes: int
    peak_bytes: int


class Done(Struct, frozen=True):
    """A finished run: the bytes of its `result.json`, and its cost."""

    result: bytes
    cost: Cost

    def cost_json(self) -> str:
        """The cost as a file's text."""
        return json.dumps(to_builtins(self.cost), indent=2) + "\n"


def execute(task: Task, code: str) -> Done:
    """Make a run.

    Raises:
        ExperimentError: the code here is other code, or the result is too large.
        FabricError: it is not a scenario that can be run; nothing is left behind.
    """
    require_code(code)
    _forget_peak()
    with no_collections():  # the next one, of the young alone, lets the fabric go, which is full of circles
        began = time.process_time()
        document = result_of(task.load(), served=False)
        cost = Cost(
            time.process_time() - began,
            sum(flow["packets"] + flow["retransmissions"] for flow in document["flows"]),
            sum(switch["received"] for switch in document["fabric"]["switches"]),
            _peak_bytes(),
        )
    result = dumps(document).encode()
    if len(result) > MAX_BYTES:
        raise ExperimentError(f"its result has {len(result):,} bytes; accepted: {MAX_BYTES:,}, with fewer writes")
    return Done(result, cost)


def attempt(task: Task, code: str) -> Done | str:
    """As `execute`, for Dask, which would print a traceback of whatever is raised: the message of what went wrong."""
    with no_collections():  # before the exception has let the fabric go
        try:
            return execute(task, code)
        except (ExperimentError, FabricError) as problem:
            return str(problem)


def _forget_peak() -> None:
    """Begin anew with this process's highest memory, where the kernel can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:  # then it is the highest of all runs of the process so far
        return


def _peak_bytes() -> int:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(_PEAK))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


# --- Keeping results -------------------------------------------------------------------------------------------------


class Store(Struct, frozen=True):
    """The results of one scale.

    Attributes:
        out: folder of all figures, as the user gave it.
        seeds: how many of each figure's, from the first on.
    """

    out: Path
    scale: Scale
    seeds: int = len(SEEDS)

    @property
    def root(self) -> Path:
        """`out`, or `paper` below it: scales are kept apart."""
        return self.out if self.scale == "small" else self.out / self.scale

    def runs(self, figure: Figure) -> list[Run]:
        """The runs of a figure with these seeds."""
        return [run for run in figure.runs(self.scale) if run.seed <= self.seeds]

    def folder(self, figure: Figure, run: Run) -> Path:
        return self.root / figure.name / "runs" / run.name

    def has(self, figure: Figure, run: Run) -> bool:
        """Whether its result is there, of this code and scenario, and can be read: a broken one is made again."""
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
        return all(self.has(figure, run) for run in self.runs(figure))

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
        return {run.name: self._read(figure, run, "result.json") for run in self.runs(figure)}

    def costs(self, figure: Figure) -> list[Mapping[str, float]]:
        return [self._read(figure, run, "cost.json") for run in self.runs(figure)]

    def result(self, figure: Figure, run: Run) -> dict[str, Any]:
        """The result of a run that `has` said is there."""
        return self._read(figure, run, "result.json")

    def keep_trial(self, figure: Figure, sabotage: str, document: Mapping[str, Any]) -> Path:
        """Write what a figure said without a mechanism, apart from its results. Raises OutputError."""
        file = self.root / "sabotage" / figure.name / f"{sabotage}.json"
        outputs.write_text(file, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        return file

    def trials(self, figure: Figure) -> list[dict[str, Any]]:
        """What `keep_trial` wrote of a figure and this code, in the order of the figure's sabotages."""
        found = []
        for sabotage in figure.sabotages:
            try:
                file = self.root / "sabotage" / figure.name / f"{sabotage}.json"
                document = json.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            if isinstance(document, dict) and document.get("code") == code_digest():
                found.append(document)
        return found

    def _read(self, figure: Figure, run: Run, name: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads((self.folder(figure, run) / name).read_bytes())
        return document

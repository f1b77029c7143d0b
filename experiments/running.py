# SPDX-License-Identifier: Apache-2.0
"""Runs figures on Dask: local processes, or a cluster that exists; what is there already is not run again.

A run's folder has its scenario (`scenario.yaml`), what came out (`result.json`), what it cost (`cost.json`), and the
digest of the code and scenario it was made by (`made-by`), written last: a run that was interrupted is run again, and
one of other code, too.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster, as_completed

import outputs
from experiments.errors import ExperimentError
from experiments.figure import Figure, Run
from experiments.worker import Done, execute

_ROOT = Path(__file__).parent.parent
_CODE = ("experiments", "fabric", "host_stack", "roce", "targets", "controller", "topologies", "p4src", "documents")
"""Rooms on which a result depends."""

Told = Callable[[str, Run, bool], None]
"""Told when a run has finished: name of its figure, the run, and whether it had been there."""


@contextmanager
def dask(address: str | None, workers: int | None) -> Iterator[Client]:
    """A client of the scheduler at `address`, or of one here, with a process per core, on loopback.

    Raises:
        ExperimentError: nobody answers there.
    """
    if address is not None:
        try:
            client = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as problem:
            raise ExperimentError(f"--cluster {address}: {problem}; accepted: tcp://HOST:PORT of a scheduler") from None
        with client:
            yield client
        return
    count = workers or os.cpu_count() or 1
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=count, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs="ERROR", memory_limit=0,
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):  # fmt: skip
        yield client


def run_figures(figures: Sequence[Figure], out: Path, client: Callable[[], Client], told: Told) -> None:
    """Run what is not there yet; each result is written as soon as it has come.

    Args:
        figures: whose runs.
        out: folder of all of them.
        client: asked once, and only when something has to be run.
        told: as runs finish.

    Raises:
        ExperimentError: a run failed; the others of the same call may be missing, and are there next time.
        OutputError: a file cannot be written.
    """
    made_by = code_digest()
    missing: list[tuple[Figure, Run]] = []
    for figure in figures:
        for run in figure.runs():
            if _there(folder_of(out, figure, run), run, made_by):
                told(figure.name, run, True)
            else:
                missing.append((figure, run))
    if not missing:
        return
    dasks = client()
    futures = {
        dasks.submit(execute, dict(run.scenario), pure=False, retries=0, key=f"{figure.name}/{run.name}"): (figure, run)
        for figure, run in missing
    }
    for future in as_completed(futures):  # type: ignore[no-untyped-call]
        figure, run = futures[future]
        try:
            done = future.result()
        except Exception as problem:
            raise ExperimentError(f"{figure.name}, run {run.name}: {problem}") from problem
        _write(folder_of(out, figure, run), run, done, made_by)
        told(figure.name, run, False)


def folder_of(out: Path, figure: Figure, run: Run) -> Path:
    """Where a run's files are."""
    return out / figure.name / "runs" / run.name


def results_of(out: Path, figure: Figure) -> dict[str, Any]:
    """The results of a figure's runs, by name."""
    return {run.name: json.loads((folder_of(out, figure, run) / "result.json").read_bytes()) for run in figure.runs()}


def costs_of(out: Path, figure: Figure) -> list[Mapping[str, float]]:
    """What a figure's runs cost."""
    return [json.loads((folder_of(out, figure, run) / "cost.json").read_bytes()) for run in figure.runs()]


def code_digest() -> str:
    """Of all code on which results depend."""
    digest = hashlib.sha256()
    for room in _CODE:
        for file in sorted((_ROOT / room).rglob("*")):
            if file.suffix in (".py", ".p4", ".yaml") and file.is_file():
                digest.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _there(folder: Path, run: Run, made_by: str) -> bool:
    try:
        return (folder / "made-by").read_text(encoding="utf-8") == _stamp(run, made_by)
    except OSError:
        return False


def _stamp(run: Run, made_by: str) -> str:
    return hashlib.sha256((made_by + json.dumps(run.scenario, sort_keys=True)).encode()).hexdigest() + "\n"


def _write(folder: Path, run: Run, done: Done, made_by: str) -> None:
    outputs.write_text(folder / "scenario.yaml", json.dumps(run.scenario, indent=2) + "\n")
    outputs.write_bytes(folder / "result.json", done.result)
    outputs.write_text(folder / "cost.json", done.cost_json())
    outputs.write_text(folder / "made-by", _stamp(run, made_by))

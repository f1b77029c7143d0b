# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric mapper`: random faults, and what the Clustermapper makes of them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import topologies
from fabric.mapping.scores import Scores, score
from fabric.mapping.trials import run_trials
from p4soft.engine_choice import EngineChoice


def run_mapper(
    topology: Path, count: int, console: Console, *, seed: int, most: int, engine: EngineChoice, as_json: bool
) -> None:
    """Run `count` trials with up to `most` faults at a time, and print what they come to.

    Raises:
        FabricError, TopologyError: anything the user can put right.
    """
    fabric = topologies.load(topology)
    steps = Console(stderr=True)
    trials = run_trials(fabric, count, seed=seed, say=steps.print, engine=engine, most=most)
    scores = score(list(track(trials, "trials", total=count, console=steps)))
    if as_json:
        shares = ("precision", "precision_of_all_told", "recall")
        document = asdict(scores) | {share: getattr(scores, share) for share in shares}
        console.print_json(json.dumps(document))
        return
    for table in _tables(scores):
        console.print(table)


def _tables(scores: Scores) -> tuple[Table, Table]:
    totals = Table(title=f"{scores.trials} trials, {scores.faults} faults")
    totals.add_column("")
    totals.add_column("", justify="right")
    for name, value in (
        ("precision, at the end of a trial", f"{100 * scores.precision:.2f} %"),
        ("precision, of all that was ever told", f"{100 * scores.precision_of_all_told:.2f} %"),
        ("recall", f"{100 * scores.recall:.2f} %"),
        ("located", str(scores.located)),
        ("missed", str(scores.missed)),
        ("behind another fault, not to be seen", str(scores.masked)),
        ("told although well", str(scores.wrong)),
        ("told for a while although well", str(scores.passing)),
        ("rightly named: down, black hole, lossy", f"{scores.named} of {scores.located}"),
    ):
        totals.add_row(name, value)
    times = Table(title="time to locate, ms")
    for name in ("", "located", "median", "90 %", "worst"):
        times.add_column(name, justify="right" if name else "left")
    for each in scores.times:
        shown = (f"{at_ns / 1e6:.0f}" for at_ns in (each.median_ns, each.p90_ns, each.worst_ns))
        times.add_row(each.ailment, str(each.located), *shown)
    return totals, times

# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.bench`: measure, print a table, write `bench.json` and a page.

`MEASUREMENTS` has what is measured, in its order; another measurement is another row there.
"""

from __future__ import annotations

import json
import os
import platform
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from p4soft import outputs
from p4soft.command_line import run_command
from tools.bench.measurements import Curve, Figure, Measurement, Results, Settings, UnavailableError, document, number
from tools.bench.record import RecordError, joined, recorded

MEASUREMENTS = (
    Measurement("in-process", "p4src from memory to memory, on one core", "tools.bench.p4src:p4src_in_process"),
    Measurement("veth", "switch processes flooded over veth pairs", "tools.bench.processes:veth_flood"),
    Measurement("entries", "entries over P4Runtime", "tools.bench.processes:entries_installed"),
    Measurement("emulator", "the emulated fabric: set-up, the demo, packet-hops", "tools.bench.emulator:emulator"),
    Measurement("nic", "data packets through two NICs", "tools.bench.emulator:nic_packets"),
    Measurement(
        "connections", "memory and set-up of queue pairs, and of 1,000 peers", "tools.bench.emulator:connections"
    ),
    Measurement("compiler", "p4src from source to JSON and P4Info", "tools.bench.p4src:compile_times"),
    Measurement("fleet", "a fleet of switches behind several servers", "tools.bench.fleets:fleet_installed"),
    Measurement("waits", "commands that people wait for, by the clock", "tools.bench.waits:commands"),
    Measurement("growth", "packets against entries, tables and header bytes", "tools.bench.growth:growth_curves"),
)


ERRORS = (OSError, outputs.OutputError, RecordError)
_WIDTH = 130  # a table that wraps is hard to read
_NUMBERS = {"value", "its value", "times as good"}
_NAMES = [measurement.name for measurement in MEASUREMENTS]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(_NAMES),
    metavar="PART",
    help=f"Measure just this; may be repeated. Parts: {', '.join(_NAMES)}.",
)
@click.option(
    "--seconds", type=click.FloatRange(0.05, 60), default=1.0, show_default=True, help="Length of each timed portion."
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("out/bench"), show_default=True, help="Where results go."
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also store the figures beside this page (docs/performance.md), and write its table.",
)
def main(only: tuple[str, ...], seconds: float, out: Path, page: Path | None) -> None:
    """Measure each figure, and its peer in the same run if the peer is on the PATH.

    Peers: BMv2 (simple_switch_grpc), p4c (p4c-bm2-ss), uet-htsim (htsim_uec). A busy machine makes all figures smaller;
    ratios suffer less.
    """
    if page is not None:
        joined(page, ())  # it is refused before minutes of measuring
    console = Console()
    results = Results()
    for measurement in MEASUREMENTS:
        if not only or measurement.name in only:
            with console.status(f"{measurement.name}: {measurement.shows}"), tempfile.TemporaryDirectory() as folder:
                _measure(measurement, Settings(seconds, Path(folder)), results)
            console.print(f"measured {measurement.name}: {measurement.shows}", highlight=False)
    made = document(results, _machine())
    outputs.write_text(out / "bench.json", json.dumps(made, indent=2) + "\n")
    from tools.bench import page as drawing  # noqa: PLC0415 - `--help` draws nothing

    outputs.write_text(out / "index.html", drawing.page(made))
    if page is not None:
        recorded(page, made)
    _show(console, results)
    console.print(f"{out}/bench.json, {out}/index.html", highlight=False, soft_wrap=True)


def _measure(measurement: Measurement, settings: Settings, results: Results) -> None:
    try:
        for found in measurement.run(settings):
            if isinstance(found, Curve):
                results.curves.append(found)
            else:
                results.figures.append(found)
    except UnavailableError as reason:
        results.skipped[measurement.name] = str(reason)


def _machine() -> dict[str, object]:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    load = os.getloadavg()[0]
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load_before": round(load, 2),
    }


def _show(console: Console, results: Results) -> None:
    table = Table(box=None)
    for title in ("figure", "value", "unit", "peer", "its value", "times as good"):
        table.add_column(title, justify="right" if title in _NUMBERS else "left")
    for figure in results.figures:
        table.add_row(*_row(figure))
    wide = console if console.width >= _WIDTH else Console(file=console.file, width=_WIDTH)
    wide.print(table)
    for name, reason in results.skipped.items():
        console.print(f"not measured: {name}: {reason}", highlight=False, soft_wrap=True)


def _row(figure: Figure) -> tuple[str, ...]:
    peer = "" if figure.peer_value is None else number(figure.peer_value)
    ratio = "" if figure.ratio is None else number(figure.ratio)
    return figure.figure, number(figure.value), figure.unit, figure.peer or f"({figure.why})", peer, ratio


if __name__ == "__main__":
    run_command(main, ERRORS, status=1, name="python -m tools.bench")

# SPDX-License-Identifier: Apache-2.0
"""`python -m topologies COMMAND`: what is said of a fabric from its topology file, without a switch.

`compare`, `map` and `fields` are of this package. The others are those of packages that know tables; each is imported
when it is called.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

import topologies
from common.errors import DocumentError
from p4soft.command_line import Commands, run_command
from p4soft.outputs import write_text
from topologies.comparing import LEGEND, Blast, Cost, cost, ports_at_nic_rate, rows, single_planes
from topologies.errors import TopologyError

if TYPE_CHECKING:
    from rich.table import Table

ERRORS = (TopologyError,)
_DEFAULT = Path(__file__).parent / "paper-8plane.yaml"


_ELSEWHERE: Mapping[str, tuple[str, str]] = {
    "plan": ("controller.__main__:plan_command", "Print or write the static tables of every switch."),
    "prove": ("fabric.proof.command:prove_command", "Prove from the tables that every path works, and nothing else."),
    "mutate": ("fabric.proof.command:mutate_command", "Put mistakes into tables and see that each is found and shown."),
    "scale": ("fabric.proof.command:scale_command", "Measure planning and proving as a fabric grows."),
    "diff": ("controller.__main__:diff_command", "List the writes that lead from one topology to another."),
}
"""Command -> where it is, and one line of help."""


@click.group(cls=Commands, elsewhere=_ELSEWHERE)
def cli() -> None:
    """Fabrics as data."""


@cli.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def compare(files: tuple[Path, ...], as_json: bool) -> None:
    """Compare topologies (by default the production paper's) with single-plane fabrics of the same switches.

    The first topology is 1 in the last two rows. A single plane is a folded Clos of full bisection whose links are as
    fast as a whole NIC (the paper's Fig. 1a). Where it takes more than two tiers to serve as many NICs, the largest of
    a tier less stands before it.
    """
    from rich.console import Console  # noqa: PLC0415 - `--help` prints no table

    columns: list[Cost] = []
    remarks: list[str] = []
    for file in files or (_DEFAULT,):
        fabric = topologies.load(file)
        columns.append(cost(fabric))
        if fabric.spec.links.rates:
            remarks.append(
                f"{fabric.name}: links with rates of their own (`links.rates`), {len(fabric.spec.links.rates)} in all, "
                "are counted in the optics; the rest is said of the other links"
            )
        found = single_planes(fabric)
        columns += found
        if not found:
            remarks.append(
                f"{fabric.name}: no single plane: of {fabric.rate_bps('host') * fabric.planes / 1e9:g} Gb/s a switch "
                f"has {ports_at_nic_rate(fabric)} ports, too few for a Clos of {fabric.nics} NICs"
            )
    if as_json:
        click.echo(json.dumps({"fabrics": [_document(column) for column in columns], "remarks": remarks}, indent=2))
        return
    Console().print(_table(columns))
    for remark in remarks:
        click.echo(remark)


@cli.command("map")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The page (HTML).")
@click.option("--fail", "failed", metavar="NAME", multiple=True, help="A switch or link that is gone at first.")
def map_(file: Path, out: Path, failed: tuple[str, ...]) -> None:
    """Draw FILE as a page: a map to zoom, what a failure takes, the paths of two NICs, the entries of a switch."""
    from topologies.map import map_page  # noqa: PLC0415 - `--help` needs no templates

    page = map_page(topologies.load(file), failed)
    write_text(out, page)
    click.echo(f"{out}: {len(page.encode()):,} bytes")


@cli.command()
@click.argument("words", nargs=-1)
def fields(words: tuple[str, ...]) -> None:
    """List the fields of a topology: name, default, accepted values.

    WORDS choose those whose dotted name has one of them, as `qos.trim`.
    """
    from common.documents import listing  # noqa: PLC0415 - `--help` reads no file
    from common.text import reading_width  # noqa: PLC0415 - the same
    from topologies.schema import TopologySpec  # noqa: PLC0415 - the same

    try:
        click.echo(listing(TopologySpec, words, reading_width()))
    except DocumentError as error:
        raise TopologyError(str(error)) from None


def _table(columns: list[Cost]) -> Table:
    from rich.table import Table  # noqa: PLC0415 - as in `compare`

    table = Table()
    table.add_column("")
    for column in columns:
        table.add_column(column.title, justify="right")
    for name, cells in rows(columns).items():
        table.add_row(name, *cells)
    table.caption = LEGEND
    return table


def _document(column: Cost) -> dict[str, object]:
    document: dict[str, object] = {}
    for name, value in asdict(column).items():
        if isinstance(value, Blast):
            document[name] = {"nics": value.nics, "capacity": float(value.capacity)}
        else:
            document[name] = float(value) if isinstance(value, Fraction) else value
    document["switches_per_nic"] = float(column.switches_per_nic)
    document["transceivers_per_nic"] = float(column.transceivers_per_nic)
    return document


def _errors() -> tuple[type[Exception], ...]:
    """What a command's room raises for people."""
    found = _ELSEWHERE.get(next((word for word in sys.argv[1:] if not word.startswith("-")), ""))
    errors: tuple[type[Exception], ...] = (
        importlib.import_module(found[0].partition(":")[0]).ERRORS if found else ERRORS
    )
    return errors


def main() -> None:
    run_command(cli, _errors(), status=1, name="python -m topologies")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""``python -m controller``: errors as ``error: <message>`` on standard error with status 1, usage errors with 2.

Here are the commands that need no switch; `controller.fleet_commands` has the others. `plan` and `diff` are commands of
``python -m topologies`` too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

import topologies
from controller.errors import ControllerError
from controller.switch_plan import FORMS, Form, SwitchPlan, entry_text, json_text, plan_json, plan_text, value_text
from p4soft.command_line import Commands, run_command
from p4soft.outputs import atomic_file
from topologies import TopologyError

if TYPE_CHECKING:
    from topologies import Fabric, Outages, Switch

# --- Commands --------------------------------------------------------------------------------------------------------


WHOLE_FABRIC_LIMIT = 64
"""Above this many switches, `plan` wants --switch or --all: the paper's fabric has 6,144 of 4,109 entries each."""

SHOWN = 40
"""Writes that `diff` prints when nothing else is said."""

ERRORS = (ControllerError, TopologyError)


_ELSEWHERE: Mapping[str, tuple[str, str]] = {
    name: (f"controller.fleet_commands:{name}_command", says)
    for name, says in (
        ("install", "Make each switch hold its tables: pipeline, entries, read back, compare."),
        ("status", "Say from its JOURNAL how far an install is, or how it ended; also while it runs."),
        ("verify", "Read each switch and compare it with its plan; write nothing."),
        ("read", "Read the tables of each switch into a folder, as `plan --folder` writes them."),
        ("watch", "Look at a fleet again and again, and serve what is seen as metrics for Prometheus."),
    )
}
"""Command -> where it is, and one line of help."""


@click.group(cls=Commands, elsewhere=_ELSEWHERE)
def main() -> None:
    """Turn a topology into static tables and install them once over P4Runtime."""


@main.command("plan")
@click.argument("topology", type=click.Path(path_type=Path), default=topologies.LAB)
@click.option("--switch", "names", multiple=True, metavar="NAME", help="Only this switch; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="All switches, however many.")
@click.option("--without", multiple=True, metavar="NAME", help="As if this switch or link were gone; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file instead of standard output.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a file for each switch, and an index with digests; goes on where it was interrupted.",
)
@click.option("--form", type=click.Choice(FORMS), help="Of the files in --folder; columns when left out.")
@click.option("--jobs", type=click.IntRange(1), help="Processes for --folder; one on each core when left out.")
@click.option("--cluster", metavar="tcp://HOST:PORT", help="A Dask scheduler whose workers plan for --folder.")
def plan_command(
    *,
    topology: Path,
    names: tuple[str, ...],
    everything: bool,
    without: tuple[str, ...],
    as_json: bool,
    output: Path | None,
    folder: Path | None,
    form: Form | None,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Print the static tables of each switch of TOPOLOGY (topologies/lab.yaml when left out)."""
    from controller.tables import plan as make_plan  # noqa: PLC0415 - `--help` needs no fabric

    fabric = topologies.load(topology)
    if folder is not None:
        if names or everything or without or as_json or output is not None:
            raise click.UsageError("--folder takes all switches, and excludes the options of printing")
        _plan_folder(fabric, folder, form or "columns", jobs or 0, cluster)
        return
    if form is not None or jobs is not None or cluster is not None:
        raise click.UsageError("--form, --jobs and --cluster go with --folder")
    outages = _outages(fabric, without)
    plans = (make_plan(fabric, switch, outages) for switch in _chosen(fabric, names, everything))
    chunks = _json_chunks(fabric, plans) if as_json else _text_chunks(fabric, plans)
    if output is None:
        for chunk in chunks:
            click.echo(chunk, nl=False)
    else:
        _write_whole(output, chunks)


@main.command("diff")
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--shown", type=click.IntRange(0), default=SHOWN, show_default=True, help="Writes to print; 0 for all.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write all writes to a file.")
def diff_command(*, before: Path, after: Path, shown: int, output: Path | None) -> None:
    """List the writes that lead from the tables of topology BEFORE to those of AFTER.

    They are the fewest, in an order that breaks no path that both topologies have.
    """
    from controller.changes import changes, renumbered  # noqa: PLC0415 - numpy takes long to load

    old, new = topologies.load(before), topologies.load(after)
    counts: Counter[str] = Counter()
    cables = 0

    def lines() -> Iterator[str]:
        nonlocal cables
        for change in changes(old, new):
            counts[change.phase] += 1
            cables += change.moves_cable
            yield change.text() + "\n"

    if output is not None:
        _write_whole(output, lines())
    else:
        for number, line in enumerate(lines()):
            if not shown or number < shown:
                click.echo(line, nl=False)
        if 0 < shown < counts.total():
            click.echo(f"... and {counts.total() - shown} more; --shown 0 prints all")
    for name, was, is_now in renumbered(old, new):
        click.echo(f"device id of {name}: {was} -> {is_now}")
    told = ", ".join(f"{phase} {counts[phase]}" for phase in ("insert", "modify", "delete"))
    click.echo(f"{old.name} -> {new.name}: {told}" + (f"; {cables} next hops move with their cables" if cables else ""))


def _plan_folder(fabric: Fabric, folder: Path, form: Form, jobs: int, cluster: str | None) -> None:
    from controller.fleet import plan_fleet  # noqa: PLC0415 - it takes long to load
    from controller.fleet_commands import progress_bar  # noqa: PLC0415 - likewise

    with progress_bar(f"planning {fabric.name}", fabric.planes * (fabric.t0s + fabric.t1s)) as (progress, task):
        made = plan_fleet(
            fabric, folder, form, jobs=jobs, cluster=cluster, told=lambda done, _: progress.update(task, completed=done)
        )
    entries = sum(row.entries for row in made.rows.values())
    click.echo(f"{folder}: {len(made.rows)} switches, {entries} entries, digest {made.digest[:16]}")


@main.command("path")
@click.argument("topology", type=click.Path(path_type=Path))
@click.argument("src")
@click.argument("dst")
@click.option("--plane", default=0, show_default=True, help="Plane, from 0.")
@click.option("--t1", type=int, help="T1 to cross, from 0; default: 0, or none when both NICs share a T0.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def path_command(*, topology: Path, src: str, dst: str, plane: int, t1: int | None, as_json: bool) -> None:
    """Show a path from NIC SRC to NIC DST: switches, uSIDs, outer destination, table entries hit."""
    from controller.tables import walk  # noqa: PLC0415 - as in `plan`

    fabric = topologies.load(topology)
    source, target = fabric.nic(src), fabric.nic(dst)
    if t1 is None and source.t0 != target.t0:
        t1 = 0
    path = fabric.path(source.index, target.index, plane, t1)
    hops = walk(fabric, path)
    paths = fabric.planes * (fabric.t1s if source.t0 != target.t0 else 1)
    document = {
        "source": {"nic": source.name, "address": source.address_text, "port": path.egress_port},
        "destination": {"nic": target.name, "address": target.address_text, "port": plane},
        "paths": paths,
        "plane": plane,
        "t1": t1,
        "switches": list(path.switches),
        "usids": [f"{usid:04x}" for usid in path.usids],
        "outer_destination": path.destination_text,
        "hops": [
            {
                "switch": hop.switch,
                "destination": value_text("dst_addr", hop.destination),
                "my_sid": entry_text(hop.sid),
                "shifted": value_text("dst_addr", hop.shifted),
                "route": entry_text(hop.route),
                "port": hop.port,
                "peer": hop.peer,
            }
            for hop in hops
        ],
    }
    if as_json:
        click.echo(json_text(document), nl=False)
        return
    via = "T0-local" if t1 is None else f"T1 {t1}"
    click.echo(f"{source.name} ({source.address_text}) -> {target.name} ({target.address_text})")
    click.echo(f"plane {plane}, {via}; {paths} shortest paths between them")
    click.echo(f"uSIDs {' '.join(f'{usid:04x}' for usid in path.usids)}")
    click.echo(f"outer destination {path.destination_text}, sent on NIC port {path.egress_port}")
    for hop in hops:
        click.echo(f"{hop.switch}")
        click.echo(f"  {entry_text(hop.sid)}")
        click.echo(f"  {entry_text(hop.route)}")
        click.echo(f"  leaves port {hop.port} to {hop.peer} with destination {value_text('dst_addr', hop.shifted)}")


def _chosen(fabric: Fabric, names: tuple[str, ...], everything: bool) -> Iterable[Switch]:
    if names and everything:
        raise click.UsageError("--switch and --all exclude each other")
    if names:
        return [fabric.switch(name) for name in names]
    count = fabric.switch_count
    if count > WHOLE_FABRIC_LIMIT and not everything:
        raise ControllerError(f"{fabric.name} has {count} switches; accepted: --switch NAME, or --all for all of them")
    return fabric.switches()


def _outages(fabric: Fabric, names: Iterable[str]) -> Outages:
    links = frozenset(fabric.link(name).name for name in names if "--" in name)
    return topologies.Outages(links, frozenset(fabric.switch(name).name for name in names if "--" not in name))


def _text_chunks(fabric: Fabric, plans: Iterable[SwitchPlan]) -> Iterator[str]:
    yield f"fabric {fabric.name}\n"
    for plan in plans:
        yield "\n".join(plan_text(plan)) + "\n"


def _json_chunks(fabric: Fabric, plans: Iterable[SwitchPlan]) -> Iterator[str]:
    """One JSON document, produced switch by switch so that the largest fabric needs the memory of one plan."""
    yield f'{{"fabric": "{fabric.name}", "switches": ['
    separator = "\n"
    for plan in plans:
        yield separator + json_text(plan_json(plan)).rstrip("\n")
        separator = ",\n"
    yield "\n]}\n"


def _write_whole(output: Path, chunks: Iterable[str]) -> None:
    with atomic_file(output) as stream:
        stream.writelines(chunk.encode() for chunk in chunks)


def run() -> None:
    """Run the command line. Raises SystemExit when it ends otherwise than well."""
    run_command(main, ERRORS, status=1, name="python -m controller")


if __name__ == "__main__":
    run()

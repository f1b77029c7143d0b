# SPDX-License-Identifier: Apache-2.0
"""`python -m host_stack`: explain a capture; list the parameters of NICs; a scapy shell with MRC's layers."""

from __future__ import annotations

from pathlib import Path

import click

from host_stack.errors import ConfigError
from host_stack.explain.captures import CaptureError
from host_stack.wire.options import EethOpBits, EvSplit, WireOptions
from p4soft.command_line import run_command

ERRORS = (CaptureError, ConfigError)


class _Number(click.ParamType[int]):
    """Decimal, or hexadecimal after 0x, of 24 bits."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Fails, naming what is accepted, on anything else."""
        try:
            number = int(str(value), 0)
        except ValueError:
            number = -1
        if not 0 <= number <= 0xFFFFFF:
            self.fail(f"{value!r} is not a 24-bit number; accepted: 0..16777215, or hexadecimal after 0x", param, ctx)
        return number


@click.group()
def cli() -> None:
    """The MRC NIC's tools."""


@cli.command()
@click.argument("captures", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--qp", "qpn", type=_Number(), help="Only conversations of this queue pair (decimal or 0x...), either end."
)
@click.option(
    "--psn", type=_Number(), help="The story of this PSN: each sending, where it was seen, what became of it."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.option(
    "--udp-port",
    type=int,
    default=WireOptions().udp_port,
    show_default=True,
    help="UDP port of MRC, besides 4791 and 4971.",
)
@click.option(
    "--ev-halves",
    type=click.Choice([each.value for each in EvSplit]),
    default=WireOptions().ev_halves.value,
    show_default=True,
    help="Which half of the EV the UDP source port carries.",
)
@click.option(
    "--eeth-op-bits",
    type=click.Choice([each.value for each in EethOpBits]),
    default=WireOptions().eeth_op_bits.value,
    show_default=True,
    help="Where an endpoint response has its operation.",
)
def explain(
    *,
    captures: tuple[Path, ...],
    qpn: int | None,
    psn: int | None,
    as_json: bool,
    udp_port: int,
    ev_halves: str,
    eeth_op_bits: str,
) -> None:
    """Tell each queue pair's story from CAPTURES (pcapng; several of one run are merged by time).

    Per EV: packets, trims, losses, marks and round trips; why packets were sent again; with --psn any packet's fate.
    """
    from rich.console import Console  # noqa: PLC0415 - `--help` needs none of it

    from host_stack.explain import command  # noqa: PLC0415 - the same

    wire = WireOptions(udp_port=udp_port, ev_halves=EvSplit(ev_halves), eeth_op_bits=EethOpBits(eeth_op_bits))
    console = Console()
    wide = console if console.width >= command.MINIMUM_WIDTH else Console(width=command.MINIMUM_WIDTH)
    command.explain(captures, wide, wire=wire, qpn=qpn, psn=psn, as_json=as_json)


@cli.command()
@click.option(
    "--topology", type=click.Path(path_type=Path), show_default="topologies/lab.yaml",
    help="The fabric whose names it knows.",
)  # fmt: skip
@click.option("-c", "commands", metavar="PYTHON", help="Run this, and give no prompt.")
def shell(*, topology: Path | None, commands: str | None) -> None:
    """Scapy with MRC's layers, and names of a fabric: build packets by path, and look at captures."""
    from common.documents import DocumentError  # noqa: PLC0415
    from host_stack.shell import run  # noqa: PLC0415 - scapy takes a second
    from topologies import LAB, TopologyError  # noqa: PLC0415 - the same

    try:
        run(LAB if topology is None else topology, commands)
    except (TopologyError, DocumentError) as error:
        raise ConfigError(str(error)) from None


@cli.command()
@click.argument("words", nargs=-1)
@click.option("--roce", "of_roce", is_flag=True, help="Those of a RoCE NIC and of DCQCN.")
def parameters(*, words: tuple[str, ...], of_roce: bool) -> None:
    """List the parameters of a NIC: default, accepted values, source.

    WORDS choose those whose name, or whose group's name, has one of them. A star marks the names of `nic: options:` in
    a scenario. In parentheses is the default of a fabric; RTT is its empty round trip. Source own: nobody says, so we
    chose (docs/wire-profile.md).
    """
    from common.text import reading_width  # noqa: PLC0415 - `--help` needs none of it
    from host_stack import parameters as told  # noqa: PLC0415

    found = list(told.matching(words, of_roce=of_roce))
    if not found:
        accepted = ", ".join(
            dict.fromkeys(each.name for group in told.groups(of_roce=of_roce) for each in group.parameters)
        )
        raise ConfigError(f"{' '.join(words)}: no such parameter; accepted: a part of {accepted}")
    width = reading_width()
    for group in found:
        click.echo(click.wrap_text(f"{group.kind.__name__}: {group.what}", width))
        for each in group.parameters:
            click.echo(click.wrap_text(str(each), width, subsequent_indent="    "))
            click.echo(click.wrap_text(f"{each.what} [{each.source}]", width, "      ", "      "))


def main() -> None:
    """Entry point: complaints go to stderr as `error: ...`, status 1; wrong usage is 2."""
    run_command(cli, ERRORS, status=1, name="python -m host_stack")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""The command that opens the page of a lab."""

from __future__ import annotations

import click

from labs.errors import LabError
from labs.invocation import to_type
from labs.options import LAB
from labs.place import Place

PORT = click.option(
    "--page-port", "page_port", type=click.IntRange(0, 65535), default=0, show_default="any that is free",
    help="Of the page, on 127.0.0.1.",
)  # fmt: skip


@click.command()
@LAB
@PORT
def page(*, where: Place, page_port: int) -> None:
    """Print the URL of the lab's page, and serve it if nobody does: the fabric in your browser, live."""
    click.echo(_opened(where, page_port))


def say_page(where: Place, port: int) -> None:
    """Print the URL of the page of a lab that just came up; a lab is up without its page, too."""
    try:
        click.echo(f"the page: {_opened(where, port)}")
    except LabError as problem:
        click.echo(f"no page: {problem}; `{to_type('page', where.name)}` tries again", err=True)


def _opened(where: Place, port: int) -> str:
    from labs.page.opening import open_page  # noqa: PLC0415 - other commands serve nothing

    return open_page(where, port)

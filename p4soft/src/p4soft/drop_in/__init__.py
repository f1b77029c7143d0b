# SPDX-License-Identifier: Apache-2.0
"""The commands of p4c and BMv2 under their own names, for Makefiles and lab tools that know no others.

Each is a thin front end of `p4soft.compiler` or `p4soft.switch`: it takes the command line that the real program
takes. An option is obeyed, or it changes nothing here and says so in `--help`, or it is refused with the reason.

Here are the versions whose place the commands take, and options that need no code.
"""

from __future__ import annotations

import click

# --- Versions --------------------------------------------------------------------------------------------------------


VERSION = "0.1.0"
"""This distribution's; pyproject.toml reads it here."""
P4C = f"1.2.5.16 (p4soft {VERSION}, which takes what p4c 1.2.5.16 takes)"
BMV2 = f"1.15.5 (p4soft {VERSION}, which takes what BMv2 1.15.5 takes)"


# --- Options ---------------------------------------------------------------------------------------------------------


def without_effect(*flags: str, why: str, metavar: str | None = None) -> click.Option:
    """An option that is accepted and changes nothing; it takes a value if it has a `metavar`."""
    shown = f"Accepted: {why}."
    if metavar is None:
        return click.Option(list(flags), is_flag=True, expose_value=False, help=shown)
    return click.Option(list(flags), multiple=True, expose_value=False, metavar=metavar, help=shown)


def refused(*flags: str, why: str, metavar: str | None = None) -> click.Option:
    """An option that ends the command with the reason; it takes a value if it has a `metavar`."""

    def refuse(_context: click.Context, _parameter: click.Parameter, given: object) -> None:
        if given:
            raise click.UsageError(f"{'/'.join(flags)} is not supported: {why}")

    shown = f"Refused: {why}."
    if metavar is None:
        return click.Option(list(flags), is_flag=True, expose_value=False, callback=refuse, help=shown)
    return click.Option(
        list(flags), multiple=True, expose_value=False, callback=refuse, metavar=metavar, help=shown, is_eager=True
    )


def shows(flags: list[str], text: str) -> click.Option:
    """An option that prints something and ends the command."""

    def show(context: click.Context, _parameter: click.Parameter, given: bool) -> None:
        if given:
            click.echo(text)
            context.exit()

    return click.Option(
        flags, is_flag=True, is_eager=True, expose_value=False, callback=show, help=f"Show {text.splitlines()[0]!r}."
    )

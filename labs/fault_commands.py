# SPDX-License-Identifier: Apache-2.0
"""Commands that let things fail, and heal them."""

from __future__ import annotations

import click

from labs.client import ask
from labs.completion import failing, healing
from labs.failing import FAIL, HEAL
from labs.options import LAB
from labs.place import Place
from labs.requests import Fail, Happened, Heal, Strike

_WORDS = {"ignore_unknown_options": True}
"""`loss -1` is a value that is refused, not an option."""
_CAN_FAIL = "One of: " + ", ".join(FAIL) + "."
_CAN_HEAL = "One of: " + ", ".join(HEAL) + "."


@click.command(context_settings=_WORDS)
@LAB
@click.argument("fault", nargs=-1, required=True)
def fault(*, where: Place, fault: tuple[str, ...]) -> None:
    """Let a FAULT happen, written as in a scenario: `switch p0-t1-0 stop`, `link nic0:0--p0-t0-0:0 loss 0.1`."""
    _show(ask(where, Strike(fault=" ".join(fault)), Happened))


@click.command(context_settings=_WORDS, epilog=_CAN_FAIL, short_help="Let a switch, link, port or plane fail, or lose.")
@LAB
@click.argument("what", nargs=-1, required=True, shell_complete=failing)
def fail(*, where: Place, what: tuple[str, ...]) -> None:
    """Let WHAT fail: `switch p0-t1-0`, `port nic0:1`, `plane 0`, `loss nic0:0--p0-t0-0:0 0.1`."""
    _show(ask(where, Fail(words=list(what)), Happened))


@click.command(context_settings=_WORDS, epilog=_CAN_HEAL, short_help="Heal what failed: one thing, or all.")
@LAB
@click.argument("what", nargs=-1, required=True, shell_complete=healing)
def heal(*, where: Place, what: tuple[str, ...]) -> None:
    """Heal WHAT failed: `all`, or what `fail` takes; of a link, a port and a plane everything that is wrong there."""
    _show(ask(where, Heal(words=list(what)), Happened))


def _show(answer: Happened) -> None:
    for line in answer.faults or ["nothing to heal"]:
        click.echo(line)

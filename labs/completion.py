# SPDX-License-Identifier: Apache-2.0
"""What the Tab key offers, by click's shell completion: labs, names of the one that is up, the words of faults.

And the option of every command that says which lab.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from labs.control_socket import ask
from labs.directory import DEFAULT, LabDirectory, LabError, lab_directories, lab_directory
from labs.faults import FAIL, HEAL
from labs.messages import Look, Looked

# --- What is offered -------------------------------------------------------------------------------------------------


_PATIENCE_S = 3.0


def labs_here(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching((each.name for each in lab_directories()), begun)


def nics(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(_names(context, "nic"), begun)


def switches(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(_names(context, "switch"), begun)


def links(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Links of the lab, by their ends: bash takes a name with colons for several words."""
    return _matching(_names(context, "link"), begun)


def networks(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(["fabric", *_names(context, "nic")], begun)


def nodes(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(["keeper", *_names(context, "nic"), *_names(context, "switch")], begun)


def failing(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _words(FAIL, context, parameter, begun)


def healing(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _words(HEAL, context, parameter, begun)


def _words(
    forms: Iterable[str], context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    given = context.params.get(parameter.name or "") or ()
    if not given:
        return _matching((form.split()[0] for form in forms), begun)
    wanted = next((form.split()[1:2] for form in forms if form.split()[0] == given[0]), [])
    kinds = {"NAME": "switch", "A--B": "link", "N": "plane"}
    if len(given) == 1 and wanted and wanted[0] in kinds:
        return _matching(_names(context, kinds[wanted[0]]), begun)
    return []


def _names(context: click.Context, kind: str) -> list[str]:
    """All names of a kind in the lab that is meant; none when it is not up."""
    where = context.params.get("where")
    try:
        state = ask(
            where if isinstance(where, LabDirectory) else lab_directory("lab"), Look(), Looked, patience_s=_PATIENCE_S
        )
    except LabError:
        return []
    if kind == "nic":
        return list(state.networks)
    if kind == "switch":
        return [switch.name for switch in state.switches]
    if kind == "plane":
        return sorted({switch.name.partition("-")[0].removeprefix("p") for switch in state.switches})
    return [short_name(link) for link in state.taps]


def short_name(link: str) -> str:
    """`nic0--p0-t0-0` of `nic0:0--p0-t0-0:0`: a fabric has one link between two nodes."""
    return "--".join(end.rpartition(":")[0] or end for end in link.split("--"))


def spellings(link: str) -> list[str]:
    """How people may write a link: from either end, without ports, and as a network's file does: `h1-s1`."""
    ends = link.split("--")
    return [dash.join(each) for each in (ends, ends[::-1]) for dash in ("--", "-")] + [short_name(link)]


def _matching(names: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(begun)]


# --- Which lab -------------------------------------------------------------------------------------------------------


class _LabName(click.ParamType[LabDirectory]):
    name = "name"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> LabDirectory:
        try:
            return lab_directory(str(value))
        except LabError as problem:
            self.fail(str(problem), parameter, context)


LAB = click.option(
    "--name",
    "where",
    type=_LabName(),
    default=DEFAULT,
    show_default=True,
    help="Name of the lab.",
    shell_complete=labs_here,
)

# SPDX-License-Identifier: Apache-2.0
"""`mrc COMMAND`: the commands of all packages under one name. Each is imported when it is called.

A word `NAME=value` stands for the option `--name value`, as with make: `mrc demo TIMELINE=1`, `mrc lab-check LAB=02`.
An empty value is as if it were not there.
"""

from __future__ import annotations

import importlib
import platform
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NoReturn

import click
import click.shell_completion
from msgspec import Struct, field
from typing_extensions import override

from mrc_fabric import INSTALLED, ROOT, VERSION
from mrc_fabric.surroundings import SurroundingsError, check, check_writable, use_own_packages
from p4soft.command_line import run_command
from p4soft.drop_in import VERSION as P4SOFT

# --- What there is ---------------------------------------------------------------------------------------------------


class Row(Struct, frozen=True):
    """A command.

    Attributes:
        place: of the click command, `module:attribute`.
        says: one line of help.
        part: the subcommand of `place` that is meant; "" for all of it.
        otherwise: the subcommand of `place` that is meant when none is named.
        variables: `NAME` -> parameter, where the two have different names.
        writes: it fills `--out`, or the folder `out`.
        status: exit status when it fails with one of the `ERRORS` of its module.
    """

    place: str
    says: str
    part: str = ""
    otherwise: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    writes: bool = False
    status: int = 1

    @property
    def module(self) -> str:
        return self.place.partition(":")[0]

    def command(self) -> click.Command:
        found: click.Command = getattr(importlib.import_module(self.module), self.place.partition(":")[2])
        if self.part:
            assert isinstance(found, click.Group)
            part = found.get_command(click.Context(found), self.part)
            assert part is not None
            return part
        if self.otherwise:
            assert isinstance(found, click.Group)
            return WithDefault(found, self.otherwise)
        return found

    def errors(self) -> tuple[type[Exception], ...]:
        found: tuple[type[Exception], ...] = importlib.import_module(self.module).ERRORS
        return found


ROWS = {
    "demo": Row(
        "mrc_fabric.demo:demo", "Run the main job: an incast with a dying spine.",
        variables={"FILE": "payload", "LIVE": "really"}, writes=True,
    ),
    "compare": Row(
        "mrc_fabric.demo:side_by_side", "Run the demo three ways, or take results; show them side by side.", writes=True
    ),
    "lab": Row("labs.command:cli", "Bring the live lab up; `mrc lab --help` lists the rest.", otherwise="up"),
    "lab-check": Row(
        "labs.grading.grader:main", "Grade an answer to a lab (LAB=02).", variables={"LAB": "number"}, status=2
    ),
    "conformance": Row(
        "ptf_tests.__main__:main", "Judge a device by every requirement.", otherwise="run",
        variables={"TEST": "tests"}, writes=True, status=2,
    ),
    "experiments": Row(
        "fabric.experiments.__main__:cli", "Run the production paper's figures, and judge them.", otherwise="run",
        writes=True,
    ),
    "plan": Row("controller.__main__:main", "Print the static tables of every switch.", part="plan"),
    "path": Row("controller.__main__:main", "Show a path between two NICs, hop by hop.", part="path"),
    "diff": Row("controller.__main__:main", "List the writes from one topology to another.", part="diff"),
    "prove": Row("fabric.proof.command:prove_command", "Prove that every path works, and nothing else."),
    "mutate": Row("fabric.proof.command:mutate_command", "Put mistakes into tables; each must be found."),
    "map": Row("topologies.__main__:cli", "Draw a fabric as a page to zoom.", part="map"),
    "install": Row("controller.__main__:main", "Make switches hold their tables.", part="install"),
    "status": Row("controller.__main__:main", "Say how far an install is.", part="status"),
    "verify": Row("controller.__main__:main", "Compare switches with their plans.", part="verify"),
    "read": Row("controller.__main__:main", "Read the tables of switches into a folder.", part="read"),
    "watch": Row("controller.__main__:main", "Serve what a fleet holds to Prometheus.", part="watch"),
    "slice": Row("fabric.__main__:cli", "Run two NICs of a large fabric.", part="slice", writes=True),
    "mapper": Row("fabric.__main__:cli", "Judge what the Clustermapper finds.", part="mapper"),
    "probing": Row("fabric.__main__:cli", "Say what the Clustermapper's agents send.", part="probing"),
    "explain": Row("host_stack.__main__:cli", "Tell what became of each packet of a capture.", part="explain"),
    "shell": Row("host_stack.__main__:cli", "Scapy with MRC's layers, and names of a fabric.", part="shell"),
    "parameters": Row("host_stack.__main__:cli", "List the parameters of a NIC.", part="parameters"),
    "fields": Row("fabric.__main__:cli", "List the fields of a scenario.", part="fields"),
    "topology-compare": Row("topologies.__main__:cli", "Compare fabrics with single planes.", part="compare"),
    "topology-fields": Row("topologies.__main__:cli", "List the fields of a topology.", part="fields"),
    "slides": Row("fabric.__main__:cli", "Draw a result.json for slides (SVG).", part="slides"),
    "bench": Row("tools.bench.__main__:main", "Measure how fast everything is.", writes=True),
}  # fmt: skip

EXTRAS = {
    "bokeh": "experiments",
    "dask": "experiments",
    "distributed": "experiments",
    "starlette": "live",
    "uvicorn": "live",
}
"""Module -> extra of an installed `mrc` that brings it."""


# --- Words -----------------------------------------------------------------------------------------------------------


def translated(command: click.Command, words: Sequence[str], row: Row) -> list[str]:
    """The words of a command line, with `NAME=value` as options, and with files that come with `mrc` found."""
    leaf = command
    if isinstance(command, WithDefault):
        first = words[0] if words else ""
        leaf = command.commands[first if first in command.commands else command.otherwise]
    made: list[str] = []
    for index, word in enumerate(words):
        if word == "--":
            return [*made, *words[index:]]
        option = re.fullmatch(r"--([a-z]+)(?:=(.*))?", word, re.DOTALL)
        if option and isinstance(_parameter(leaf, row.variables.get(option[1].upper(), "")), click.Argument):
            made += [option[2]] if option[2] else []  # `--lab 02`: its value is the next word
            continue
        match = re.fullmatch(r"([A-Z][A-Z_]*)=(.*)", word, re.DOTALL)
        parameter = None if match is None else _parameter(leaf, row.variables.get(match[1], match[1].lower()))
        if match is None or parameter is None:
            made.append(_there(word))
        elif isinstance(parameter, click.Argument):
            made += map(_there, match[2].split() if parameter.nargs == -1 else filter(None, [match[2]]))
        elif getattr(parameter, "is_flag", False):
            made += [parameter.opts[0]] if match[2] not in ("", "0") else []
        elif match[2]:
            made += [parameter.opts[0], _there(match[2])]
    return made


def _parameter(command: click.Command, name: str) -> click.Parameter | None:
    option = f"--{name.replace('_', '-')}"
    return next((each for each in command.params if name == each.name or option in each.opts), None)


def _there(word: str) -> str:
    """A file of `topologies/` or `labs/` that is not in the current folder is the one that comes with `mrc`."""
    if word.startswith(("topologies/", "labs/")) and not Path(word).exists() and (ROOT / word).exists():
        return str(ROOT / word)
    return word


class WithDefault(click.Group):
    """The commands of a group; words that name none of them are those of one of them."""

    def __init__(self, group: click.Group, otherwise: str) -> None:
        help_text = f"{group.help}\n\nWithout a COMMAND it is `{otherwise}`, whose options are in `{otherwise} --help`."
        super().__init__(
            name=group.name, commands=group.commands, help=help_text, context_settings=group.context_settings
        )
        self.otherwise = otherwise

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing and not args:
            return super().parse_args(ctx, args)  # a shell completes the first word
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = [self.otherwise, *args]
        return super().parse_args(ctx, args)

    @override
    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[click.shell_completion.CompletionItem]:
        command = self.commands[self.otherwise]
        with command.make_context(self.otherwise, [], parent=ctx, resilient_parsing=True) as inner:
            others = command.shell_complete(inner, incomplete)
        items = super().shell_complete(ctx, incomplete)
        known = {each.value for each in items}
        return items + [each for each in others if each.value not in known]


# --- The group -------------------------------------------------------------------------------------------------------


class Commands(click.Group):
    """The commands of `ROWS`, and those that are defined here."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*ROWS, *super().list_commands(ctx)]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = ROWS.get(cmd_name)
        if row is None:
            return super().get_command(ctx, cmd_name)
        try:
            return row.command()
        except ModuleNotFoundError as missing:
            _tell_absent(missing)
            raise

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, row.says) for name, row in ROWS.items()]
        rows += [(name, each.get_short_help_str(80)) for name, each in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        row = ROWS.get(name or "")
        if row is None or command is None:
            return name, command, rest
        words = translated(command, rest, row)
        if not (ctx.resilient_parsing or set(words) & set(ctx.help_option_names)):
            check()
            if row.writes and not _is_part(command, words, "run"):
                check_writable(_out(words))
        return name, command, words

    @override
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as missing:
            _tell_absent(missing)
            raise
        except Exception as problem:
            row = ROWS.get(ctx.invoked_subcommand or "")
            if row is not None and isinstance(problem, row.errors()):
                _fail(str(problem), row.status)
            raise


def _is_part(command: click.Command, words: Sequence[str], part: str) -> bool:
    """Whether words name a subcommand other than `part`."""
    return isinstance(command, WithDefault) and bool(words) and words[0] in {*command.commands} - {part}


def _out(words: Sequence[str]) -> Path:
    """What `--out` is, or `--results`, before click reads it."""
    for option, (index, word) in product(("--out", "--results"), enumerate(words)):
        if word == option and index + 1 < len(words):
            return Path(words[index + 1])
        if word.startswith(f"{option}="):
            return Path(word.removeprefix(f"{option}="))
    return Path("out")


def _tell_absent(missing: ModuleNotFoundError) -> None:
    """End with what to install for a module of others that is not there."""
    module = (missing.name or "").partition(".")[0]
    if not module or (ROOT / module).exists():
        return
    if not INSTALLED:
        _fail(f"this needs {module}, which is not installed; run `make .venv/.{EXTRAS.get(module, 'live')}`", 2)
    wanted = f"mrc-fabric[{EXTRAS[module]}]" if module in EXTRAS else "mrc-fabric"
    _fail(f"this needs {module}, which is not installed; run `pip install '{wanted}'`", 2)


def _fail(message: str, status: int) -> NoReturn:
    click.echo(f"error: {message}", err=True)
    sys.exit(status)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="NAME=value stands for --name value, as with make.",
)
@click.version_option(
    message=f"mrc {VERSION}, p4soft {P4SOFT}, Python {platform.python_version()}, {ROOT}", version=VERSION
)
def cli() -> None:
    """The MRC fabric (OCP 2026): its P4 switch, its NIC, and what judges them."""


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what lets a shell complete the words of mrc."""
    kind = click.shell_completion.get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "mrc", "_MRC_COMPLETE").source())


COPIED = ("docs", "labs", "p4src", "ptf_tests", "topologies")
"""Folders with files that people change, or read."""


@cli.command()
@click.argument("place", metavar="FILE|FOLDER")
def copy(place: str) -> None:
    """Copy what comes with mrc to here: `labs/02-un-action`, `topologies`."""
    source = (ROOT / place).resolve()
    if not source.exists() or not any(source.is_relative_to(ROOT / room) for room in COPIED):
        raise SurroundingsError(f"{place}: not there; accepted: files and folders below {', '.join(COPIED)}")
    target = Path(source.name)
    if target.exists() or target.is_symlink():
        raise SurroundingsError(f"{target}: there already; remove it, or go to another folder")
    try:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, target)
    except OSError as error:
        raise SurroundingsError(
            f"{target}: cannot write: {error.strerror or 'some files'}; go to a folder of yours"
        ) from None
    click.echo(target)


def main() -> None:
    """Entry point of `mrc`. Complaints go to stderr as `error: ...`; the status is 2 for what is wrong around it."""
    use_own_packages()
    run_command(cli, (SurroundingsError,), status=2, name="mrc")


if __name__ == "__main__":
    main()

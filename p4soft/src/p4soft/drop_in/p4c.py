# SPDX-License-Identifier: Apache-2.0
"""`p4c`: the driver, which names the output after the program: `p4c --target bmv2 --arch v1model -o DIR PROGRAM.p4`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from typing_extensions import override

from p4soft.command_line import run_command
from p4soft.drop_in.options import P4C, refused, shows, without_effect
from p4soft.drop_in.p4c_bm2_ss import CompilerCommand, compile_program, parameters
from p4soft.outputs import OutputError

NAME = "p4c"
_TARGETS = 'Supported targets in "target, arch" tuple:\nbmv2-v1model'
_TO_COMPILER = "-Xp4c"
_PREPROCESSED = ".p4i"
_HELP_ON_ANNOTATIONS = [
    name for what in ("annotation", "annotations", "pragma", "pragmas") for name in (f"--help-{what}", f"--{what}-help")
]


class _Driver(CompilerCommand):
    """Options for the compiler may come directly, or as p4c wants them: `-Xp4c=--emit-externs`, `-Xp4c "-D X"`."""

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words: list[str] = []
        rest = iter(args)
        for word in rest:
            if word == _TO_COMPILER:
                words += next(rest, "").split()
            elif word.startswith(f"{_TO_COMPILER}="):
                words += word.removeprefix(f"{_TO_COMPILER}=").split()
            else:
                words.append(word)
        return super().parse_args(ctx, words)


def _compile(**given: Any) -> None:  # noqa: ANN401 - what click hands over
    directory: Path = given["output"]
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{directory}: cannot write: {error.strerror}") from None
    source: Path = given["source"]
    # What is preprocessed already stays what it is, as with p4c.
    text = None if source.suffix == _PREPROCESSED else directory / f"{source.stem}{_PREPROCESSED}"
    output = directory / f"{source.stem}.json"
    compile_program({**given, "output": output, "preprocessed": text})


def _parameters() -> list[click.Parameter]:
    differing = {"output", "target", "arch", "version"}
    return [
        *(parameter for parameter in parameters() if parameter.name not in differing),
        click.Option(
            ["-o", "--output"],
            type=click.Path(path_type=Path),
            default=".",
            metavar="DIR",
            help="Where DIR/PROGRAM.json and, preprocessed, DIR/PROGRAM.p4i are written (default here); it is made "
            "if it is not there.",
        ),
        click.Option(["-b", "--target"], type=click.Choice(["bmv2"]), expose_value=False, help="The one there is."),
        click.Option(
            ["-a", "--arch"],
            type=click.Choice(["v1model"]),
            expose_value=False,
            help="The one there is.",
        ),
        click.Option([_TO_COMPILER], metavar="OPTION", expose_value=False, help="Give p4c-bm2-ss an option."),
        without_effect("-c", "--compile", "-S", "-e", why="the compiler is all there is to run"),
        refused("-Xpreprocessor", "-Xassembler", "-Xlinker", why="there is no such program to run", metavar="OPTION"),
        refused("-###", "--test-only", why="the compiler runs no other commands that could be shown"),
        refused(*_HELP_ON_ANNOTATIONS, why="see the P4_16 and P4Runtime specifications"),
        shows(["-V", "--version"], f"p4c {P4C}"),
        shows(["--help-targets", "--target-help", "--targets-help"], _TARGETS),
    ]


def main() -> None:
    """Exit status 1 for a wrong program or an output that cannot be written, 2 for wrong usage."""
    command = _Driver(
        NAME,
        params=_parameters(),
        callback=_compile,
        help="Compile a P4_16 v1model program to BMv2 JSON and P4Info, with the command line of the p4c driver.",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    )
    run_command(command, (), status=1, name=NAME)

# SPDX-License-Identifier: Apache-2.0
"""`p4c-bm2-ss`: the compiler for BMv2's simple_switch, with p4c-bm2-ss's command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from typing_extensions import override

from p4soft.command_line import run_command
from p4soft.compiler.files import Job, compile_to_files
from p4soft.compiler.options import Define, P4InfoFiles
from p4soft.drop_in.options import refused, shows, without_effect
from p4soft.drop_in.preprocessing import dependencies, preprocessing_only, preprocessing_options, run_preprocessor
from p4soft.drop_in.version import P4C
from p4soft.drop_in.warnings import Level, WarningLevels

NAME = "p4c-bm2-ss"
_NOWHERE = Path("/dev/null")
_FORMATS = {"binary": ".bin", "json": ".json", "text": ".txt"}
_NO_IR = "there are no p4c passes and no p4c IR here"
_ASSERTIONS = ("assert", "assume")
_LEVELS: tuple[Level, ...] = ("disable", "info", "warn", "error")


class CompilerCommand(click.Command):
    """Takes `--Wdisable[=KIND]` and the like as p4c does: the value only ever after an equals sign."""

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f"{word}=" if word in _OPTIONAL_VALUES else word for word in args])


DISABLE_ANNOTATIONS = ("--disable-annotations", "--disable-annotation", "--disable-pragmas", "--disable-pragma")
"""One option; p4c-bm2-ss itself knows its first name only."""
_OPTIONAL_VALUES = {*(f"--W{level}" for level in _LEVELS), *DISABLE_ANNOTATIONS}


def compile_program(given: Mapping[str, Any]) -> None:
    """What the command does with the values of `parameters`."""
    output = given["output"]
    undefined = given["undefine"]
    json = None if output == _NOWHERE else output
    job = Job(
        source=given["source"],
        json=json,
        preprocessed=given.get("preprocessed"),
        p4info=_p4runtime_files(given, "p4runtime_file"),
        entries=_p4runtime_files(given, "p4runtime_entries_file"),
        include_dirs=given["include"],
        defines={name: value for name, value in given["defines"] if name not in undefined},
        dependencies=dependencies(given, json),
        left_out=_ASSERTIONS if given["ndebug"] else (),
    )
    if preprocessing_only(given):
        run_preprocessor(given, job, warning_levels(given))
    else:
        compile_to_files(job, warning_levels(given))


def _p4runtime_files(given: Mapping[str, Any], option: str) -> list[tuple[Path, str]]:
    """The files of an option and its plural, each with the suffix of its format."""
    files = [(path, path.suffix) for path in given[f"{option}s"]]
    if given[option] is not None:
        files.append((given[option], _FORMATS[given["p4runtime_format"]]))
    return [(path, suffix) for path, suffix in files if path != _NOWHERE]


def warning_levels(given: Mapping[str, Any]) -> WarningLevels:
    """The levels that the `--W` options ask for."""
    chosen = [(level, _kinds(value)) for level in _LEVELS for value in given[f"w{level}"]]
    return WarningLevels(chosen, given.get("maxerrorcount"))


def _kinds(value: str) -> Sequence[str]:
    return [kind for kind in value.split(",") if kind]


def level_options() -> list[click.Parameter]:
    """`--Wdisable[=KIND]` and its sisters."""
    meanings = ("Do not show", "Show", "Show", "Count as errors")
    return [
        click.Option(
            [f"--W{level}", f"w{level}"], multiple=True, metavar="[=KIND]", help=f"{what} warnings of a kind, or all."
        )
        for level, what in zip(_LEVELS, meanings, strict=True)
    ]


def parameters() -> list[click.Parameter]:
    """All of p4c-bm2-ss's options."""
    path = click.Path(path_type=Path)
    return [
        click.Argument(["source"], type=path, metavar="IN.p4"),
        click.Option(["-o", "output"], type=path, metavar="OUT.json", help="Where to write BMv2 JSON."),
        *_p4runtime_options("--p4runtime-file", "P4Info"),
        *_p4runtime_options("--p4runtime-entries-file", "the entries that the program gives its tables"),
        click.Option(
            ["--p4runtime-format"],
            type=click.Choice(list(_FORMATS)),
            default="binary",
            help="Format of --p4runtime-file and --p4runtime-entries-file (default binary).",
        ),
        click.Option(
            ["-I", "include"],
            type=path,
            multiple=True,
            metavar="DIR",
            help="Where `#include` looks before our own files; it need not exist.",
        ),
        click.Option(["-D", "defines"], type=Define(), multiple=True, metavar="NAME[=VALUE]", help="Define a macro."),
        click.Option(["-U", "undefine"], multiple=True, metavar="NAME", help="Take back a -D."),
        *language_options(),
        click.Option(["--target"], type=click.Choice(["bmv2"]), expose_value=False, help="The one there is."),
        click.Option(
            ["--arch"], type=click.Choice(["v1model"]), expose_value=False, help="The one there is (no psa, no pna)."
        ),
        *preprocessing_options(),
        click.Option(["--ndebug"], is_flag=True, help="Leave out assert and assume."),
        *level_options(),
        click.Option(
            ["--maxErrorCount"], type=click.IntRange(0), metavar="N", help="How many errors are shown (default all)."
        ),
        *_accepted(),
        *_refused(),
        shows(["--version"], f"{NAME}\nVersion {P4C}"),
    ]


def _p4runtime_options(flag: str, what: str) -> list[click.Parameter]:
    return [
        click.Option(
            [f"{flag}s"],
            type=P4InfoFiles(),
            default="",
            metavar="FILE[,FILE...]",
            help=f"Where to write {what}; the suffix says the format: .txtpb, .txt, .json, .bin",
        ),
        click.Option(
            [flag], type=click.Path(path_type=Path), metavar="FILE", help=f"Where to write {what} (old form)."
        ),
    ]


def language_options() -> list[click.Parameter]:
    """`--std` and `--p4v`."""
    return [
        click.Option(
            ["--std", "--p4v", "-x"],
            type=click.Choice(["p4_16", "p4-16", "16", "P4₁₆"]),
            default="p4-16",
            expose_value=False,
            help="Language version: P4_16 (translate P4_14 with p4test --pp first).",
        )
    ]


def _accepted() -> list[click.Parameter]:
    return [
        without_effect("--emit-externs", why="v1model's externs are always emitted, and there are no others"),
        without_effect("--nocpp", why="a preprocessed program is a program without directives"),
        without_effect("--parser-inline-opt", why="subparsers are inlined once where that is possible"),
        without_effect("--loopsUnroll", why="parser loops run as loops"),
        without_effect("-O", why="there is one level of optimisation", metavar="LEVEL"),
        without_effect("-v", "--debug", why="there is nothing more to say"),
        without_effect("-g", why="source places are always in the JSON"),
        without_effect("-T", why="p4c's logging is p4c's", metavar="LOGLEVEL"),
        without_effect("-W", why="for p4c's preprocessor", metavar="FLAG"),
        without_effect("--doNotEmitIncludes", why="of no meaning without --pp"),
    ]


def _refused() -> list[click.Parameter]:
    return [
        refused(*DISABLE_ANNOTATIONS, why="every annotation means what P4 says it does", metavar="[=NAMES]"),
        refused("--top4", "--dump", "--excludeFrontendPasses", "--excludeMidendPasses", why=_NO_IR, metavar="X"),
        refused("--toJSON", "--fromJSON", "--pp", why=_NO_IR, metavar="FILE"),
        refused("--listFrontendPasses", "--listMidendPasses", "--testJson", why=_NO_IR),
        refused("--metrics", why="no code metrics are collected", metavar="NAMES"),
    ]


def main() -> None:
    """Exit status 1 for a wrong program or an output that cannot be written, 2 for wrong usage."""
    command = CompilerCommand(
        NAME,
        params=parameters(),
        callback=lambda **given: compile_program(given),
        help="Compile a P4_16 v1model program to BMv2 JSON and P4Info, with the command line of p4c-bm2-ss.",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    )
    run_command(command, (), status=1, name=NAME)

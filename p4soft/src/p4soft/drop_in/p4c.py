# SPDX-License-Identifier: Apache-2.0
"""The compiler with p4c's command lines: `p4c-bm2-ss`, and the driver `p4c`, which names the output after the program.

`p4c --target bmv2 --arch v1model -o DIR PROGRAM.p4`, `p4c-bm2-ss -o OUT.json PROGRAM.p4`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import click
from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from p4soft.command_line import Define, run_command
from p4soft.compiler import Diagnostic
from p4soft.compiler.files import (
    Dependencies,
    Job,
    P4InfoFiles,
    Show,
    compile_to_files,
    preprocess,
    quoted,
    rule_of,
)
from p4soft.drop_in import P4C, refused, shows, without_effect
from p4soft.outputs import OutputError, write_text

# --- Which diagnostics are shown, and which count as errors ----------------------------------------------------------


Level = Literal["disable", "info", "warn", "error"]


class WarningLevels(Struct, frozen=True):
    """A `Show` that obeys options.

    Attributes:
        chosen: (level, kinds) as the options say, a later one wins; no kinds: all warnings.
        most: how many errors are shown at most.
    """

    chosen: Sequence[tuple[Level, Sequence[str]]] = ()
    most: int | None = None

    def __call__(self, diagnostics: Sequence[Diagnostic]) -> int:
        """Show what is to be shown on standard error; the number of errors."""
        errors = 0
        for diagnostic in diagnostics:
            level = self._level(diagnostic)
            if level == "disable":
                continue
            if level == "error":
                errors += 1
                if self.most is not None and errors > self.most:
                    continue
                diagnostic = replace(diagnostic, severity="error")  # noqa: PLW2901
            print(diagnostic, file=sys.stderr)
        return errors

    def _level(self, diagnostic: Diagnostic) -> Level:
        if diagnostic.severity == "error":
            return "error"
        level: Level = "warn"
        for chosen, kinds in self.chosen:
            if not kinds or any(_is(diagnostic.code, kind) for kind in kinds):
                level = chosen
        return level


def _is(code: str, kind: str) -> bool:
    """Whether a warning of ours is of p4c's `kind`: ours are named alike, but say what is unused (`unused-action`)."""
    return code == kind or code.startswith(f"{kind}-")


# --- -E, and -M with its sisters -------------------------------------------------------------------------------------


_ONLY_WITH = {"rule_file": "-MF", "rule_targets": "-MT", "quoted_targets": "-MQ", "phony": "-MP"}


def preprocessing_options() -> list[click.Parameter]:
    """`-E`, `-M`, `-MD`, `-MF`, `-MT`, `-MQ`, `-MP` and `-MG`."""
    path = click.Path(path_type=Path)
    return [
        click.Option(["-E", "preprocess_only"], is_flag=True, help="Preprocess only: the program, to standard output."),
        click.Option(
            ["-M", "rule_only"], is_flag=True, help="A `make` rule of what the program includes instead of the program."
        ),
        click.Option(["-MD", "rule_too"], is_flag=True, help="Compile, and write that rule to OUT.d."),
        click.Option(["-MF", "rule_file"], type=path, metavar="FILE", help="Where the rule goes instead."),
        click.Option(
            ["-MT", "rule_targets"], multiple=True, metavar="TARGET", help="What the rule is for (default OUT.json)."
        ),
        click.Option(["-MQ", "quoted_targets"], multiple=True, metavar="TARGET", help="As -MT, quoted for make."),
        click.Option(["-MP", "phony"], is_flag=True, help="Also a rule without prerequisites for each included file."),
        refused("-MG", why="a file that cannot be included is an error"),
    ]


def preprocessing_only(given: Mapping[str, Any]) -> bool:
    """Whether the program is not to be compiled. Raises UsageError: an option of a rule without a rule."""
    if not given["rule_only"] and not given["rule_too"]:
        for name, flag in _ONLY_WITH.items():
            if given[name]:
                raise click.UsageError(f"{flag} needs -M or -MD")
    return bool(given["preprocess_only"] or given["rule_only"])


def dependencies(given: Mapping[str, Any], output: Path | None) -> Dependencies | None:
    """The rule that is to be written beside the JSON, if any; `output` is the JSON."""
    if not given["rule_too"] or given["rule_only"]:
        return None
    return _rule(given, output, given["rule_file"] or _made(given, output).with_suffix(".d"))


def run_preprocessor(given: Mapping[str, Any], job: Job, show: Show) -> None:
    """Write the preprocessed program or the rule to where they go: a file that is asked for, or standard output.

    Raises:
        OutputError: it cannot be written.
        SystemExit: the program is wrong; people have been told.
    """
    program = preprocess(job, show)
    text, file = program.text, job.preprocessed
    if given["rule_only"]:
        file = given["rule_file"] or file
        text = rule_of(_rule(given, job.json, file or Path()), program)
    if file is None:
        click.echo(text, nl=False)
    else:
        write_text(file, text)


def _rule(given: Mapping[str, Any], output: Path | None, file: Path) -> Dependencies:
    targets = [*given["rule_targets"], *map(quoted, given["quoted_targets"])]
    return Dependencies(file, targets or [quoted(str(_made(given, output)))], given["phony"])


def _made(given: Mapping[str, Any], output: Path | None) -> Path:
    """The JSON, or how it would be called."""
    return output if output is not None else Path(given["source"]).with_suffix(".json")


# --- The command -----------------------------------------------------------------------------------------------------


_COMPILER = "p4c-bm2-ss"
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
        shows(["--version"], f"{_COMPILER}\nVersion {P4C}"),
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


def main_bm2_ss() -> None:
    """`p4c-bm2-ss`. Exit status 1 for a wrong program or an output that cannot be written, 2 for wrong usage."""
    command = CompilerCommand(
        _COMPILER,
        params=parameters(),
        callback=lambda **given: compile_program(given),
        help="Compile a P4_16 v1model program to BMv2 JSON and P4Info, with the command line of p4c-bm2-ss.",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    )
    run_command(command, (), status=1, name=_COMPILER)


# --- The driver, which names the output after the program ------------------------------------------------------------


_DRIVER = "p4c"
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


def _drive(**given: Any) -> None:  # noqa: ANN401 - what click hands over
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


def _driver_parameters() -> list[click.Parameter]:
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
    """`p4c`. Exit status 1 for a wrong program or an output that cannot be written, 2 for wrong usage."""
    command = _Driver(
        _DRIVER,
        params=_driver_parameters(),
        callback=_drive,
        help="Compile a P4_16 v1model program to BMv2 JSON and P4Info, with the command line of the p4c driver.",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    )
    run_command(command, (), status=1, name=_DRIVER)

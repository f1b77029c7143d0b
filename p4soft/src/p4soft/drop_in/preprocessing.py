# SPDX-License-Identifier: Apache-2.0
"""`-E` and `-M` with its sisters: what p4c and p4c-bm2-ss hand to the C preprocessor, done by ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from p4soft.compiler.files import Dependencies, Job, Show, preprocess, quoted, rule_of
from p4soft.drop_in.options import refused
from p4soft.outputs import write_text

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
    """Whether the program is not to be compiled.

    Raises:
        UsageError: an option of a rule without a rule.
    """
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

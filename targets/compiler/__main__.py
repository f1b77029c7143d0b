# SPDX-License-Identifier: Apache-2.0
"""The command line: the part of p4c-bm2-ss's that people use.

`python -m targets.compiler IN.p4 -o OUT.json --p4runtime-files OUT.p4info.txtpb`
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from typing_extensions import override

from command_line import run_command
from outputs import write_all
from targets.compiler import CompileErrors, compile_file, p4info
from targets.compiler.options import Directory, define_option
from targets.compiler.output_checks import check_outputs


class _P4InfoFiles(click.ParamType[list[Path]]):
    """Files, with commas between them."""

    name = "files"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> list[Path]:
        files = [Path(part) for part in value.split(",") if part]
        for file in files:
            if file.suffix not in p4info.FORMATS:
                accepted = ", ".join(p4info.FORMATS)
                self.fail(f"'{file}': the suffix says the format; accepted: {accepted}", param, ctx)
        return files


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source", type=click.Path(path_type=Path), metavar="IN.p4")
@click.option("-o", "output", type=click.Path(path_type=Path), metavar="OUT.json", help="Where to write the BMv2 JSON.")
@click.option(
    "--p4runtime-files",
    type=_P4InfoFiles(),
    default="",
    metavar="FILE[,FILE...]",
    help="Where to write P4Info; the suffix says the format: .txtpb, .txt, .json, .bin",
)
@click.option(
    "-I", "include", type=Directory(), multiple=True, metavar="DIR", help="Where `#include` looks before our own files."
)
@define_option
@click.option("--std", type=click.Choice(["p4_16", "p4-16", "16"]), default="p4_16", help="Language version.")
@click.option("--arch", type=click.Choice(["v1model"]), default="v1model", help="Architecture.")
def main(
    *,
    source: Path,
    output: Path | None,
    p4runtime_files: Sequence[Path],
    include: Sequence[Path],
    defines: Sequence[tuple[str, str | None]],
    std: str,  # noqa: ARG001 - there is one
    arch: str,  # noqa: ARG001 - there is one
) -> None:
    """Compile a P4_16 v1model program to BMv2 JSON and P4Info."""
    check_outputs(source, [*([output] if output is not None else []), *p4runtime_files])
    try:
        result = compile_file(source, include_dirs=include, defines=dict(defines))
    except CompileErrors as errors:
        _show(errors.diagnostics)
        count = len(errors.errors)
        click.echo(f"error: {source}: {count} error{'s' if count != 1 else ''}", err=True)
        sys.exit(1)
    _show(result.warnings)
    files: list[tuple[Path, bytes]] = []
    if output is not None:
        files.append((output, (json.dumps(result.json, indent=2) + "\n").encode()))
    files.extend((path, p4info.serialise(result.p4info, path.suffix)) for path in p4runtime_files)
    write_all(files)


def _show(diagnostics: Sequence[object]) -> None:
    for diagnostic in diagnostics:
        print(diagnostic, file=sys.stderr)


def entry() -> None:
    """Entry point: exit status 1 for a wrong program or an output that cannot be written, 2 for wrong usage."""
    run_command(main, (), status=1, name="python -m targets.compiler")


if __name__ == "__main__":
    entry()

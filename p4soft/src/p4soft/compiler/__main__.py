# SPDX-License-Identifier: Apache-2.0
"""The command line: the part of p4c-bm2-ss's that people use.

`python -m p4soft.compiler IN.p4 -o OUT.json --p4runtime-files OUT.p4info.txtpb`
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from p4soft.command_line import Directory, define_option, run_command
from p4soft.compiler.files import Job, P4InfoFiles, compile_to_files, show_all


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source", type=click.Path(path_type=Path), metavar="IN.p4")
@click.option("-o", "output", type=click.Path(path_type=Path), metavar="OUT.json", help="Where to write the BMv2 JSON.")
@click.option(
    "--p4runtime-files",
    type=P4InfoFiles(),
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
    files = [(path, path.suffix) for path in p4runtime_files]
    job = Job(source=source, json=output, p4info=files, include_dirs=include, defines=dict(defines))
    compile_to_files(job, show_all)


def entry() -> None:
    """Entry point: exit status 1 for a wrong program or an output that cannot be written, 2 for wrong usage."""
    run_command(main, (), status=1, name="python -m p4soft.compiler")


if __name__ == "__main__":
    entry()

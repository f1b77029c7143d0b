# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.commands DIR`: what `pip install ./p4soft` puts on the PATH, for a clone as it is."""

from __future__ import annotations

import shlex
import sys
import tomllib
from pathlib import Path

import click

from common import PROJECT_ROOT
from p4soft.command_line import run_command
from p4soft.drop_in.bindings import FOLDER
from p4soft.outputs import OutputError

_OF_THE_CLONE = {"mrc-lab": "labs.__main__:main"}
"""Commands that need what is not installed: topologies, P4 sources."""


def write_commands(directory: Path) -> list[Path]:
    """Write one executable file per command of p4soft and of the clone, which runs this clone with this Python.

    Raises:
        OutputError: a file cannot be written.
    """
    project = tomllib.loads((PROJECT_ROOT / "p4soft" / "pyproject.toml").read_text())
    written = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, place in sorted({**project["project"]["scripts"], **_OF_THE_CLONE}.items()):
            path = directory / name
            path.unlink(missing_ok=True)  # never through a link
            path.write_text(_script(name, place))
            path.chmod(0o755)
            written.append(path)
    except OSError as error:
        raise OutputError(f"{error.filename or directory}: cannot write: {error.strerror}") from None
    return written


def _script(name: str, place: str) -> str:
    module, _, function = place.partition(":")
    # The first place of sys.path is the user's folder, whose files must not be taken for modules.
    places = [str(PROJECT_ROOT), str(PROJECT_ROOT / "p4soft" / "src")]
    start = f"import sys; sys.argv[0] = {name!r}; sys.path[0:1] = {places!r}"
    program = f"{start}; from {module} import {function} as main; main()"
    return (
        "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n"
        f'exec {shlex.quote(sys.executable)} -c {shlex.quote(program)} "$@"\n'
    )


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
def _write(directory: Path) -> None:
    """Write the commands into DIRECTORY, and say what to add to the PATH."""
    written = write_commands(directory.absolute())
    click.echo(f"{', '.join(path.name for path in written)}: in {directory.absolute()}. To find them by name:")
    click.echo(f'  export PATH={shlex.quote(str(directory.absolute()))}:"$PATH"')
    click.echo("For programs that import BMv2's Python modules (bm_runtime ...), with thriftpy2 in their environment:")
    click.echo(f"  export PYTHONPATH={shlex.quote(str(FOLDER))}")


if __name__ == "__main__":
    run_command(_write, (), status=1, name="python -m tools.commands")

# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.accelerate`: compiles the NIC and the emulator's core with mypyc into `build/accelerated/`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import click

from acceleration.build_files import BUILD, ROOT, STAMP, AccelerationError, digest, modules, parents, sources
from acceleration.choice import VARIABLE
from command_line import run_command

#: What runs in a process of its own: setuptools wants to own the process that it builds in.
_SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify
configuration, *files = sys.argv[1:]
sys.argv[1:] = ["--quiet", "build_ext", "--inplace"]
setup(name="accelerated", packages=[], ext_modules=mypycify(
    ["--config-file", configuration, *files], opt_level="2", debug_level="0"))
"""


@click.command()
def cli() -> None:
    """Compile the NIC and the emulator's core with mypyc; MRC_ACCELERATED=1 then runs them.

    Needs a C compiler and Python's headers. The Python sources stay the default, and what runs when they change.
    """
    wanted = digest()
    stamp = BUILD / STAMP
    if stamp.is_file() and stamp.read_text(encoding="ascii").strip() == wanted:
        click.echo(f"{BUILD.relative_to(ROOT)} is up to date")
        return
    _check_machine()
    files = modules()
    shutil.rmtree(BUILD, ignore_errors=True)
    for path in (*sources(), *parents()):
        target = BUILD / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, target)
    click.echo(f"compiling {len(files)} modules with mypyc: about a minute")
    command = [sys.executable, "-c", _SETUP, str(ROOT / "pyproject.toml"), *map(str, files)]
    built = subprocess.run(
        command,
        cwd=BUILD,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if built.returncode:
        raise AccelerationError(f"mypyc or the C compiler failed:\n{built.stdout.strip()}")
    shutil.rmtree(BUILD / "build", ignore_errors=True)
    for source in BUILD.rglob("*.py"):
        source.unlink()  # the project's own are the ones that run
    stamp.write_text(wanted + "\n", encoding="ascii")
    click.echo(f"built {BUILD.relative_to(ROOT)}; run anything with MRC_ACCELERATED=1 to use it")


def _check_machine() -> None:
    """Raises AccelerationError when there is no compiler, or there are no headers."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise AccelerationError(f"no C compiler: `{compiler}` is not on the PATH; the Python sources need none")
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        raise AccelerationError(f"{header}: not found; Python's headers are a package of their own on some systems")


def _environment() -> dict[str, str]:
    """The build sees this project's other packages, for their types, and never an earlier build."""
    kept = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return {**kept, "MYPYPATH": str(ROOT), "PYTHONPATH": ""}


if __name__ == "__main__":
    run_command(cli, (AccelerationError, OSError), status=1)

# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.accelerate`: compiles the NIC and the emulator's core with mypyc into `build/accelerated/`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from pathlib import Path

import click

from common.acceleration import BUILD, ROOT, STAMP, VARIABLE, AccelerationError, digest, modules, parents, sources
from p4soft.command_line import run_command

OBJECTS = BUILD.with_name("accelerated-objects")
"""Object files of earlier builds, by what they were compiled from: what has not changed is not compiled again."""

#: What runs in a process of its own: setuptools wants to own the process that it builds in. mypyc writes a C file for
#: each module; they, and the many small extensions that stand for modules, are compiled on all processors.
_SETUP = """
import hashlib, os, shutil, sys, threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from setuptools import setup
from distutils.unixccompiler import UnixCCompiler
from mypyc.build import mypycify

configuration, kept, jobs, *files = sys.argv[1:]
kept, jobs, counts, used, lock = Path(kept), int(jobs), [0, 0], set(), threading.Lock()
free = threading.Semaphore(jobs)

def compile_all(self, sources, output_dir=None, macros=None, include_dirs=None, debug=False, extra_preargs=None,
                extra_postargs=None, depends=None):
    _, objects, extra, options, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs)
    arguments = self._get_cc_args(options, debug, extra_preargs)
    headers = b"".join(path.read_bytes() for path in sorted(Path("build").rglob("*.h")))
    common = repr((self.compiler_so, arguments, extra)).encode() + hashlib.sha256(headers).digest()

    def one(name):
        source, suffix = build[name]
        found = kept / hashlib.sha256(common + Path(source).read_bytes()).hexdigest()
        with free:
            if known := found.is_file():
                shutil.copyfile(found, name)
            else:
                self._compile(name, source, suffix, arguments, extra, options)
                part = found.with_name(f"{found.name}.{threading.get_ident()}")
                shutil.copyfile(name, part)
                part.replace(found)
        with lock:
            used.add(found)
            counts[known] += 1

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, sorted(build, key=lambda name: -os.path.getsize(build[name][0]))))
    return objects

UnixCCompiler.compile = compile_all
kept.mkdir(parents=True, exist_ok=True)
sys.argv[1:] = ["--quiet", "build_ext", "--inplace", "--parallel", str(jobs)]
setup(name="accelerated", packages=[], ext_modules=mypycify(
    ["--config-file", configuration, *files], opt_level="2", debug_level="0", multi_file=True))
others = sorted(set(kept.iterdir()) - used, key=lambda path: path.stat().st_mtime)
for old in others[:max(0, len(others) - len(used))]:
    old.unlink()
print(*counts)
"""


_TIME = "a minute or two of two quiet cores the first time, less when little has changed since the last"


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
    jobs = len(os.sched_getaffinity(0))
    click.echo(f"compiling {len(files)} modules with mypyc, then C on {jobs} processors: {_TIME}")
    start = time.monotonic()
    compiled, kept = compile_modules(files, BUILD, OBJECTS, jobs)
    shutil.rmtree(BUILD / "build", ignore_errors=True)
    for source in BUILD.rglob("*.py"):
        source.unlink()  # the project's own are the ones that run
    stamp.write_text(wanted + "\n", encoding="ascii")
    click.echo(
        f"built {BUILD.relative_to(ROOT)} in {time.monotonic() - start:.0f} s ({compiled} C files compiled, {kept} "
        "kept from before); run anything with MRC_ACCELERATED=1 to use it"
    )


def compile_modules(files: Sequence[Path], folder: Path, objects: Path, jobs: int) -> tuple[int, int]:
    """Compile the modules `files` of `folder`, next to themselves.

    Args:
        files: relative to `folder`.
        folder: where the sources are.
        objects: where object files are kept for the next time.
        jobs: how many compilers run at a time.

    Returns:
        How many C files were compiled, and of how many the object file was there.

    Raises:
        AccelerationError: mypyc or the C compiler failed, with what they say.
    """
    command = [sys.executable, "-c", _SETUP, str(ROOT / "pyproject.toml"), str(objects), str(jobs), *map(str, files)]
    built = subprocess.run(
        command,
        cwd=folder,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if built.returncode:
        raise AccelerationError(f"mypyc or the C compiler failed:\n{built.stdout.strip()}")
    compiled, kept = built.stdout.split()[-2:]
    return int(compiled), int(kept)


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

# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.release DIR`: sdists and wheels of p4soft and of the whole, tried in clean environments.

Each wheel is built from its sdist, so it has nothing that the sdist has not. What is tried is what pip installed: the
demo, a conformance case and a lab's grade, in an empty folder, with an environment that has no variable of this one.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from common import PROJECT_ROOT
from p4soft.command_line import run_command
from p4soft.outputs import OutputError, write_text

KEPT = ("HOME", "PIP_", "SSL_CERT_", "REQUESTS_CA_BUNDLE")
"""Beginnings of the variables that pip may need to reach its index; `_PROXY` at the end is kept, too."""


class ReleaseError(Exception):
    """A step failed. The message has the command and the end of what it said."""


class Trial(Struct, frozen=True):
    """An environment, and what must work in it.

    Attributes:
        name: of its folder.
        kind: ending of the files that are installed.
        projects: beginnings of their names.
        commands: each must end with status 0.
    """

    name: str
    kind: str
    projects: tuple[str, ...]
    commands: tuple[tuple[str, ...], ...]


_WHOLE = (
    ("mrc", "--version"),
    ("mrc", "demo"),
    ("mrc", "conformance", "TEST=trimming.TrimDscp"),
    ("mrc", "lab-check", "LAB=02", "ANSWER=labs/solutions/02-un-action/switch.p4"),
    ("mrc", "path", "topologies/lab.yaml", "nic0", "nic3"),
    ("mrc", "completion", "bash"),
)
_ALONE = (("p4c", "--version"), ("simple_switch_grpc", "--version"), ("p4soft", "--help"))

TRIALS = (
    Trial("wheels", ".whl", ("p4soft", "mrc_fabric"), _WHOLE),
    Trial("sdists", ".tar.gz", ("p4soft", "mrc_fabric"), _WHOLE),
    Trial("p4soft", ".whl", ("p4soft",), _ALONE),
)


def build(out: Path) -> list[Path]:
    """Build the sdist of each project, and its wheel from that.

    Raises:
        ReleaseError: a build failed.
    """
    for project in (PROJECT_ROOT / "p4soft", PROJECT_ROOT):
        _run([sys.executable, "-m", "build", "--outdir", str(out), str(project)], cwd=out)
    return sorted(path for path in out.iterdir() if path.name.endswith((".whl", ".tar.gz")))


def attempt(trial: Trial, files: Sequence[Path], room: Path) -> None:
    """Install files into a new environment in `room`, and run the commands of a trial in an empty folder.

    Raises:
        ReleaseError: one failed.
    """
    environment, folder = room / trial.name, room / f"{trial.name}-runs"
    folder.mkdir()
    _run([sys.executable, "-m", "venv", str(environment)], cwd=folder)
    wanted = [str(path) for path in files if path.name.endswith(trial.kind) and path.name.startswith(trial.projects)]
    _run([str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", *wanted], cwd=folder)
    for command in trial.commands:
        _run([str(environment / "bin" / command[0]), *command[1:]], cwd=folder)


def replay(containerfile: Path, room: Path) -> None:
    """Run what a container file runs of pip and mrc, with folders in `room` for those of the image.

    Needs no daemon. What is the image's own (packages of the system, users) is left out.

    Raises:
        ReleaseError: a command failed.
    """
    folders = {name: room / name for name in ("tmp", "wheels", "work")} | {"src": PROJECT_ROOT}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
    _run([sys.executable, "-m", "venv", str(room / "environment")], cwd=room)
    for name, rest in instructions(containerfile.read_text(encoding="utf-8")):
        there = re.sub(r"(?<![\w.])/(src|tmp|wheels|work)\b", lambda match: str(folders[match[1]]), rest)
        if name == "COPY" and not there.startswith("."):
            source, target = (word for word in there.split() if not word.startswith("--"))
            _run(["cp", "-r", source, target], cwd=PROJECT_ROOT)
        for command in there.split("&&") if name == "RUN" else ():
            program = command.split()[0]
            if program in ("pip", "mrc"):
                _run(["sh", "-c", f"{room}/environment/bin/{command.strip()}"], cwd=folders["work"])


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a container file: name and words, lines that go on joined."""
    joined = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    pairs = (line.partition(" ") for line in joined.splitlines() if line.strip())
    return [(name, rest.strip()) for name, _, rest in pairs]


def _run(command: Sequence[str], *, cwd: Path) -> None:
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(KEPT) or name.upper().endswith("_PROXY")
    }
    variables = {"PATH": os.defpath, "LANG": "C.UTF-8", **kept}
    done = subprocess.run(
        command, cwd=cwd, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr)[-4000:].strip()
        raise ReleaseError(f"{shlex.join(command)}: exit status {done.returncode}\n{said}")


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--try/--no-try", "tried", default=True, help="Install what was built, and run it.")
def cli(*, out: Path, tried: bool) -> None:
    """Build sdists and wheels of p4soft and of the whole into OUT, with SHA256SUMS, and try them."""
    out = out.absolute()
    try:
        out.mkdir(parents=True, exist_ok=True)
        for old in (*out.glob("p4soft-*"), *out.glob("mrc_fabric-*")):
            old.unlink()
    except OSError as error:
        raise OutputError(f"{error.filename or out}: cannot write: {error.strerror}") from None
    files = build(out)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    write_text(out / "SHA256SUMS", "\n".join(sums) + "\n")
    click.echo("\n".join(f"{path}: {path.stat().st_size / 1e6:.1f} MB" for path in files))
    with tempfile.TemporaryDirectory(prefix="release-") as room:
        for trial in TRIALS if tried else ():
            began = time.monotonic()
            attempt(trial, files, Path(room))
            ran = ", ".join(shlex.join(command) for command in trial.commands)
            click.echo(f"{trial.name}: installed in a clean environment; {ran}: {time.monotonic() - began:.0f} s")
        if tried:
            began = time.monotonic()
            (image := Path(room, "image")).mkdir()
            replay(PROJECT_ROOT / "Containerfile", image)
            click.echo(f"Containerfile: what it runs of pip and mrc works: {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    run_command(cli, (ReleaseError,), status=1, name="python -m tools.release")

# SPDX-License-Identifier: Apache-2.0
"""The command that writes from one NIC to another and compares every byte; and random bytes to write."""

from __future__ import annotations

import filecmp
import random
import tempfile
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TransferSpeedColumn

from common.quantities import parse_size
from fabric.live.messages import Done
from labs.completion import LAB, nics
from labs.control_socket import ask
from labs.directory import LabDirectory, LabError
from labs.messages import LARGEST_BYTES, Fetch, Look, Posted, PostWrite, State

# --- Random bytes ----------------------------------------------------------------------------------------------------


_CHUNK = 1 << 20


def random_file(file: Path, size: str, largest: int = LARGEST_BYTES) -> Path:
    """Fill a file with bytes that depend on how many they are.

    Args:
        file: to be written.
        size: how many bytes, such as `4MiB`.
        largest: the most that are accepted.

    Raises:
        LabError: `size` is no size, or out of range.
        OSError: the file cannot be written.
    """
    try:
        wanted = parse_size(size)
    except ValueError as problem:
        raise LabError(f"--bytes: {problem}") from None
    if not 1 <= wanted <= largest:
        raise LabError(f"--bytes: {wanted:,} is out of range; accepted: 1..{largest:,}")
    drawn = random.Random(wanted)
    with file.open("wb") as stream:
        for begin in range(0, wanted, _CHUNK):
            stream.write(drawn.randbytes(min(_CHUNK, wanted - begin)))
    return file


# --- The command -----------------------------------------------------------------------------------------------------


_POLL_S = 0.2


@click.command()
@LAB
@click.argument("source", shell_complete=nics)
@click.argument("destination", shell_complete=nics)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--bytes", "size", help="So many bytes of noise instead of a file, such as 4MiB.")
@click.option("--wait/--no-wait", default=True, help="Wait until it is complete, and compare what arrived.")
def write(
    *, where: LabDirectory, source: str, destination: str, file: Path | None, size: str | None, wait: bool
) -> None:
    """Write FILE (or --bytes) from NIC SOURCE to NIC DESTINATION; exit status 0 when every byte arrived."""
    if (file is None) == (size is None):
        raise click.UsageError("give FILE or --bytes, one of them")
    try:
        with tempfile.TemporaryDirectory(prefix="mrc-write-") as folder:
            sent = file if file is not None else random_file(Path(folder) / "noise", size or "")
            request = PostWrite(source=source, destination=destination, file=str(sent.absolute()))
            index = ask(where, request, Posted).index
            click.echo(f"write {index}: {source} to {destination}, {sent.stat().st_size:,} bytes")
            if wait:
                _wait(where, index)
                _compare(where, index, sent, Path(folder) / "received")
    except OSError as problem:
        raise LabError(f"{problem.filename or tempfile.gettempdir()}: {problem.strerror}") from None


def _wait(where: LabDirectory, index: int) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TransferSpeedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"write {index}", total=None)
        while True:
            state = ask(where, Look(), State).writes[index]
            progress.update(task, total=state.size, completed=state.placed)
            if state.failure is not None:
                raise LabError(f"write {index}: {state.failure}")
            if state.completed_ns is not None:
                return
            time.sleep(_POLL_S)


def _compare(where: LabDirectory, index: int, sent: Path, received: Path) -> None:
    ask(where, Fetch(index=index, file=str(received)), Done)
    if not filecmp.cmp(received, sent, shallow=False):
        raise LabError(f"write {index}: complete, but not what was sent")
    click.echo("every byte arrived")

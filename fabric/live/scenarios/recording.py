# SPDX-License-Identifier: Apache-2.0
"""Captures of links while a scenario runs live: a process per link takes the frames, from before time starts."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fabric.errors import FabricError
from fabric.live.network import LiveNetwork
from fabric.measuring.measurements import capture_file
from p4soft.outputs import atomic_file
from p4soft.targets.process import environment

_END_S = 10.0


class Recordings:
    """Captures that run.

    Attributes:
        files: names relative to the output directory, by link.
    """

    def __init__(self, files: Mapping[str, str], processes: Sequence[subprocess.Popen[str]]) -> None:
        self.files = files
        self._processes = processes

    def begin(self, origin_ns: int) -> None:
        """Time is 0 at this moment of `time.monotonic_ns`. Raises FabricError: a capture has ended."""
        for process in self._processes:
            assert process.stdin is not None
            try:
                process.stdin.write(f"{origin_ns}\n")
                process.stdin.flush()
            except OSError as error:
                raise FabricError(f"a capture has ended: {error.strerror}") from None


@contextlib.contextmanager
def recording(network: LiveNetwork, links: Sequence[str], snaplen: int, out: Path) -> Iterator[Recordings]:
    """Capture these links while the block runs; the files below `out` are whole when it has ended.

    Raises:
        OutputError: a capture cannot be written.
        FabricError: a capture did not begin.
    """
    files = {link: capture_file(link) for link in links}
    processes = []
    with contextlib.ExitStack() as stack:
        for link, file in files.items():
            stream = stack.enter_context(atomic_file(out / file))
            command = [
                sys.executable, "-m", "fabric.live.capture", network.cabling.tap(link), link,
                str(network.scale.factor), "-", "0", str(snaplen),
            ]  # fmt: skip
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=stream, stderr=subprocess.PIPE, text=True, env=environment(),
                start_new_session=True,
            )  # fmt: skip
            stack.callback(_end, process)
            processes.append(process)
        for link, process in zip(files, processes, strict=True):
            assert process.stderr is not None
            said = process.stderr.readline()
            if not said.startswith("capturing "):
                raise FabricError(f"{link}: cannot be captured: {said.strip() or 'the capture ended'}")
        yield Recordings(files, processes)


def _end(process: subprocess.Popen[str]) -> None:
    """It ends when its standard input does, and has written everything then."""
    assert process.stdin is not None and process.stderr is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stderr.close()

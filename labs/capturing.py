# SPDX-License-Identifier: Apache-2.0
"""Captures of a link of a lab: a process in the fabric's network takes the frames, this one ends it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

from fabric.scenario.names import unknown
from labs.completion import spellings
from labs.entering import inside
from labs.errors import LabError
from labs.requests import Looked
from p4soft.command_line import until_interrupted
from p4soft.targets.process import environment


def capture_link(state: Looked, link: str, output: Path, frames: int | None) -> None:
    """Capture a link into a file until interrupted; what came until then is in it.

    Args:
        state: of the lab.
        link: name of the link.
        output: file; `-` is standard output.
        frames: end after so many; None for no end.

    Raises:
        LabError: no such link, a file that cannot be written, or a capture that ended by itself.
    """
    links = {spelling: name for name in state.taps for spelling in spellings(name)}
    if link not in links:
        raise LabError(str(unknown("link", link, state.taps)))
    link = links[link]
    command = [
        *inside(state, state.process_id), sys.executable, "-m", "fabric.live.capture",
        state.taps[link], link, str(state.factor), str(state.origin_ns), str(frames or 0), "0",
    ]  # fmt: skip
    if str(output) == "-":
        if sys.stdout.isatty():
            raise LabError("a capture is not for a terminal; accepted: -o FILE.pcapng, or a pipe")
        _run(command, sys.stdout.buffer)
        return
    try:
        with output.open("wb") as stream:
            _run(command, stream)
    except OSError as error:
        raise LabError(f"{output}: {error.strerror}") from None


def _run(command: list[str], stream: IO[bytes]) -> None:
    # A session of its own: Ctrl-C is for us. It ends when its standard input does, so also when we are killed.
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stream, start_new_session=True, env=environment()
    ) as process:
        with until_interrupted():
            process.wait()
        assert process.stdin is not None
        process.stdin.close()
        status = process.wait()
    if status:
        raise LabError(f"the capture ended (exit status {status})")

# SPDX-License-Identifier: Apache-2.0
"""A person at a terminal, whom a run may ask to do something. PTF's own output goes to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ptf_tests.switch.device import DeviceGoneError

TTY = Path("/dev/tty")


class Terminal:
    """The controlling terminal of the process."""

    def __init__(self, is_there: Callable[[], bool], path: Path = TTY) -> None:
        """Use the terminal at `path` if `is_there()`."""
        self._is_there = is_there
        self._path = path

    def ask(self, text: str) -> None:
        """Print `text` and wait for Enter.

        Raises:
            DeviceGoneError: there is no terminal, or it went away.
        """
        accepted = "a run at a terminal, access.p4runtime, or access.commands.configure"
        if not self._is_there():
            raise DeviceGoneError(f"nobody to ask to configure the device: no terminal; accepted: {accepted}")
        try:
            with self._path.open("r+b", buffering=0) as terminal:
                terminal.write(text.encode())
                if not terminal.readline():
                    raise DeviceGoneError(f"nobody to ask to configure the device: {self._path} ended")
        except OSError as error:
            reason = f"{self._path}: {error.strerror}"
            raise DeviceGoneError(f"nobody to ask to configure the device: {reason}; accepted: {accepted}") from None

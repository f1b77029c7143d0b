# SPDX-License-Identifier: Apache-2.0
"""Writes that the page was asked for: bytes made up, posted, and compared when they are there."""

from __future__ import annotations

import filecmp
import threading
from collections.abc import Mapping
from pathlib import Path

from fabric.live.messages import Done
from labs.client import ask
from labs.errors import LabError
from labs.noise import noise
from labs.place import Place
from labs.requests import Peek, Posted, PostWrite, State

LARGEST_BYTES = 256 << 20
"""Of one write."""
_AT_ONCE = 8


class Transfers:
    """The page's own writes.

    Attributes:
        verdicts: by number of the write: `every byte arrived`, or what is wrong.
    """

    def __init__(self, where: Place, folder: Path) -> None:
        """Begin with none; files of those under way are in `folder`."""
        self._where = where
        self._folder = folder
        self._lock = threading.Lock()
        self._sent: dict[int, Path] = {}
        self._made = self._posting = 0
        self.verdicts: dict[int, str] = {}

    def post(self, source: str, destination: str, size: str) -> int:
        """Begin a write of so many bytes; its number. Raises LabError, OSError."""
        with self._lock:
            if self._posting + len(self._sent) >= _AT_ONCE:
                raise LabError(f"{_AT_ONCE} writes of this page are under way already; wait for one")
            self._posting += 1
            self._made += 1
            sent = self._folder / f"noise-{self._made}"
        try:
            noise(sent, size, LARGEST_BYTES)
            request = PostWrite(source=source, destination=destination, file=str(sent))
            index = ask(self._where, request, Posted).index
        except BaseException:
            sent.unlink(missing_ok=True)
            raise
        finally:
            with self._lock:
                self._posting -= 1
        with self._lock:
            self._sent[index] = sent
        return index

    def judge(self, state: State) -> Mapping[int, str]:
        """Compare those that are over; all verdicts so far. Raises OSError."""
        with self._lock:
            known = {index: sent for index, sent in self._sent.items() if index < len(state.writes)}
        for index, sent in known.items():
            write = state.writes[index]
            if write.completed_ns is None and write.failure is None:
                continue
            if write.failure is None:
                self.verdicts[index] = self._compare(index, sent)
            with self._lock:
                del self._sent[index]
            sent.unlink()
        return dict(self.verdicts)

    def _compare(self, index: int, sent: Path) -> str:
        received = self._folder / "received"
        try:
            ask(self._where, Peek(index=index, file=str(received)), Done)
            return "every byte arrived" if filecmp.cmp(received, sent, shallow=False) else "NOT what was sent"
        except LabError as problem:
            return str(problem)
        finally:
            received.unlink(missing_ok=True)

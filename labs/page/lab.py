# SPDX-License-Identifier: Apache-2.0
"""One lab, a fabric or a custom network, as the server needs it: moments, faults, frames and writes.

A write of the page has made-up bytes. When it is complete, the page compares them with the bytes that arrived.
"""

from __future__ import annotations

import filecmp
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from fabric.live.messages import Done, Sample, Sampled, TopologySource
from labs.control_socket import CustomState, Fail, Happened, Heal, Look, Looked, Peek, Posted, PostWrite, State, ask
from labs.directory import LabDirectory, LabError
from labs.node_commands import random_file
from labs.page.drawing import Described, described, described_custom
from labs.page.frames import Decoder, FabricDecoder, FrameShown, Inspector
from labs.page.moments import KEPT, PERIOD_S, Moment, Moments

LARGEST_BYTES = 256 << 20
"""Of one write."""
_AT_ONCE = 8
_PATIENCE_S = 20.0


class Transfers:
    """Writes that this page began.

    Attributes:
        verdicts: by number of the write: `every byte arrived`, or the difference.
    """

    def __init__(self, where: LabDirectory, folder: Path) -> None:
        """Files of running writes are in `folder`."""
        self._where = where
        self._folder = folder
        self._lock = threading.Lock()
        self._sent: dict[int, Path] = {}
        self._made = self._posting = 0
        self.verdicts: dict[int, str] = {}

    def post(self, source: str, destination: str, size: str) -> int:
        """Begin a write of `size` made-up bytes and return its number. Raises LabError, OSError."""
        with self._lock:
            if self._posting + len(self._sent) >= _AT_ONCE:
                raise LabError(f"{_AT_ONCE} writes of this page are under way already; wait for one")
            self._posting += 1
            self._made += 1
            sent = self._folder / f"sent-{self._made}"
        try:
            random_file(sent, size, LARGEST_BYTES)
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
        """Compare the writes that have ended; all verdicts so far. Raises OSError."""
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


class PageLab:
    """A lab, as the page sees it. All methods wait for the lab, and raise LabError when it refuses or is silent."""

    def __init__(self, where: LabDirectory, folder: Path) -> None:
        """Begin.

        Args:
            where: of the lab, which is up.
            folder: an empty one, for files on their way.

        Raises:
            LabError: it is not up.
            TopologyError: its topology's file is no longer one.
        """
        self._where = where
        state = self._look()
        period_ms = round(PERIOD_S * 1000)
        self._transfers = Transfers(where, folder) if isinstance(state, State) else None
        decoder: Decoder
        if isinstance(state, State):
            fabric = TopologySource(file=state.topology).load()
            self._described = described(fabric, state, period_ms=period_ms, kept=KEPT)
            self._moments = Moments.of_fabric(fabric)
            decoder = FabricDecoder(fabric)
        else:
            from labs.page.plain_packets import PlainDecoder  # noqa: PLC0415 - scapy is a large import

            self._described = described_custom(state, period_ms=period_ms, kept=KEPT)
            self._moments = Moments.of_custom(state)
            decoder = PlainDecoder()
        self._inspector = Inspector(where, state.taps, decoder)

    def fabric(self) -> Described:
        """The part of the page that does not change."""
        return self._described

    def moment(self) -> Moment:
        sampled = ask(self._where, Sample(), Sampled, patience_s=_PATIENCE_S)
        state = self._look()
        verdicts = self._transfers.judge(state) if self._transfers and isinstance(state, State) else {}
        return self._moments.make(state, sampled, verdicts)

    def write(self, source: str, destination: str, size: str) -> int:
        """Begin a write of `size` bytes, such as `4MiB`, and return its number. Only NICs write."""
        if self._transfers is None:
            raise LabError(
                f"{source} has no MRC NIC, which could write {size} to {destination}; accepted: programs of hosts"
            )
        return self._transfers.post(source, destination, size)

    def fail(self, words: Sequence[str]) -> list[str]:
        """Let something fail (`labs.faults.FAIL`); the lab's sentences about it."""
        return ask(self._where, Fail(words=list(words)), Happened, patience_s=_PATIENCE_S).faults

    def heal(self, words: Sequence[str]) -> list[str]:
        """Heal something (`labs.faults.HEAL`); the lab's sentences about it."""
        return ask(self._where, Heal(words=list(words)), Happened, patience_s=_PATIENCE_S).faults

    def frames(self, link: str) -> list[FrameShown]:
        """Up to `FRAMES` frames that cross a link now."""
        return self._inspector.frames(link)

    def _look(self) -> State | CustomState:
        state = ask(self._where, Look(), Looked, patience_s=_PATIENCE_S)
        assert isinstance(state, State | CustomState)
        return state

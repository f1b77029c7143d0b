# SPDX-License-Identifier: Apache-2.0
"""Watches a lab for as long as somebody looks, and keeps what was seen, so that one can scroll back.

Sampling must not disturb what it shows: it is never asked more often than every half second, is left in peace for four
times as long as its answer took (at most two seconds), and is not asked at all while nobody looks.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable

from fabric.errors import FabricError
from labs.directory import LabError
from labs.page.moments import Moment

PERIOD_S = 0.5
KEPT = 1200
"""Moments: ten minutes."""
FOLLOWERS = 8
"""Pages at once."""
_LAG = 16
"""Moments that a page may be behind; one that is further is sent away, and its browser comes again."""
_REST, _LONGEST_REST_S = 4, 2.0
"""Times as long as an answer took; but people look."""
_PATIENCE_S = 10.0
"""Watching goes on for so long when the last page is gone: it may just be loaded again."""

Look = Callable[[], Moment]


class TooManyError(LabError):
    """There are as many pages as there may be."""


class Follower:
    """A page that looks: what it missed, and then what comes."""

    def __init__(self, missed: Iterable[bytes], left: Callable[[Follower], None]) -> None:
        self._missed = missed
        self._left = left
        self._coming: asyncio.Queue[bytes | None] = asyncio.Queue(_LAG)

    async def events(self) -> AsyncIterator[bytes]:
        """Events, until it is sent away."""
        for said in self._missed:
            yield said
        while (said_now := await self._coming.get()) is not None:
            yield said_now

    def tell(self, said: bytes) -> None:
        """One more; who takes none is sent away."""
        try:
            self._coming.put_nowait(said)
        except asyncio.QueueFull:
            self.dismiss()

    def dismiss(self) -> None:
        """Nothing more comes."""
        self.leave()
        while not self._coming.empty():
            self._coming.get_nowait()
        self._coming.put_nowait(None)

    def leave(self) -> None:
        """Give the place to others. Idempotent."""
        self._left(self)


class Watch:
    """The moments of a lab, for everybody who follows."""

    def __init__(self, look: Look) -> None:
        """Begin with none.

        Args:
            look: makes a moment; runs in a thread of its own. Raises LabError when the lab does not answer.
        """
        self._look = look
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._followers: set[Follower] = set()
        self._wanted = asyncio.Event()

    async def run(self) -> None:
        """Watch, until cancelled."""
        loop = asyncio.get_running_loop()
        left_s = -math.inf
        while True:
            if self._followers:
                left_s = loop.time()
            elif loop.time() - left_s > _PATIENCE_S:
                self._wanted.clear()
                await self._wanted.wait()
            began_s = loop.time()
            try:
                moment = await asyncio.to_thread(self._look)
            except (LabError, FabricError) as problem:
                self._tell(_event("trouble", str(problem)))
            else:
                said = _event("moment", moment.model_dump_json(), moment.number)
                self._kept.append((moment.number, said))
                self._tell(said)
            took_s = loop.time() - began_s
            await asyncio.sleep(max(PERIOD_S - took_s, min(_LONGEST_REST_S, _REST * took_s)))

    def join(self, after: int) -> Follower:
        """A place for one page; `leave` it.

        Args:
            after: the last moment that it has; -1 for none.

        Raises:
            TooManyError: there is none.
        """
        if len(self._followers) >= FOLLOWERS:
            raise TooManyError(f"{FOLLOWERS} pages look at this lab already; close one")
        newest = self._kept[-1][0] if self._kept else -1
        # A number that was not reached yet is of a watch before this one.
        missed = [said for number, said in self._kept if number > after or after > newest]
        follower = Follower(missed, self._followers.discard)
        self._followers.add(follower)
        self._wanted.set()
        return follower

    def end(self) -> None:
        """Send everybody away."""
        for follower in list(self._followers):
            follower.dismiss()

    def _tell(self, said: bytes) -> None:
        for follower in list(self._followers):
            follower.tell(said)


def _event(kind: str, data: str, number: int | None = None) -> bytes:
    """A server-sent event (HTML Standard, 9.2.5)."""
    lines = [f"event: {kind}"]
    if number is not None:
        lines.append(f"id: {number}")
    lines += [f"data: {line}" for line in data.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()

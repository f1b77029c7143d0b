# SPDX-License-Identifier: Apache-2.0
"""Samples a lab while a page is open, and stores the moments, so that a page can scroll back.

Sampling must not disturb the lab. So the lab is asked at most every half second, rests four times as long as its answer
took (at most two seconds), and is not asked at all while no page is open.
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
"""Moments that a page may be late. A later page is disconnected, and its browser connects again."""
_REST, _LONGEST_REST_S = 4, 2.0
"""The rest after an answer, in times of its length, and at most in seconds."""
_PATIENCE_S = 10.0
"""Sampling goes on for this long after the last page closed: it may be loaded again."""

Look = Callable[[], Moment]


class TooManyError(LabError):
    """There are `FOLLOWERS` pages already."""


class Follower:
    """One open page: first the moments that it missed, then each new one."""

    def __init__(self, missed: Iterable[bytes], left: Callable[[Follower], None]) -> None:
        self._missed = missed
        self._left = left
        self._coming: asyncio.Queue[bytes | None] = asyncio.Queue(_LAG)

    async def events(self) -> AsyncIterator[bytes]:
        """Events, until `dismiss`."""
        for event in self._missed:
            yield event
        while (coming := await self._coming.get()) is not None:
            yield coming

    def send(self, event: bytes) -> None:
        """Queue an event; a follower whose queue is full is dismissed."""
        try:
            self._coming.put_nowait(event)
        except asyncio.QueueFull:
            self.dismiss()

    def dismiss(self) -> None:
        """End `events` at once."""
        self.leave()
        while not self._coming.empty():
            self._coming.get_nowait()
        self._coming.put_nowait(None)

    def leave(self) -> None:
        """Make room for another page. Idempotent."""
        self._left(self)


class Watch:
    """The moments of a lab, for all followers."""

    def __init__(self, look: Look) -> None:
        """`look` makes a moment in another thread, and raises LabError when the lab does not answer."""
        self._look = look
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._followers: set[Follower] = set()
        self._wanted = asyncio.Event()

    async def run(self) -> None:
        """Runs until cancelled."""
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
                self._send(_event("trouble", str(problem)))
            else:
                event = _event("moment", moment.model_dump_json(), moment.number)
                self._kept.append((moment.number, event))
                self._send(event)
            took_s = loop.time() - began_s
            await asyncio.sleep(max(PERIOD_S - took_s, min(_LONGEST_REST_S, _REST * took_s)))

    def join(self, after: int) -> Follower:
        """A new follower, which the caller ends with `leave`.

        Args:
            after: number of the last moment that the page has; -1 for none.

        Raises:
            TooManyError: there are `FOLLOWERS` already.
        """
        if len(self._followers) >= FOLLOWERS:
            raise TooManyError(f"{FOLLOWERS} pages look at this lab already; close one")
        newest = self._kept[-1][0] if self._kept else -1
        # A number above the newest is from an earlier server.
        missed = [event for number, event in self._kept if number > after or after > newest]
        follower = Follower(missed, self._followers.discard)
        self._followers.add(follower)
        self._wanted.set()
        return follower

    def end(self) -> None:
        for follower in list(self._followers):
            follower.dismiss()

    def _send(self, event: bytes) -> None:
        for follower in list(self._followers):
            follower.send(event)


def _event(kind: str, data: str, number: int | None = None) -> bytes:
    """A server-sent event (HTML Standard, 9.2.5)."""
    lines = [f"event: {kind}"]
    if number is not None:
        lines.append(f"id: {number}")
    lines += [f"data: {line}" for line in data.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()

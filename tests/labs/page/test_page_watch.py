# SPDX-License-Identifier: Apache-2.0
"""Watching a lab: never more than it may be asked, not while nobody looks, and a past of a stated length."""

import asyncio

import pytest
from page_kit import FABRIC, sampled, state

from labs.directory import LabError
from labs.page import moments as watching
from labs.page.moments import KEPT, PERIOD_S, Moments, Watch

SOON_S = 20.0


class Looks:
    """Moments, one after the other, or trouble."""

    def __init__(self):
        self.count = 0
        self.trouble = None
        self._moments = Moments.of_fabric(FABRIC)

    def __call__(self):
        self.count += 1
        if self.trouble:
            raise LabError(self.trouble)
        return self._moments.make(state(), sampled(self.count * 1000), {})


@pytest.fixture
def looks():
    return Looks()


def watched(looks, talk):
    async def run():
        watch = Watch(looks)
        task = asyncio.create_task(watch.run())
        try:
            return await asyncio.wait_for(talk(watch), SOON_S)
        finally:
            task.cancel()

    return asyncio.run(run())


async def take(watch, count, after=-1):
    found = []
    follower = watch.join(after)
    async for said in follower.events():
        found.append(said)
        if len(found) == count:
            break
    follower.leave()
    return found


def test_a_past_of_ten_minutes():
    assert KEPT * PERIOD_S == 600


def test_it_is_asked_once_a_period_however_many_look(looks):
    async def talk(watch):
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.gather(*(take(watch, 3) for _ in range(watching.FOLLOWERS)))
        return loop.time() - began

    took = watched(looks, talk)
    assert looks.count == 3
    assert took >= 2 * PERIOD_S


def test_what_answers_slowly_is_left_in_peace_for_longer(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)

    def slow():
        threading_pause.wait(0.1)
        return looks()

    import threading

    threading_pause = threading.Event()

    async def talk(watch):
        loop = asyncio.get_running_loop()
        began = loop.time()
        await take(watch, 3)
        return loop.time() - began

    assert watched(slow, talk) >= 3 * 0.1 + 2 * 4 * 0.1


def test_nobody_looks_so_nobody_asks(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.01)
    monkeypatch.setattr(watching, "_PATIENCE_S", 0.0)

    async def talk(watch):
        await take(watch, 2)
        await asyncio.sleep(0.1)
        count = looks.count
        await asyncio.sleep(0.3)
        assert looks.count == count
        await take(watch, 1, after=count)  # and goes on when somebody comes
        await take(watch, count + 1)

    watched(looks, talk)


def test_the_past_is_bounded_and_told_to_who_comes(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)
    monkeypatch.setattr(watching, "KEPT", 5)

    async def talk(watch):
        await take(watch, 20)
        return await take(watch, 5)

    found = [said.split(b"\n")[1] for said in watched(looks, talk)]
    first = int(found[0].removeprefix(b"id: "))
    assert first >= 15
    assert found == [f"id: {first + n}".encode() for n in range(5)]


def test_a_page_that_takes_nothing_is_sent_away_and_holds_up_nobody(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)

    async def talk(watch):
        lazy = watch.join(-1).events()
        await anext(lazy)
        await take(watch, 3 * watching._LAG)
        return [said async for said in lazy]  # it ends

    watched(looks, talk)


def test_trouble_is_told_and_watching_goes_on(looks, monkeypatch):
    monkeypatch.setattr(watching, "PERIOD_S", 0.0)
    looks.trouble = "the lab 'lab' did not answer\nwithin 20 s"

    async def talk(watch):
        (said,) = await take(watch, 1)
        looks.trouble = None
        async for later in watch.join(-1).events():
            if later.startswith(b"event: moment"):
                break
        return said

    assert watched(looks, talk) == b"event: trouble\ndata: the lab 'lab' did not answer\ndata: within 20 s\n\n"

# SPDX-License-Identifier: Apache-2.0
"""The program beside the NICs: what happens when, in its thread, and how it ends."""

import socket
import threading
import time
from types import SimpleNamespace

import pytest

from fabric.errors import FabricError
from fabric.live.messages import ORDERS, Compare, Compared, Ended, Provide, Provided, Watch, line_of
from fabric.live.processes import OrderChannel
from fabric.live.scale import Clock, Scale
from fabric.live.scenarios import traffic as module
from fabric.live.scenarios.traffic import Posting

DEADLINE_S = 10


@pytest.fixture
def made():
    """Beside one NIC, whose end of the orders is a socket; and the clock of a run that begins now."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(DEADLINE_S)
    clock = Clock(Scale(1000), time.monotonic_ns())
    network = SimpleNamespace(nics=[SimpleNamespace(name="nic0", orders=OrderChannel("nic0", ours))], clock=clock)
    with ours, theirs, Posting(network) as posting:
        yield posting, theirs, clock


def order_of(theirs):
    return ORDERS.read(theirs.makefile("rb", buffering=0).readline())


def test_things_happen_in_their_order_and_not_before_their_time(made):
    posting, _, clock = made
    happened, done = [], threading.Event()

    def happen(what):
        happened.append((what, clock.now_ns()))
        if what == "last":
            done.set()
        if what == "first":
            posting.at(5_000, happen, "between")

    posting.at(20_000, happen, "last")
    posting.at(1_000, happen, "first")
    posting.begin(clock)
    assert done.wait(DEADLINE_S)
    posting.finish()
    assert [what for what, _ in happened] == ["first", "between", "last"]
    assert all(at >= due for (_, at), due in zip(happened, (1_000, 5_000, 20_000), strict=True))


def test_what_ends_at_a_nic_is_heard_and_counted_as_late(made):
    posting, theirs, clock = made
    heard, done = [], threading.Event()

    def hear(ended):
        assert posting.lock.locked()
        heard.append(ended.number)
        done.set()

    posting.watch(0, 7, hear)
    assert order_of(theirs) == Watch(qpn=7)
    posting.begin(clock)
    theirs.sendall(line_of(Ended(qpn=7, number=3, time_ns=clock.now_ns(), failure=None)))
    assert done.wait(DEADLINE_S)
    posting.finish()
    assert heard == [3] and len(posting.heard_ns) == 1 and posting.heard_ns[0] >= 0
    theirs.settimeout(DEADLINE_S)  # it is over; what a NIC still tells is taken, or it would wait for that for ever
    theirs.sendall(5000 * line_of(Ended(qpn=7, number=4, time_ns=0, failure=None)))
    assert heard == [3]


def test_an_answer_is_waited_for_and_what_comes_before_it_is_kept(made):
    posting, theirs, clock = made
    heard = []
    posting.watch(0, 7, lambda ended: heard.append(ended.number))
    for told in (Ended(qpn=7, number=3, time_ns=0, failure=None), Provided(address=4096, r_key=9)):
        theirs.sendall(line_of(told))
    assert posting.provide(0, 100).address == 4096 and heard == []
    assert [order_of(theirs) for _ in range(2)] == [Watch(qpn=7), Provide(size=100)]
    posting.begin(clock)
    while not heard:
        assert clock.now_ns() < DEADLINE_S * 10**9 / 1000
    posting.finish()


def test_it_ends_when_everything_is_compared(made):
    posting, theirs, clock = made
    found = []
    posting.compare(0, 9, "file", 5, found.append)
    assert order_of(theirs) == Compare(ticket=0, r_key=9, file="file", begin=5)
    posting.begin(clock)
    theirs.sendall(line_of(Compared(ticket=0, found="00ff")))
    posting.finish()
    assert found == [b"\x00\xff"]


def test_nics_that_do_not_tell(made, monkeypatch):
    posting, _, clock = made
    monkeypatch.setattr(module, "_ANSWER_S", 0.1)
    posting.compare(0, 9, "file", 5, lambda _: None)
    posting.begin(clock)
    with pytest.raises(FabricError, match="NICs do not tell whether what arrived is what was sent"):
        posting.finish()


def test_a_nic_that_is_gone_ends_it(made):
    posting, theirs, clock = made
    posting.begin(clock)
    theirs.close()
    deadline = time.monotonic() + DEADLINE_S
    with pytest.raises(FabricError, match="nic0 is gone"):
        while time.monotonic() < deadline:
            posting.check()

# SPDX-License-Identifier: Apache-2.0
"""NICs that are broken in one place each: the soak finds every one of them."""

import pytest
from roce_soak_kit import soak

from host_stack.native.data_path import in_python
from host_stack.roce import wire
from host_stack.roce.requester import Requester
from host_stack.roce.responder import Responder

RUNS = 60


def takes_duplicates_as_new(patch):
    honest = Responder._out_of_order

    def out_of_order(self, index, packet):
        if index == self._expected - 1 and packet.kind.last:
            self._expected = index
            self.on_request(packet)
        else:
            honest(self, index, packet)

    patch.setattr(Responder, "_out_of_order", out_of_order)


def says_nothing_of_gaps_and_skips_them(patch):
    def out_of_order(self, index, packet):
        if index > self._expected:
            self._expected = index
            self.on_request(packet)

    patch.setattr(Responder, "_out_of_order", out_of_order)


def acknowledges_one_too_many(patch):
    honest = Requester._acknowledged
    patch.setattr(Requester, "_acknowledged", lambda self, before, now: honest(self, min(before + 1, self._sent), now))


def goes_back_too_little(patch):
    honest = Requester._go_to
    patch.setattr(Requester, "_go_to", lambda self, index: honest(self, min(index + 1, self._sent)))


def does_not_check_the_icrc(patch):
    patch.setattr(wire.FrameParser, "_icrc_holds", lambda *_: True)


def has_no_timer(patch):
    patch.setattr(Requester, "_start_timer", lambda *_: None)


def skips_what_was_not_ready(patch):
    honest = Requester._not_ready

    def not_ready(self, until_ns):
        honest(self, until_ns)
        self._go_to(min(self._unacked + 1, self._sent))

    patch.setattr(Requester, "_not_ready", not_ready)


@pytest.mark.parametrize(
    "broken",
    [
        takes_duplicates_as_new,
        says_nothing_of_gaps_and_skips_them,
        acknowledges_one_too_many,
        goes_back_too_little,
        does_not_check_the_icrc,
        has_no_timer,
        skips_what_was_not_ready,
    ],
)
def test_it_is_noticed(broken, monkeypatch):
    broken(monkeypatch)
    with in_python(), pytest.raises(AssertionError):
        for seed in range(RUNS):
            soak(seed)

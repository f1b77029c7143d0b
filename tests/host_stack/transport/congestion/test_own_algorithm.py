# SPDX-License-Identifier: Apache-2.0
"""A congestion control of one's own, in one file: a class, its parameters, and a row of the registry."""

from dataclasses import dataclass

import pytest
from host_stack_kit import FIRST, Transfer, opcode_of, psn_of, trim
from typing_extensions import override

from host_stack import CcProfile, ConfigError
from host_stack.errors import check_range
from host_stack.transport.congestion.controller import Conditions, CongestionController, SackSample
from host_stack.transport.congestion.profile import ALGORITHMS, Algorithm


@dataclass(frozen=True, slots=True)
class HalfOnTrimParameters:
    """Attributes: least: packets that the window never falls below."""

    least: int = 2

    def __post_init__(self) -> None:
        check_range("cc.least", self.least, 1, 1000)


class HalfOnTrim(CongestionController):
    """A packet more per window received, half of it at every trim or loss."""

    def __init__(self, least: int, packet: int) -> None:
        self._packet = packet
        self._least = least * packet
        self._window = 16.0 * packet
        self.trims = 0

    @property
    @override
    def window(self) -> int:
        return int(self._window)

    @override
    def on_sack(self, sample: SackSample) -> None:
        self._window += self._packet * sample.received_bytes / self._window

    @override
    def on_trim(self, size: int, inflight: int, *, last_hop: bool, now_ns: int) -> None:
        self.trims += 1
        self._window = max(self._window / 2, self._least)

    @override
    def on_loss(self, size: int, inflight: int, *, now_ns: int) -> None:
        self._window = max(self._window / 2, self._least)


def half_on_trim(parameters: HalfOnTrimParameters, conditions: Conditions) -> CongestionController:
    return HalfOnTrim(parameters.least, conditions.packet_bytes)


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(ALGORITHMS, "half-on-trim", Algorithm(HalfOnTrimParameters, half_on_trim))


def test_it_carries_a_transfer_and_hears_of_trims():
    def trims(name, _port, frame, _now):
        first = name == "a" and opcode_of(frame) == 0xC7 and psn_of(frame) == FIRST + 5 & 0xFFFFFF and not trimmed
        if first:
            trimmed.append(frame)
            return [(0, trim(frame))]
        return [(0, frame)]

    trimmed: list[bytes] = []
    transfer = Transfer(1 << 20, trims, cc=CcProfile("half-on-trim", {"least": 4})).run().arrived()
    controller = transfer.a.destination(transfer.b.config.address, CcProfile(), (0,)).controller
    assert isinstance(controller, HalfOnTrim)
    assert controller.trims == 1
    # 16 packets, halved after five packets had grown it by less than one, then grown by less than one per window of 8.
    assert 8 * 4184 < controller.window < 40 * 4184


def test_its_parameters_are_checked():
    with pytest.raises(ConfigError, match=r"cc\.least: 0 is out of range; accepted: 1\.\.1000"):
        CcProfile("half-on-trim", {"least": 0})
    with pytest.raises(ConfigError, match=r"cc\.most: half-on-trim has no such parameter; accepted: least"):
        CcProfile("half-on-trim", {"most": 3})

# SPDX-License-Identifier: Apache-2.0
"""NICs with one fault each in what they tell of ports and believe of them, in what they run out of, and in windows."""

from __future__ import annotations

from dataclasses import replace

from broken_nics_kit import BTH_LAYOUT, HEADER, BrokenNic, field, opcode, with_fields
from broken_nscc_kit import ReceivedBytesIgnored
from broken_peers_kit import edited, is_data, is_whole

from ptf_tests.headers import internet, mrc
from ptf_tests.nic.api import PEER_ADDRESS
from ptf_tests.nic.wire import BTH, INNER

_STATE = HEADER + 28
"""Where the CC_STATE of a SACK starts."""


def is_update(frame: bytes) -> bool:
    return is_whole(frame) and opcode(frame) == mrc.ENDPOINT_REQUEST and not field(frame, HEADER, mrc.ERTH, "op")


class OfUpdates(BrokenNic):
    """``say`` changes or loses an update that leaves, ``hear`` one that arrives."""

    def say(self, sent):
        return [sent]

    def hear(self, port, frame):
        return [(port, frame)]

    def outgoing(self, sent):
        return self.say(sent) if is_update(sent.frame) else [sent]

    def incoming(self, port, frame):
        return self.hear(port, frame) if is_update(frame) else [(port, frame)]


# --- Telling --------------------------------------------------------------------------------------------------------


class TellsNobody(OfUpdates):
    def say(self, _sent):
        return []


class TellsTheOpposite(OfUpdates):
    def say(self, sent):
        mask = field(sent.frame, HEADER, mrc.ERTH, "port_status_mask")
        return with_fields(sent, HEADER, mrc.ERTH, port_status_mask=~mask & 0xF)


class CountsPortsFromOne(OfUpdates):
    """Bit 0 of the mask is nobody's."""

    def say(self, sent):
        mask = field(sent.frame, HEADER, mrc.ERTH, "port_status_mask")
        return with_fields(sent, HEADER, mrc.ERTH, port_status_mask=mask << 1)


class TellsOnce(OfUpdates):
    def spoil(self):
        self.said: set[int] = set()

    def say(self, sent):
        mask = field(sent.frame, HEADER, mrc.ERTH, "port_status_mask")
        if mask in self.said:
            return []
        self.said.add(mask)
        return [sent]


class RepeatsWhatWasAnswered(BrokenNic):
    def incoming(self, port, frame):
        response = is_whole(frame) and opcode(frame) == mrc.ENDPOINT_RESPONSE
        answer = response and not field(frame, HEADER, mrc.eeth_layout(mrc.WireRules()), "op")
        return [] if answer else [(port, frame)]


class AnswersNoUpdate(BrokenNic):
    def outgoing(self, sent):
        response = opcode(sent.frame) == mrc.ENDPOINT_RESPONSE
        answer = response and not field(sent.frame, HEADER, mrc.eeth_layout(mrc.WireRules()), "op")
        return [] if answer else [sent]


# --- Hearing --------------------------------------------------------------------------------------------------------


class HearsNoUpdate(OfUpdates):
    def hear(self, _port, _frame):
        return []


class HearsAnybody(OfUpdates):
    def hear(self, port, frame):
        return [(port, edited(port, frame, INNER, internet.IPV6, src=int.from_bytes(PEER_ADDRESS, "big")))]


class HearsOvertakenUpdates(OfUpdates):
    def __init__(self) -> None:
        self.number = 0
        super().__init__()

    def hear(self, port, frame):
        self.number += 1
        return [(port, edited(port, frame, BTH, BTH_LAYOUT, psn=0x100 + self.number))]


class NothingIsPortZero(OfUpdates):
    """An empty mask is taken for the first port alone."""

    def hear(self, port, frame):
        ours = (1 << self.settings.planes) - 1
        mask = field(frame, HEADER, mrc.ERTH, "port_status_mask") & ours or 1
        return [(port, edited(port, frame, HEADER, mrc.ERTH, port_status_mask=mask))]


class NeverLooksAgain(OfUpdates):
    """While the peer says that a port is down, no EV is probed."""

    def spoil(self):
        self.closed = False

    def hear(self, port, frame):
        self.closed = field(frame, HEADER, mrc.ERTH, "port_status_mask") != (1 << self.settings.planes) - 1
        return [(port, frame)]

    def outgoing(self, sent):
        return [] if self.closed and opcode(sent.frame) == mrc.ENDPOINT_REQUEST else [sent]


class ForgivesEveryFlap(BrokenNic):
    def set_port(self, port, *, up):
        super().set_port(port, up=up)
        for one in self.good.nic.ports._ports._ports:
            one.penalty = 0.0


class ServiceIgnored(BrokenNic):
    def enable_port(self, port, *, enabled):
        pass


class WaitsForTimeouts(BrokenNic):
    """A port is down, and the NIC does not see it: it finds out by what gets no answer."""

    def spoil(self):
        self.down: set[int] = set()

    def set_port(self, port, *, up):
        (self.down.discard if up else self.down.add)(port)

    def outgoing(self, sent):
        return [] if sent.port in self.down else [sent]


# --- Running out ----------------------------------------------------------------------------------------------------


class ReceivesNotNeeded(BrokenNic):
    def configured(self, settings):
        return replace(settings, posted_receives=None)


class PlainWritesUseReceives(BrokenNic):
    def incoming(self, port, frame):
        if is_data(frame) and opcode(frame) == mrc.WRITE_ONLY:
            self.good.qp.queues.receives.take(0)
        return [(port, frame)]


class NoLimits(BrokenNic):
    def configured(self, settings):
        return replace(settings, receive_limits={})


class WrongReason(BrokenNic):
    """Whatever it has run out of, it is NO_RESOURCE."""

    def outgoing(self, sent):
        wrong = opcode(sent.frame) == mrc.NACK and field(sent.frame, HEADER, mrc.NETH, "reason") in (
            mrc.NO_BITMAP,
            mrc.NO_PKT_BUFFER,
        )
        return with_fields(sent, HEADER, mrc.NETH, reason=mrc.NO_RESOURCE) if wrong else [sent]


class SilentAfterTheEnd(BrokenNic):
    def outgoing(self, sent):
        fatal = opcode(sent.frame) == mrc.NACK and field(sent.frame, HEADER, mrc.NETH, "reason") == mrc.UNEXP_EVENT
        return [] if fatal else [sent]


class NacksATrimOnce(BrokenNic):
    def spoil(self):
        self.nacked: set[int] = set()

    def outgoing(self, sent):
        if opcode(sent.frame) != mrc.NACK:
            return [sent]
        psn = field(sent.frame, HEADER, mrc.NETH, "nack_psn")
        if psn in self.nacked:
            return []
        self.nacked.add(psn)
        return [sent]


# --- Windows --------------------------------------------------------------------------------------------------------


class WindowUntold(BrokenNic):
    def outgoing(self, sent):
        return with_fields(sent, HEADER, mrc.SETH, mpr=0) if opcode(sent.frame) == mrc.SACK else [sent]


class WindowUnheard(BrokenNic):
    def incoming(self, port, frame):
        sack = is_whole(frame) and opcode(frame) == mrc.SACK
        return [(port, edited(port, frame, HEADER, mrc.SETH, mpr=0) if sack else frame)]


class WindowsOnlyGrow(BrokenNic):
    def spoil(self):
        self.largest = self.settings.mpr

    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) != mrc.SACK:
            return [(port, frame)]
        self.largest = max(self.largest, field(frame, HEADER, mrc.SETH, "mpr"))
        return [(port, edited(port, frame, HEADER, mrc.SETH, mpr=self.largest))]


class OldSacksSetTheWindow(BrokenNic):
    def spoil(self):
        self.newest = 0

    def incoming(self, port, frame):
        if not is_whole(frame) or opcode(frame) != mrc.SACK:
            return [(port, frame)]
        self.newest = max(self.newest, field(frame, _STATE, mrc.CC_STATE, "rcvd_bytes"))
        return [(port, edited(port, frame, _STATE, mrc.CC_STATE, rcvd_bytes=self.newest))]


CAUGHT_BY: dict[type[BrokenNic], tuple[str, ...]] = {
    TellsNobody: ("ports.PeersAreTold", "ports.OutOfService"),
    TellsTheOpposite: ("ports.PeersAreTold", "ports.OutOfService"),
    CountsPortsFromOne: ("ports.PeersAreTold",),
    TellsOnce: ("ports.UpdatesAreRepeated",),
    RepeatsWhatWasAnswered: ("ports.AnsweredUpdatesAreNot",),
    AnswersNoUpdate: ("ports.UpdatesAreAnswered",),
    HearsNoUpdate: ("sending.PortStateOfThePeer", "ports.OvertakenUpdates"),
    HearsAnybody: ("ports.UpdatesOfStrangers",),
    HearsOvertakenUpdates: ("ports.OvertakenUpdates",),
    NothingIsPortZero: ("ports.UpdatesWithoutAPort",),
    NeverLooksAgain: ("ports.NobodysWordIsForEver",),
    ForgivesEveryFlap: ("ports.FlappingPortsAreDamped",),
    ServiceIgnored: ("ports.OutOfService",),
    WaitsForTimeouts: ("ports.WhatWasOnItsWay",),
    ReceivesNotNeeded: ("resources.EachImmediateUsesAReceive", "resources.ReceivesAreTakenInOrder"),
    PlainWritesUseReceives: ("resources.PlainWritesUseNone",),
    NoLimits: ("resources.TrackingRunsOut", "resources.BuffersRunOut", "resources.MessagesRunOut"),
    WrongReason: ("resources.TrackingRunsOut", "resources.BuffersRunOut"),
    SilentAfterTheEnd: ("resources.DataAfterTheEnd",),
    NacksATrimOnce: ("resources.LostNacksOfTrims",),
    ReceivedBytesIgnored: ("resources.OverdueIsAskedAbout", "congestion.ReceivedBytesMakeRoom"),
    WindowUntold: ("resources.WindowIsTold",),
    WindowUnheard: ("resources.WindowGrows", "resources.WindowShrinks"),
    WindowsOnlyGrow: ("resources.WindowShrinks",),
    OldSacksSetTheWindow: ("resources.WindowsOfOldSacks",),
}
"""Each fault -> cases that must fail on it."""

# SPDX-License-Identifier: Apache-2.0
"""What is in flight towards one destination, and what each queue pair has of it (endpoint §7.1).

One ``Destination`` per peer NIC, shared by its queue pairs: one algorithm, one sum of bytes in flight. Each queue pair
has an ``Account`` of it, because CC_STATE.rcvd_bytes counts per queue pair.

Bytes in flight fall by the growth of rcvd_bytes. The requestor's own books (which packets it sent, which it knows to
have arrived) bound that on both sides: rcvd_bytes may run ahead of the SACK bitmaps, since it cannot be lost for good
and they can, but never beyond what is outstanding; and it loses its say when nothing is. So a counter that rounds, that
counts otherwise, or that lies cannot make the sum drift.

**A queue pair that is not answered** must not hold what others could use. It is set aside when a packet that another
one sent later, by half of that one's round trip, has been answered: from then on what it has in flight counts no more,
its losses say nothing about congestion, and while others are at work it has one packet in flight at most. Whatever is
newly reported of it brings it back. If no queue pair is answered, because silent ones hold the whole window, they are
set aside after one and a half base RTTs of silence; others then try a packet each, until one of them is answered.
"""

from collections.abc import Sequence
from typing import Final

from host_stack.transport.congestion.controller import Conditions, CongestionController, SackSample
from host_stack.transport.congestion.profile import CcProfile
from host_stack.unboxed import unboxed
from host_stack.wire.headers import CcState

_UNIT: Final = 256
_MODULUS: Final = 1 << 24
_HALF: Final = _MODULUS >> 1


@unboxed(ints="accounts aside heard_ns inflight patience_ns sharing window", bools="mute")
class Destination:
    """One algorithm and the bytes in flight it governs.

    Attributes:
        controller: the algorithm.
        accounts: queue pairs.
        inflight: bytes in flight towards the destination, over all its queue pairs but those set aside.
        aside: bytes in flight of those.
        sharing: queue pairs that have something in flight and are not set aside.
        window: the algorithm's, as it was when that was last told something.
        patience_ns: an unloaded round trip.
        waiting: queue pairs without an answer, and since when, ns; the one that has waited longest is first.
        heard_ns: when a queue pair was answered last.
        mute: a queue pair was set aside, and none has been answered since.
    """

    __slots__ = (
        "accounts",
        "aside",
        "controller",
        "heard_ns",
        "inflight",
        "mute",
        "patience_ns",
        "sharing",
        "waiting",
        "window",
    )

    def __init__(self, controller: CongestionController, patience_ns: int = 10_000) -> None:
        self.controller = controller
        self.accounts = 0
        self.inflight = 0
        self.aside = 0
        self.sharing = 0
        self.window = controller.window
        self.patience_ns = patience_ns
        self.waiting: dict[Account, int] = {}
        self.heard_ns = 0
        self.mute = False

    def account(self) -> "Account":
        """The part of a new queue pair."""
        self.accounts += 1
        return Account(self)


@unboxed(ints="_acknowledged _asked_ns _books _rcvd_bytes _share unreported", bools="aside")
class Account:
    """One queue pair's part of a destination; what its requestor asks and tells. Sizes are nominal packet sizes.

    Attributes:
        aside: whether it is set aside: others are answered, and it is not.
        unreported: bytes that the receiver has counted and that no report has named: their reports were lost, or are to
            come.
    """

    __slots__ = (
        "_acknowledged",
        "_asked_ns",
        "_books",
        "_destination",
        "_open",
        "_rcvd_bytes",
        "_share",
        "aside",
        "unreported",
    )

    def __init__(self, destination: Destination) -> None:
        self._destination = destination
        self.aside = False
        self._open = True
        self._asked_ns = -1
        self._books = 0
        self.unreported = 0
        self._share = 0
        self._rcvd_bytes = 0
        self._acknowledged = 0

    @property
    def portion(self) -> int:
        """Bytes of the window for each queue pair that has something in flight; 0: every packet is to be answered."""
        destination = self._destination
        if destination.mute or self.aside:
            return 0
        return destination.window // destination.sharing if destination.sharing > 1 else destination.window

    @property
    def ack_req_bytes(self) -> int:
        """Bytes that may be sent until a packet asks for an answer: half of the window, or a third of a part of it.

        Of 1.5 BDP a third is what can be spared. Alone a queue pair is answered sooner, every 16 KiB.
        """
        return self.portion // (3 if self._destination.sharing > 1 else 2)

    @property
    def begins(self) -> bool:
        """Whether nothing is in flight, and others must be able to tell how long the first answer takes."""
        return self._share <= 0 and self._destination.accounts > 1

    @property
    def inflight(self) -> int:
        """Bytes of this queue pair in flight."""
        return self._share

    def can_send(self, size: int) -> bool:
        """True if a packet of ``size`` bytes may leave now. Always true for the first packet in flight."""
        destination = self._destination
        inflight = destination.inflight
        if self.aside:
            alone = inflight <= 0 and destination.aside + size <= destination.window
            return alone or self._share <= 0
        if destination.mute and self._share > 0:
            inflight += destination.aside
        return inflight + size <= destination.window or inflight <= 0

    def on_sent(self, size: int) -> None:
        """A packet left (first time or again)."""
        self._books += size
        self._settle()

    # --- Silence ----------------------------------------------------------------------------------------------------

    def asked(self, now_ns: int) -> None:
        """What has just left asks for an answer: a packet with AckReq, or a reliability probe."""
        self._asked_ns = now_ns
        if not self.aside:
            self._destination.waiting.setdefault(self, now_ns)

    def heard(self, sent_ns: int, now_ns: int) -> None:
        """Something of it is newly reported; the latest that is known to have arrived had left at ``sent_ns``."""
        destination = self._destination
        destination.heard_ns = now_ns
        destination.mute = False
        waiting = destination.waiting
        waiting.pop(self, None)
        if self.aside:
            self._set_aside(False)
        if self._asked_ns > sent_ns and self._share > 0:
            waiting[self] = now_ns
        horizon_ns = sent_ns - (now_ns - sent_ns) // 2
        while waiting:
            longest, since_ns = next(iter(waiting.items()))
            if since_ns > horizon_ns:
                break
            del waiting[longest]
            longest._set_aside(True)

    @property
    def due_ns(self) -> int | None:
        """When ``waited`` must be called; None if no queue pair waits for this one's part."""
        destination = self._destination
        since_ns = destination.waiting.get(self) if destination.accounts > 1 else None
        return None if since_ns is None else max(since_ns, destination.heard_ns) + destination.patience_ns * 3 // 2

    def waited(self, now_ns: int) -> None:
        """If no queue pair has been answered for long, this one is set aside."""
        due_ns = self.due_ns
        if due_ns is not None and now_ns >= due_ns:
            destination = self._destination
            del destination.waiting[self]
            destination.mute = True
            self._set_aside(True)

    def _set_aside(self, aside: bool) -> None:
        """Move what is in flight from one sum to the other."""
        share, destination = self._share, self._destination
        if aside is self.aside:
            return
        self.aside = aside
        moved = share if aside else -share
        destination.inflight -= moved
        destination.aside += moved
        if share > 0:
            destination.sharing -= 1 if aside else -1

    # --- What is heard ----------------------------------------------------------------------------------------------

    def newest(self, cc_state: CcState) -> bool:
        """Whether no SACK that was sent later has arrived yet: received bytes only grow."""
        return cc_state.rcvd_bytes - self._rcvd_bytes & _MODULUS - 1 < _HALF

    def on_sack(
        self,
        acked_bytes: int,
        late_bytes: int,
        cc_state: CcState,
        *,
        marked: bool,
        rtt_ns: int | None,
        now_ns: int,
        full_rtt_ns: int | None = None,
    ) -> None:
        """A SACK arrived.

        Args:
            acked_bytes: size of the packets in flight that it reports for the first time.
            late_bytes: size of those it reports although they had been given up.
            cc_state: its congestion state.
            marked: M = SKIP_ONCE.
            rtt_ns: round trip of its trigger, as in ``SackSample``.
            now_ns: time of arrival.
            full_rtt_ns: as in ``SackSample``.
        """
        growth = cc_state.rcvd_bytes - self._rcvd_bytes & _MODULUS - 1
        if growth >= _HALF:
            growth = 0  # an older SACK that was overtaken
        else:
            self._rcvd_bytes = cc_state.rcvd_bytes
        before = self._share
        self._books -= acked_bytes
        self.unreported += growth * _UNIT - acked_bytes - late_bytes
        self._settle()
        destination = self._destination
        received = max(0, before - self._share) + self._acknowledged
        self._acknowledged = 0
        destination.controller.on_sack(
            SackSample(
                received,
                destination.inflight,
                marked,
                rtt_ns,
                cc_state.penalty,
                bool(cc_state.restore_cwnd),
                now_ns,
                full_rtt_ns,
            )
        )
        destination.window = destination.controller.window

    def on_ack(self, acked_bytes: int, late_bytes: int) -> None:
        """A transport ACK reported packets that no SACK had.

        They are in flight no more. How they fared, a SACK says, which has the mark and the round trip: the controller
        hears of them with the next one.
        """
        before = self._share
        self._books -= acked_bytes
        self.unreported -= acked_bytes + late_bytes
        self._settle()
        self._acknowledged += max(0, before - self._share)

    def on_trim(self, size: int, *, last_hop: bool, now_ns: int) -> None:
        """A NACK said that a packet was trimmed on the way (``last_hop``: at the port of the receiver)."""
        self._books -= size
        self._settle()
        destination = self._destination
        destination.controller.on_trim(size, destination.inflight, last_hop=last_hop, now_ns=now_ns)
        destination.window = destination.controller.window

    def on_loss(self, size: int, now_ns: int) -> None:
        """A packet was declared lost, by inference, timeout, or a NACK without a trim."""
        self._leave(size)
        destination = self._destination
        if self.aside:
            return
        destination.controller.on_loss(size, destination.inflight, now_ns=now_ns)
        destination.window = destination.controller.window

    def on_refused(self, size: int, now_ns: int, *, congested: bool) -> None:
        """A NACK without a trim refused a packet (``congested``: the peer's buffer, which all share, is full).

        Where others share the window, what this one is refused for is no reason to slow them down.
        """
        if self._destination.accounts == 1:
            self.on_loss(size, now_ns)
            return
        if congested:
            self.on_loss(size, now_ns)
        else:
            self._leave(size)
        self._destination.waiting.pop(self, None)
        self._set_aside(True)

    def on_path_loss(self, size: int) -> None:
        """A packet is lost with the path, or the plane, it was on: that says nothing about congestion on others."""
        self._leave(size)

    def close(self) -> None:
        """The queue pair ends: what it had in flight no longer counts."""
        self._books = self._acknowledged = 0
        self._settle()
        self._destination.waiting.pop(self, None)
        self._set_aside(False)
        if self._open:
            self._open = False
            self._destination.accounts -= 1

    def _leave(self, size: int) -> None:
        self._books -= size
        self._settle()

    def _settle(self) -> None:
        """Work out the share again, and pass the difference on."""
        books = self._books
        if books <= 0:
            self._books = books = self.unreported = 0
        elif self.unreported > books:
            self.unreported = books
        share = books - self.unreported if self.unreported > 0 else books
        destination = self._destination
        if self.aside:
            destination.aside += share - self._share
        else:
            destination.inflight += share - self._share
            if (share > 0) is not (self._share > 0):
                destination.sharing += 1 if share > 0 else -1
        self._share = share


# --- The destinations of a NIC ---------------------------------------------------------------------------------------


class Destinations:
    """What is in flight to each peer, made at first use."""

    __slots__ = ("_base_rtt_ns", "_known", "_packet_bytes", "_rates_bps")

    def __init__(self, rates_bps: Sequence[int], *, base_rtt_ns: int, packet_bytes: int) -> None:
        """``rates_bps``: of the NIC's ports; ``packet_bytes``: nominal size of a full packet."""
        self._rates_bps = rates_bps
        self._base_rtt_ns = base_rtt_ns
        self._packet_bytes = packet_bytes
        self._known: dict[bytes, Destination] = {}

    def of(
        self, peer: bytes, profile: CcProfile, planes: Sequence[int], *, trimming: bool, sharers: int
    ) -> Destination:
        """That of ``peer`` (inner address); the first queue pair to it decides on the rest.

        Raises:
            ConfigError: ``profile`` does not suit the ports of ``planes``.
        """
        known = self._known.get(peer)
        if known is None:
            conditions = Conditions(
                base_rtt_ns=self._base_rtt_ns,
                rate_bps=sum(self._rates_bps[plane] for plane in planes),
                packet_bytes=self._packet_bytes,
                trimming=trimming,
                sharers=sharers,
            )
            known = self._known[peer] = Destination(profile.create(conditions), self._base_rtt_ns)
        return known

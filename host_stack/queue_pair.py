# SPDX-License-Identifier: Apache-2.0
"""The queue pair: a verbs-like surface over one requestor and one responder (endpoint §1).

``RESET → INIT → RTR → RTS``, each step with the attributes it needs; ``ERROR`` from anywhere, ``reset()`` back. Data
may be received from RTR on and sent from RTS on. Concepts and names are the OCP API's; its declarations are not copied.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING, Final

from host_stack.counters import MOST_RESENT, QpCounters, Resent
from host_stack.errors import ConfigError, check_range
from host_stack.paths.ev_profile import EvProfile
from host_stack.paths.ev_set import EvSet
from host_stack.paths.probes import ProbeSchedule
from host_stack.paths.reverse_evs import ReverseEvs
from host_stack.transport.completions import (
    AsyncEventKind,
    Completion,
    CompletionQueue,
    CompletionStatus,
)
from host_stack.transport.connection import InitAttributes, QpCapacity, RtrAttributes, RtsAttributes
from host_stack.transport.frames import QpFrames
from host_stack.transport.memory import Access, Buffer, ProtectionDomain
from host_stack.transport.requestor import Requestor, SendState
from host_stack.transport.responder import Responder
from host_stack.transport.work import WorkQueues, write_request
from host_stack.unboxed import unboxed
from host_stack.verbs import QpReport, QpState, QpStateError
from host_stack.wire.constants import SackMark, Syndrome

if TYPE_CHECKING:
    from host_stack.nic import Nic

# --- The queue pair --------------------------------------------------------------------------------------------------

# Members that are asked for with every packet, looked up once.
_RTR: Final = QpState.RTR
_RTS: Final = QpState.RTS
_UNMARKED: Final = int(SackMark.NONE)


@unboxed(ints="qpn", bools="control_queued data_queued")
class QueuePair:
    """One end of a connection. Create it with ``Nic.create_qp``.

    Attributes:
        qpn: local queue pair number (24 bit); another after the ``reset`` of a connection.
        domain: protection domain of the regions that its peer may reach.
        state: current state.
        counters: what it counted; kept through ERROR, cleared by ``reset``.
        evs: its EV set, from INIT on.
        reverse, probing, responder: the EVs of its way back, its EV probes, its receiving half; from RTR on.
        requestor: its sending half, from RTS on.
        queues: its receives, and the completion queues that its work ends in.
        error: why it is in ERROR.
        deadline_ns, ev_probe_ns, reverse_ns: when the timers of its requestor, its EV probes and its way back fire, if
            they run.
        control_queued, data_queued: whether it is in the scheduler's queue of control, of data.
    """

    __slots__ = (
        "__weakref__",
        "_drawn",
        "_frames",
        "_init",
        "_nic",
        "_rtr",
        "_rts",
        "_seed",
        "control_queued",
        "counters",
        "data_queued",
        "deadline_ns",
        "domain",
        "error",
        "ev_probe_ns",
        "evs",
        "peer_address",
        "probing",
        "qpn",
        "queues",
        "requestor",
        "responder",
        "reverse",
        "reverse_ns",
        "state",
    )

    def __init__(
        self,
        nic: Nic,
        qpn: int,
        seed: int,
        domain: ProtectionDomain,
        *,
        capacity: QpCapacity,
        send_cq: CompletionQueue | None,
        recv_cq: CompletionQueue | None,
    ) -> None:
        self._nic = nic
        self._seed = seed
        self._drawn = 0
        self.qpn = qpn
        self.domain = domain
        self.queues = WorkQueues(
            nic.completion_queues,
            capacity,
            send_cq=send_cq,
            recv_cq=recv_cq,
            on_limit=lambda: nic.report(AsyncEventKind.SRQ_LIMIT_REACHED, self.qpn),
        )
        self._clear()

    def __repr__(self) -> str:
        return f"QueuePair(qpn={self.qpn}, state={self.state.name})"

    def reset(self) -> None:
        """Any state → RESET: forget everything, receives and completions included, and give back the shared window.

        What other queue pairs have in a shared completion queue stays there.

        If a peer could write to it, its number changes, so that no queue pair takes packets of the former connection
        that are still on their way: a PSN does not name the connection that it belongs to.

        Raises:
            QpStateError: it has been destroyed.
        """
        if self.state is QpState.DESTROYED:
            raise QpStateError(f"queue pair {self.qpn} has been destroyed; accepted: another from create_qp")
        self._end()
        self.queues.reset(self.qpn)
        if self.responder is not None:
            self.qpn = self._nic.renumber(self)
        self._clear()

    def destroyed(self) -> None:
        """Any state → DESTROYED, as ``reset`` but for good; called by ``Nic.destroy_qp``."""
        self.reset()
        self.queues.end()
        self.state = QpState.DESTROYED

    def _end(self) -> None:
        """Whatever ends a queue pair comes by here: nothing of it stays behind in the NIC."""
        if self.requestor is not None:
            self.requestor.drop()
        if self.responder is not None:
            self.responder.close()
        self._nic.release(self)

    def _clear(self) -> None:
        self.state = QpState.RESET
        self.counters = QpCounters()
        self.error: CompletionStatus | None = None
        self.evs: EvSet | None = None
        self.reverse: ReverseEvs | None = None
        self.probing: ProbeSchedule | None = None
        self.requestor: Requestor | None = None
        self.responder: Responder | None = None
        self.peer_address = b""
        self.control_queued = False
        self.data_queued = False
        self.deadline_ns: int | None = None
        self.ev_probe_ns: int | None = None
        self.reverse_ns: int | None = None
        self._init: InitAttributes | None = None
        self._rtr: RtrAttributes | None = None
        self._rts: RtsAttributes | None = None
        self._frames: QpFrames | None = None

    @property
    def ev_profile(self) -> EvProfile:
        """What its EVs were drawn from. Raises QpStateError in RESET."""
        if self._init is None:
            raise QpStateError(
                f"queue pair {self.qpn} has no EV profile in state {self.state.name}; accepted from INIT on"
            )
        return self._init.ev_profile

    # --- States -----------------------------------------------------------------------------------------------------

    def modify_to_init(self, attributes: InitAttributes) -> None:
        """RESET → INIT: draw the EV set.

        Raises:
            QpStateError: it is in another state.
            ConfigError: a plane of the profile has no port, or its floor is out of range.
            ConfigError: no EV is left.
        """
        self._need(QpState.RESET, "go to INIT")
        nic = self._nic
        ports = len(nic.config.ports)
        for plane in attributes.ev_profile.used_planes():
            if plane >= ports:
                raise ConfigError(f"planes: plane {plane} has no port; accepted: 0..{ports - 1}")
        self._init = attributes
        self.evs = EvSet(
            attributes.ev_profile,
            source=nic.config.address,
            qpn=self.qpn,
            rules=nic.config.transport.ev_rules(
                nic.config.wire.probe_skip_once,
                rate_bps=sum(nic.config.ports[plane].rate_bps for plane in attributes.ev_profile.used_planes()),
            ),
            rng=self._random(),
            events=nic.events,
            counters=self.counters,
            allowed=self._path_allowed,
        )
        self.state = QpState.INIT

    def _random(self) -> Random:
        """Another generator for a part. The one that they all follow from would take 2.5 kB, and is hardly needed."""
        seeds = Random(self._seed)
        self._drawn += 1
        return Random([seeds.getrandbits(64) for _ in range(self._drawn)][-1])

    def modify_to_rtr(self, attributes: RtrAttributes) -> None:
        """INIT → RTR: packets from the peer are accepted from now on.

        Raises:
            QpStateError: it is in another state.
            ConfigError: the peer's address is IPv4 and the NIC's own IPv6, or the other way round.
        """
        self._need(QpState.INIT, "go to RTR")
        assert self.evs is not None
        assert self._init is not None
        nic = self._nic
        own = nic.config.address
        if len(attributes.peer_address) != len(own):
            raise ConfigError(
                f"peer_address: {len(attributes.peer_address)} bytes; accepted: {len(own)}, as the NIC's own"
            )
        self._rtr = attributes
        self.peer_address = attributes.peer_address
        self._frames = QpFrames(
            nic.config.wire,
            builder=nic.builder,
            inner_addresses=nic.config.address + attributes.peer_address,
            qpn=self.qpn,
            dest_qpn=attributes.dest_qpn,
        )
        self.reverse = ReverseEvs(self.evs, self._random(), 2 * nic.config.transport.base_rtt_ns)
        self.probing = ProbeSchedule(
            self.qpn,
            self.peer_address,
            self.evs,
            self.reverse,
            prober=nic.prober,
            interval_ns=nic.config.transport.reverse_probe_interval_ns,
        )
        self.responder = Responder(
            self._frames,
            self.queues,
            nic.resources,
            limits=attributes,
            domain=self.domain if Access.REMOTE_WRITE in self._init.access else None,
            ev_format=self._init.ev_profile.template.format,
            options=nic.config.transport,
            counters=self.counters,
        )
        self.state = QpState.RTR
        nic.connected(self)

    def modify_to_rts(self, attributes: RtsAttributes) -> None:
        """RTR → RTS: writes may be posted. Raises QpStateError in another state."""
        self._need(QpState.RTR, "go to RTS")
        assert self.evs is not None
        assert self._frames is not None
        assert self._init is not None
        assert self._rtr is not None
        self._rts = attributes
        nic, init, frames = self._nic, self._init, self._frames
        if not attributes.trim_nacks:
            frames.forbid_trimming()
        # What may be in flight to the peer is shared with others of the NIC.
        destination = nic.destination(
            self.peer_address, init.cc_profile, self.evs.planes, trimming=frames.trimming, sharers=init.hint.sharers
        )
        state = SendState(
            frames,
            self.evs,
            self.queues,
            cc=destination.account(),
            limits=attributes,
            options=nic.config.transport,
            counters=self.counters,
            service_time=self._rtr.service_time,
        )
        self.requestor = Requestor(state)
        self.state = QpState.RTS

    def modify_to_error(self, reason: CompletionStatus = CompletionStatus.FLUSHED) -> None:
        """Any state → ERROR: unfinished writes complete, the oldest with ``reason``, the rest and receives FLUSHED."""
        if self.state in (QpState.ERROR, QpState.DESTROYED):
            return
        self.state = QpState.ERROR
        self.error = reason
        try:
            if self.requestor is not None:
                self.requestor.flush(reason, self._nic.now_ns)
        finally:  # a handler may raise
            self._end()
            self.queues.flush_receives(self._nic.now_ns, self.qpn)

    def on_refused(self) -> None:
        """The responder has refused what the peer asked for, and has said so."""
        assert self.responder is not None
        access = self.responder.refusal is Syndrome.NAK_REMOTE_ACCESS
        self._nic.report(AsyncEventKind.QP_ACCESS_ERR if access else AsyncEventKind.QP_REQ_ERR, self.qpn)
        self.modify_to_error()

    def query(self) -> QpReport:
        """How it is now, in any state."""
        requestor = self.requestor
        return QpReport(
            self.qpn,
            self.state,
            self.error,
            self.queues.capacity,
            self._init,
            self._rtr,
            self._rts,
            writes_posted=0 if requestor is None else requestor.posted,
            receives_posted=len(self.queues.receives),
            packets_in_flight=0 if requestor is None else requestor.flight.in_flight,
            evs_usable=0 if self.evs is None else self.evs.usable(),
        )

    def log_resent(self) -> deque[Resent]:
        """What it sends again from now on, until its next RESET. Raises QpStateError before RTS."""
        if self.requestor is None:
            raise QpStateError(
                f"queue pair {self.qpn} is in {self.state.name}; accepted: RTS to tell what it sends again"
            )
        resent = self.requestor.state.resent = deque(maxlen=MOST_RESENT)
        return resent

    def in_flight(self) -> dict[tuple[int, int] | None, int]:
        """Packets sent and not known to have arrived, by plane and uplink of their EV; None: of one that is gone."""
        found: dict[tuple[int, int] | None, int] = {}
        for packet in self.requestor.flight.records.in_order() if self.requestor is not None else ():
            entry = self.evs.get(packet.entropy) if self.evs is not None else None
            way = None if entry is None else (entry.plane, entry.uplink)
            found[way] = found.get(way, 0) + 1
        return found

    def _need(self, state: QpState, action: str) -> None:
        if self.state is not state:
            raise QpStateError(f"queue pair {self.qpn} is in {self.state.name}; accepted: {state.name} to {action}")

    def advertise_mpr(self, mpr: int) -> None:
        """From the next SACK on, let the peer send ``mpr`` · 128 PSNs ahead of the first that is missing.

        Needs dynamic MPR. A smaller window comes true as PSNs arrive: what the peer was allowed to send is taken.

        Raises:
            QpStateError: it does not receive.
            ConfigError: ``mpr`` is out of range, or the window is fixed.
        """
        if not self.receives or self.responder is None:
            raise QpStateError(
                f"queue pair {self.qpn} is in {self.state.name}; accepted: RTR or RTS to change its window"
            )
        check_range("mpr", mpr, 1, 255)
        if not self.responder.reception.mpr:
            raise ConfigError(f"mpr: the window of queue pair {self.qpn} is fixed; accepted: dynamic_mpr at both ends")
        self.responder.advertise(mpr)

    # --- Packets ----------------------------------------------------------------------------------------------------

    @property
    def receives(self) -> bool:
        """Whether packets are accepted in its state."""
        return self.state is _RTR or self.state is _RTS

    def has_control(self) -> bool:
        """Whether a SACK, NACK, ACK or reliability probe waits to be sent."""
        if self.responder is not None and len(self.responder.answers):
            return True
        return self.requestor is not None and self.requestor.probes.wanted

    @property
    def plane_mask(self) -> int:
        """Bit p: its EVs use plane p."""
        return sum(1 << plane for plane in self.evs.planes) if self.evs is not None else 0

    def close_planes(self, closed: int, now_ns: int) -> None:
        """From now on the planes of the bits of ``closed`` are closed, the others open."""
        assert self.evs is not None
        newly = closed & ~self.evs.closed & self.plane_mask
        if closed == self.evs.closed:
            return
        self.evs.close(closed, now_ns)
        if newly and self.requestor is not None:
            self.requestor.planes_closed(newly, now_ns)
            self._nic.activate(self)
        self._path_allowed()

    def _path_allowed(self) -> None:
        self._nic.wake(self)

    # --- Verbs ------------------------------------------------------------------------------------------------------

    def post_write(
        self, data: Buffer, remote_address: int, r_key: int, *, wr_id: int = 0, signalled: bool | None = None
    ) -> None:
        """RDMA write of ``data`` (0 … 2^32−1 bytes; not copied: leave it alone until it completes).

        Of no bytes, it is one packet without payload, and the peer looks neither at address nor at key (IBTA C9-88).

        In ERROR it completes at once, as FLUSHED.

        Args:
            data: the bytes.
            remote_address: where they go, in the peer's region of ``r_key``.
            r_key: 32-bit key of that region.
            wr_id: comes back in the completion.
            signalled: whether success is reported there; None for what the queue pair's ``QpCapacity`` says. An
                unsignalled write has ended when a later one of its queue pair has completed.

        Raises:
            QpStateError: the queue pair is not in RTS or ERROR.
            QueueFullError: ``max_send_wr`` writes are not completed.
            ConfigError: the length, address or key is out of range.
        """
        self._post(data, remote_address, r_key, imm=None, wr_id=wr_id, signalled=signalled)

    def post_write_imm(
        self, data: Buffer, remote_address: int, r_key: int, imm: int, *, wr_id: int = 0, signalled: bool | None = None
    ) -> None:
        """RDMA write with a 32-bit immediate, delivered after all earlier writes; the rest as ``post_write``."""
        self._post(data, remote_address, r_key, imm=imm, wr_id=wr_id, signalled=signalled)

    def _post(
        self, data: Buffer, remote_address: int, r_key: int, *, imm: int | None, wr_id: int, signalled: bool | None
    ) -> None:
        if self.state is not QpState.ERROR:
            self._need(QpState.RTS, "post a write")
        nic, queues = self._nic, self.queues
        work = write_request(
            data,
            remote_address,
            r_key,
            imm=imm,
            wr_id=wr_id,
            mtu=nic.config.transport.path_mtu,
            signalled=queues.capacity.signal_all if signalled is None else signalled,
        )
        if self.state is QpState.ERROR:
            queues.flush_write(work, nic.now_ns, self.qpn)
            return
        assert self.requestor is not None
        self.requestor.post(work, nic.now_ns)
        nic.activate(self)
        nic.arm(self)

    def post_recv(self, *, wr_id: int = 0) -> None:
        """A receive for one write with immediate, which then completes with this ``wr_id``.

        It has no buffer: the bytes of the write go where the peer says. In ERROR it completes at once, as FLUSHED.

        Raises:
            QpStateError: the queue pair is in RESET or destroyed.
            QueueFullError: ``max_recv_wr`` receives are posted, or the queue pair was made without them.
        """
        if self.state in (QpState.RESET, QpState.DESTROYED):
            raise QpStateError(f"queue pair {self.qpn} is in {self.state.name}; accepted: INIT to post a receive")
        if self.state is QpState.ERROR and self.queues.capacity.max_recv_wr is not None:
            self.queues.flush_receive(wr_id, self._nic.now_ns, self.qpn)
        else:
            self.queues.receives.post(wr_id)

    def arm_receive_limit(self, limit: int) -> None:
        """Have the NIC report, once, that fewer than ``limit`` receives are left (SRQ_LIMIT_REACHED).

        Raises:
            ConfigError: it is not in 1..max_recv_wr.
        """
        self.queues.receives.arm(limit)

    def poll_completions(self, maximum: int | None = None) -> list[Completion]:
        """Up to ``maximum`` completions (all by default), oldest first; each is returned once.

        Raises:
            ConfigError: it was given completion queues, which others may use too: poll those.
            CompletionQueueError: its queue has lost completions, and what was kept has been polled.
        """
        return self.queues.poll(maximum)

# SPDX-License-Identifier: Apache-2.0
"""The project's own NIC as a NIC under test, in virtual time. The one file of the suite that knows ``host_stack``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from typing_extensions import override

from host_stack import (
    Access,
    CcProfile,
    CompletionKind,
    CompletionStatus,
    DscpRoles,
    EvProfile,
    InitAttributes,
    MemoryRegion,
    Nic,
    NicConfig,
    PathTemplate,
    PortConfig,
    QpCapacity,
    QpStateError,
    QueuePair,
    ReceiveLimits,
    RtrAttributes,
    RtsAttributes,
    StaticPaths,
    TransportOptions,
    WireOptions,
)
from host_stack.paths.ev_source import EvSource
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion, FieldEvs
from host_stack.wire.options import EvMode, EvSplit
from ptf_tests.nic.api import (
    CLAIMS,
    Capabilities,
    Completion,
    Connection,
    NicError,
    NicUnderTest,
    Settings,
    Transmitted,
    nic_mac,
    switch_mac,
)

_START_NS = 1_000_000
"""Virtual time at the start of a case; not 0, so that a timestamp of 0 is never right by chance."""
_REGION_ADDRESS = 0x1_0000_0000
DEFAULT = Capabilities("host_stack", claims=CLAIMS)


def template_of(settings: Settings) -> PathTemplate:
    """The settings' list of paths as a template with bit masks.

    Raises:
        NicError: the paths are not bit fields of one address.
    """
    destination = {path.entropy & 0xFF_FFFF: int.from_bytes(path.destination, "big") for path in settings.paths()}
    base = destination[0]
    planes, uplinks = settings.planes, settings.paths_per_plane
    template = PathTemplate(
        base,
        tuple(base ^ destination[1 << bit + 16] for bit in range((planes - 1).bit_length())),
        tuple(base ^ destination[1 << bit] for bit in range((uplinks - 1).bit_length())),
        planes,
        uplinks,
    )
    for path in settings.paths():
        if template.expand(path.entropy).to_bytes(16, "big") != path.destination:
            raise NicError(f"host_stack: EV {path.entropy:#010x}: its path is not made of bit fields of the EV")
    return template


def field_evs_of(settings: Settings, capabilities: Capabilities) -> FieldEvs:
    """The settings' list of paths without encapsulation, as fields: a fixed prefix, the plane, the uplink."""
    short = settings.mode != "stev"
    widths = (2, 6, 8) if short else (8, 8, 16)
    prefix, mode = (0b11, EvMode.UDP) if short else (0xC0, EvMode.STEV)
    fields_ = (EvField(widths[0], prefix), *(EvField(width, mask=(1 << width) - 1) for width in widths[1:]))
    expansion = Expansion(EvFormatFields(mode, widths), fields_)
    values = [expansion.collapse(path.entropy >> 16 if short else path.entropy) for path in settings.paths()]
    split = EvSplit(capabilities.choice("ev_halves"))
    return FieldEvs(expansion, planes=settings.planes, plane_field=1, values=values, split=split)


def evs_of(settings: Settings, capabilities: Capabilities) -> EvSource:
    """What the EVs of the settings are to host_stack."""
    return template_of(settings) if settings.mode == "srv6" else field_evs_of(settings, capabilities)


def wire_options(capabilities: Capabilities) -> WireOptions:
    """host_stack's options for the choices of a profile: its enumerations have the names and words of the catalogue."""
    chosen: dict[str, Any] = {
        each.name: type(each.default)(capabilities.choice(each.name))
        for each in fields(WireOptions)
        if isinstance(each.default, Enum) and each.name != "ev_mode"  # a setting of the case
    }
    return WireOptions(udp_port=capabilities.rules.udp_port, dscp=DscpRoles(**dict(capabilities.dscp)), **chosen)


def connected_nic(settings: Settings, capabilities: Capabilities) -> tuple[Nic, QueuePair, MemoryRegion]:
    """A fresh NIC with one queue pair connected to the tester and one region."""
    timing = capabilities.timing
    transport = TransportOptions(
        path_mtu=settings.mtu,
        sack_threshold_bytes=settings.sack_threshold_bytes,
        reorder_ns=timing.reorder_ns,
        base_rtt_ns=timing.rtt_ns,
        tail_probe_ns=timing.silence_ns,
        ev_probe_interval_ns=timing.ev_probe_ns,
        ev_probe_successes=timing.ev_probe_successes,
        reverse_probe_interval_ns=timing.reverse_probe_ns,
    )
    ports = tuple(
        PortConfig(nic_mac(port).to_bytes(6, "big"), switch_mac(port).to_bytes(6, "big"))
        for port in range(settings.planes)
    )
    mode = EvMode.UDP if settings.mode == "ipv4" else EvMode(settings.mode)
    wire = replace(wire_options(capabilities), pkey=settings.pkey, ev_mode=mode)
    paths = StaticPaths({settings.peer_address: evs_of(settings, capabilities)})
    limits = ReceiveLimits(**settings.receive_limits)
    config = NicConfig("dut", settings.nic_address, ports, paths, wire, transport, receive_limits=limits)
    nic = Nic(config, seed=settings.seed)
    other = nic.create_protection_domain()
    qp = nic.create_qp(capacity=QpCapacity(max_recv_wr=settings.posted_receives))
    connect(qp, settings, capabilities)
    region = nic.register_memory(
        settings.region_bytes,
        address=_REGION_ADDRESS,
        domain=other if settings.region_of_another_domain else qp.domain,
        access=_access(settings.region_writable),
    )
    return nic, qp, region


def _access(writable: bool) -> Access:
    return Access.REMOTE_WRITE if writable else Access.LOCAL


def connect(qp: QueuePair, settings: Settings, capabilities: Capabilities) -> None:
    """Bring a queue pair from RESET to RTS, connected to the tester."""
    timing = capabilities.timing
    profile = EvProfile(
        evs_of(settings, capabilities),
        active_per_plane=settings.active_per_plane,
        backup_per_plane=settings.paths_per_plane - settings.active_per_plane,
        min_active=settings.min_active_evs,
        denied=settings.denied,
    )
    qp.modify_to_init(InitAttributes(profile, _congestion(settings), access=_access(settings.qp_writable)))
    for _ in range(settings.posted_receives or 0):
        qp.post_recv()
    qp.modify_to_rtr(
        RtrAttributes(
            settings.peer_address,
            settings.peer_qp,
            first_psn=settings.first_psn_received,
            mpr=settings.mpr,
            max_immediates=settings.max_immediates,
            service_time=settings.service_time,
            dynamic_mpr=settings.dynamic_mpr,
        )
    )
    qp.modify_to_rts(
        RtsAttributes(
            first_psn=settings.first_psn_sent,
            mpr=settings.mpr,
            max_immediates=settings.max_immediates,
            ack_timeout=timing.ack_timeout,
            linear_retries=settings.linear_retries,
            exponential_retries=settings.exponential_retries,
            dynamic_mpr=settings.dynamic_mpr,
        )
    )


def _congestion(settings: Settings) -> CcProfile:
    if settings.congestion is None:
        return CcProfile.fixed(settings.window_bytes)
    given = dict(settings.congestion)
    return CcProfile(parameters={**given, "disable_qa": bool(given.get("disable_qa", 0))})


def completions_of(qp: QueuePair) -> list[Completion]:
    """What has completed on a queue pair, in the suite's words."""
    return [
        Completion(
            "write" if done.kind is CompletionKind.WRITE else "immediate",
            done.status is CompletionStatus.SUCCESS,
            done.wr_id if done.kind is CompletionKind.WRITE else 0,
            done.length,
            done.imm,
            done.status.value,
        )
        for done in qp.poll_completions()
    ]


def counters_of(nic: Nic, qp: QueuePair) -> dict[str, int]:
    """Counters of a NIC and its queue pair, flat; those by key have the key in their name."""
    flat = dict(nic.counters)
    for name, value in qp.counters.as_dict().items():
        if isinstance(value, int):
            flat[f"qp.{name}"] = value
        else:
            flat.update({f"qp.{name}.{key:#x}": number for key, number in value.items()})
    return flat


class EmbeddedNic(NicUnderTest):
    """host_stack's NIC.

    Attributes:
        nic, qp, region: the objects themselves, made anew by `configure`.
        now_ns: virtual time.
    """

    nic: Nic
    qp: QueuePair
    region: MemoryRegion

    def __init__(self, capabilities: Capabilities = DEFAULT) -> None:
        self._capabilities = capabilities
        self._sent: list[Transmitted] = []
        self.now_ns = _START_NS
        self.configure(Settings())

    @property
    @override
    def capabilities(self) -> Capabilities:
        return self._capabilities

    @override
    def configure(self, settings: Settings) -> Connection:
        self.nic, self.qp, self.region = connected_nic(settings, self._capabilities)
        self.now_ns = _START_NS
        self._sent = []
        self._ports = (1 << settings.planes) - 1
        return Connection(self.qp.qpn, self.region.address, self.region.r_key)

    @override
    def reconnect(self, settings: Settings) -> Connection:
        self.qp.reset()
        connect(self.qp, settings, self._capabilities)
        self._pump()
        return Connection(self.qp.qpn, self.region.address, self.region.r_key)

    @override
    def withdraw_region(self) -> None:
        self.nic.deregister_memory(self.region)

    @override
    def post_write(
        self, data: bytes, remote_address: int, r_key: int, *, wr_id: int = 0, immediate: int | None = None
    ) -> None:
        try:
            if immediate is None:
                self.qp.post_write(data, remote_address, r_key, wr_id=wr_id)
            else:
                self.qp.post_write_imm(data, remote_address, r_key, immediate, wr_id=wr_id)
        except QpStateError as error:
            raise NicError(f"host_stack: cannot post a write: {error}") from None
        self._pump()

    @override
    def receive_from_network(self, port: int, frame: bytes) -> None:
        self.nic.receive(port, frame, self.now_ns)
        self._pump()

    @override
    def settle(self) -> None:
        """Nothing to do, every call runs the NIC until it has no more to send."""

    @override
    def advance(self, duration_ns: int) -> None:
        end_ns = self.now_ns + duration_ns
        while (wake_ns := self.nic.next_wakeup()) is not None and wake_ns <= end_ns:
            self.now_ns = max(self.now_ns, wake_ns)
            self._pump()
        self.now_ns = end_ns
        self._pump()

    @override
    def transmitted(self) -> list[Transmitted]:
        sent, self._sent = self._sent, []
        return sent

    @override
    def completions(self) -> list[Completion]:
        return completions_of(self.qp)

    @override
    def control_ev(self, entropy: int, *, denied: bool) -> None:
        assert self.qp.evs is not None, "configured, so past INIT"
        if denied:
            self.qp.evs.deny(entropy, self.now_ns)
        else:
            self.qp.evs.allow(entropy, self.now_ns)

    @override
    def set_port(self, port: int, *, up: bool) -> None:
        self.nic.set_carrier(port, up, self.now_ns)
        self._pump()

    @override
    def enable_port(self, port: int, *, enabled: bool) -> None:
        self.nic.set_port_enabled(port, enabled, self.now_ns)
        self._pump()

    @override
    def read_memory(self, offset: int, length: int) -> bytes:
        return self.region.read(offset, length)

    @override
    def counters(self) -> Mapping[str, int]:
        return counters_of(self.nic, self.qp)

    @override
    def close(self) -> None: ...

    def _pump(self) -> None:
        while (sent := self.nic.transmit(self._ports, self.now_ns)) is not None:
            self._sent.append(Transmitted(*sent, self.now_ns))

# SPDX-License-Identifier: Apache-2.0
"""The destinations of a NIC: one congestion control for each, which its queue pairs share (endpoint §7.1)."""

from collections.abc import Sequence

from host_stack.transport.congestion.controller import Conditions
from host_stack.transport.congestion.destination import Destination
from host_stack.transport.congestion.profile import CcProfile


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

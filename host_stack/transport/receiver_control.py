# SPDX-License-Identifier: Apache-2.0
"""Which flow control a NIC's options ask for."""

from collections.abc import Sequence

from host_stack.transport.congestion.flow_control import FlowControl, ReceiverPenalty
from host_stack.transport.congestion.incast_penalty import IncastPenalty, NoPenalty
from host_stack.transport.options import TransportOptions


def receiver_control(options: TransportOptions, rates_bps: Sequence[int]) -> FlowControl:
    """What SACKs ask of senders, of a NIC with ports of these rates."""
    if options.receiver_penalty is ReceiverPenalty.NONE:
        return NoPenalty()
    return IncastPenalty(rates_bps, base_rtt_ns=options.base_rtt_ns, target_ns=options.base_rtt_ns * 3 // 4)

# SPDX-License-Identifier: Apache-2.0
"""How a queue pair's two halves are made of what its NIC has and what its attributes say."""

from host_stack.paths.ev_set import EvSet
from host_stack.queue_pair_host import QueuePairHost
from host_stack.transport.attributes import InitAttributes, RtrAttributes, RtsAttributes
from host_stack.transport.counters import QpCounters
from host_stack.transport.memory import Access, ProtectionDomain
from host_stack.transport.qp_frames import QpFrames
from host_stack.transport.requestor import Requestor
from host_stack.transport.responder import Responder
from host_stack.transport.send_state import SendState
from host_stack.work_queues import WorkQueues


def responder_of(
    nic: QueuePairHost,
    frames: QpFrames,
    domain: ProtectionDomain,
    *,
    init: InitAttributes,
    attributes: RtrAttributes,
    queues: WorkQueues,
    counters: QpCounters,
) -> Responder:
    """The receiving half, by which peers reach the regions of ``domain`` if they may write by the queue pair."""
    return Responder(
        frames,
        nic.memory,
        domain if Access.REMOTE_WRITE in init.access else None,
        ev_format=init.ev_profile.template.format,
        limits=attributes,
        wire_options=nic.config.wire,
        options=nic.config.transport,
        counters=counters,
        completions=queues.recv_cq,
        receives=queues.receives,
        flow_control=nic.flow_control,
        ports=nic.ports,
        resources=nic.resources,
    )


def requestor_of(
    nic: QueuePairHost,
    frames: QpFrames,
    evs: EvSet,
    *,
    init: InitAttributes,
    rtr: RtrAttributes,
    attributes: RtsAttributes,
    queues: WorkQueues,
    counters: QpCounters,
) -> Requestor:
    """The sending half, which shares what may be in flight to its peer with others of the NIC."""
    if not attributes.trim_nacks:
        frames.forbid_trimming()
    destination = nic.destination(
        rtr.peer_address, init.cc_profile, evs.planes, trimming=frames.trimming, sharers=init.hint.sharers
    )
    state = SendState(
        frames,
        evs,
        cc=destination.account(),
        limits=attributes,
        options=nic.config.transport,
        counters=counters,
        completions=queues.send_cq,
        depth=queues.capacity.max_send_wr,
        service_time=rtr.service_time,
    )
    return Requestor(state)

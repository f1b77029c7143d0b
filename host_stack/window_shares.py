# SPDX-License-Identifier: Apache-2.0
"""Dynamic MPR: what a NIC can track of PSNs is shared equally by the queue pairs that can be told (endpoint §2.1)."""

from collections.abc import Iterable

from host_stack.queue_pair import QueuePair
from host_stack.transport.receive_resources import ReceiveResources
from host_stack.wire.constants import MPR_UNIT


def share_windows(queue_pairs: Iterable[QueuePair], resources: ReceiveResources) -> None:
    """Give every receiving queue pair with dynamic MPR its share, at most the window that was agreed."""
    if not resources.limits.bitmap_psns:
        return
    responders = [qp.responder for qp in queue_pairs if qp.receives and qp.responder is not None]
    dynamic = [responder for responder in responders if responder.reception.mpr]
    for responder in dynamic:
        responder.advertise(resources.share(len(dynamic), responder.most_mpr, MPR_UNIT))

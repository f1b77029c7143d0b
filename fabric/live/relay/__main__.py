# SPDX-License-Identifier: Apache-2.0
"""The process that relays the frames of a live fabric: `python -m fabric.live.relay FD`.

Started by `fabric.live.sockets`. Requests come as lines over the socket of descriptor FD
(`fabric.live.relay.messages`); when the other end closes it, the process ends.
"""

from __future__ import annotations

import gc
import selectors
import socket
import sys
from collections.abc import Sequence
from typing import assert_never

from fabric.live.answering import Answering
from fabric.live.messages import Done
from fabric.live.relay.loop import Relay
from fabric.live.relay.messages import Counted, Lay, Read, SetLoss, SetRate, SetState, read_request
from p4soft.switch.ports.base import PortError


def _answer(relay: Relay, line: bytes) -> Done | Counted:
    match read_request(line):
        case Lay() as wanted:
            relay.lay(wanted)
            gc.freeze()
        case SetState(link=link, up=up):
            relay.set_state(link, up)
        case SetLoss(link=link, there=there, back=back):
            relay.set_loss(link, there, back)
        case SetRate(link=link, rate_bps=rate_bps):
            relay.set_rate(link, rate_bps)
        case Read():
            return Counted(ends=relay.counted(), late_ns=relay.late_ns())
        case unknown:
            assert_never(unknown)
    return Done()


def main(arguments: Sequence[str]) -> None:
    """Relay until nobody wants it any more."""
    selector = selectors.EpollSelector()
    relay = Relay(selector)
    with socket.socket(fileno=int(arguments[0])) as control:
        answering = Answering(control, selector, lambda line: _answer(relay, line), (ValueError, KeyError, PortError))
        try:
            while not answering.ended:
                relay.turn()
        finally:
            relay.close()


if __name__ == "__main__":
    main(sys.argv[1:])

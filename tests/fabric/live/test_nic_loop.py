# SPDX-License-Identifier: Apache-2.0
"""What a NIC's loop tells the NIC of its ports."""

import selectors
import socket
from types import SimpleNamespace

from fabric.live.nic_loop import NicLoop
from fabric.live.scale import Clock, Scale


def test_a_carrier_that_came_before_the_loop_was_told_of_changes_is_seen():
    seen = {}
    nic = SimpleNamespace(set_carrier=lambda number, up, _now_ns: seen.update({number: up}))
    here, there = socket.socketpair()
    port = SimpleNamespace(sock=here, up=False, ended=False, close=here.close)
    port.look = lambda: setattr(port, "up", True)  # it came after the port was opened
    with there, selectors.DefaultSelector() as selector:
        loop = NicLoop(nic, Clock(Scale(1), 0), selector, signal_ns=None, hold_ns=0, saw=lambda *_: None)
        loop.open([port])
        loop.close()
    assert seen == {0: True}

# SPDX-License-Identifier: Apache-2.0
"""What a NIC's loop tells the NIC of its ports."""

import selectors
import socket
from types import SimpleNamespace

from fabric.live.nic_loop import NicLoop, SocketPort
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


def test_a_frame_that_was_given_at_a_slow_rate_is_sent_on_at_the_new_one():
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        port = SocketPort(here.detach(), rate_bps=1)
        port.idle_ns = 1_000
        port.send(bytes(100), now_ns=1_000)
        assert port.idle_ns == 1_000 + 800_000_000_000
        port.pace(8_000_000_000, now_ns=400_000_001_000)  # half of it is left, and a byte takes a nanosecond
        assert port.idle_ns == 400_000_001_000 + 50
        port.pace(1, now_ns=500_000_000_000)
        assert port.idle_ns == 400_000_001_050, "it is long idle"
        port.close()

# SPDX-License-Identifier: Apache-2.0
"""Orders to a NIC, their messages, and its loop."""

import hashlib
import selectors
import socket
from random import Random
from types import SimpleNamespace

import pytest
from fabric_kit import LAB

from fabric.errors import FabricError
from fabric.live.messages import (
    REQUESTS,
    Compare,
    Compared,
    Ended,
    Post,
    Provide,
    Provided,
    Register,
    SetPort,
    TopologySource,
    Watch,
    line_of,
    message_of,
    text_of,
)
from fabric.live.nic_loop import NicLoop, SocketPort
from fabric.live.nic_process import NicOrders
from fabric.live.processes import OrderChannel
from fabric.live.scale import Clock, Scale
from host_stack import Nic
from host_stack.provision import nic_config, open_qp
from topologies import load

# --- Orders ----------------------------------------------------------------------------------------------------------
# Orders to a NIC, over a pair of sockets: what it is told to do, and what it tells.


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield OrderChannel("nic7", ours), theirs


def post(number=0, **changed):
    fields = {"qpn": 1, "immediate": False, "file": "f", "begin": 0, "size": 1, "address": 0, "r_key": 0}
    return Post(number=number, ordered_ns=0, **(fields | changed))


def test_orders_for_which_there_is_no_room_wait_and_come_in_order(pair):
    channel, theirs = pair
    for number in range(20_000):
        channel.order(post(number))
    assert channel.waiting
    theirs.settimeout(10)
    received = b""
    while channel.waiting:
        received += theirs.recv(1 << 20)
        channel.flush()
    whole = b"".join(line_of(post(number)) for number in range(20_000))
    while len(received) < len(whole):
        received += theirs.recv(1 << 20)
    assert received == whole


def test_a_nic_that_is_gone_is_named(pair):
    channel, theirs = pair
    theirs.close()
    with pytest.raises(FabricError, match="nic7 is gone"):
        channel.read()
    with pytest.raises(FabricError, match="nic7 is gone"):
        channel.order(post())


def test_what_is_no_report_is_told_of_its_nic(pair):
    channel, theirs = pair
    theirs.sendall(b'{"kind": "nothing"}\n')
    with pytest.raises(FabricError, match="nic7 tells what is no report"):
        channel.read()


def test_a_nic_whose_reports_nobody_reads_any_more_goes_on():
    """Closed with something unread, a socket is reset at its other end."""
    ours, theirs = socket.socketpair()
    with theirs, selectors.DefaultSelector() as selector:
        NicOrders(Nic(nic_config(load(LAB), 0), 1), Clock(Scale(1), 0), theirs, selector, {})
        ours.sendall(line_of(Provide(size=100)))
        for _ in range(2):
            for key, events in selector.select(0):
                key.data(events)
            ours.close()
        assert not selector.get_map()


def test_reports_come_whole_however_they_are_cut(pair):
    channel, theirs = pair
    line = line_of(Ended(qpn=3, number=4, time_ns=5, failure=None))
    theirs.sendall(line + line[:9])
    assert [(each.qpn, each.number, each.time_ns) for each in channel.read()] == [(3, 4, 5)]
    assert channel.read() == []
    theirs.sendall(line[9:])
    assert len(channel.read()) == 1


@pytest.fixture
def obeying(pair):
    """A NIC that obeys, its queue pair, and a function that has it do something and gives what it told."""
    channel, theirs = pair
    topology = load(LAB)
    nic, selector, regions = Nic(nic_config(topology, 0), 1), selectors.SelectSelector(), {}
    orders = NicOrders(nic, Clock(Scale(1), 0), theirs, selector, regions)
    queue_pair = open_qp(topology, nic, nic_config(topology, 1).address)

    def told(*given):
        for order in given:
            channel.order(order)
        while selector.select(0):
            for key, events in selector.select(0):
                key.data(events)
        orders.tell()
        return channel.read()

    return orders, queue_pair, regions, told


def test_memory_is_provided_and_compared_where_it_is(obeying, tmp_path):
    _, _, regions, told = obeying
    (tmp_path / "sent").write_bytes(sent := Random(1).randbytes(300))
    (provided,) = told(Provide(size=100))
    assert isinstance(provided, Provided)
    region = regions[provided.r_key]
    assert (region.address, region.length) == (provided.address, 100)
    region.write(0, sent[50:150])
    same = Compare(ticket=1, r_key=provided.r_key, file=str(tmp_path / "sent"), begin=50)
    other = Compare(ticket=2, r_key=provided.r_key, file=str(tmp_path / "sent"), begin=51)
    right, wrong = told(same, other)
    assert right == Compared(ticket=1, found=None)
    assert wrong == Compared(ticket=2, found=hashlib.sha256(sent[50:150]).hexdigest())


def test_an_order_that_cannot_be_obeyed_is_refused_by_name(obeying):
    _, _, _, told = obeying
    with pytest.raises(FabricError, match=r"nic7: \[Errno 2\] No such file or directory: '/none'"):
        told(post(qpn=obeying[1].qpn, file="/none"))
    with pytest.raises(FabricError, match=r"nic7: no queue pair or region 77 here"):
        told(Watch(qpn=77))


def test_what_cannot_be_posted_has_failed(obeying, tmp_path):
    orders, queue_pair, _, told = obeying
    (tmp_path / "sent").write_bytes(b"x")
    (ended,) = told(Watch(qpn=queue_pair.qpn), post(9, qpn=queue_pair.qpn, file=str(tmp_path / "sent")))
    assert (ended.qpn, ended.number) == (queue_pair.qpn, 9)
    assert "is in INIT; accepted: RTS to post a write" in ended.failure
    assert orders.watched == {queue_pair.qpn} and len(orders.late_ns) == 1


def test_a_write_that_is_flushed_is_told_when_the_nic_is_done(obeying, tmp_path):
    _, queue_pair, _, told = obeying
    (tmp_path / "sent").write_bytes(b"x")
    queue_pair.modify_to_error()
    watch, order = Watch(qpn=queue_pair.qpn), post(5, qpn=queue_pair.qpn, file=str(tmp_path / "sent"))
    (ended,) = told(watch, order)
    assert (ended.number, ended.failure) == (5, "flushed")


# --- Messages --------------------------------------------------------------------------------------------------------
# What the processes of a live fabric tell each other: each message, and nothing else, comes back as it was.


def test_a_message_comes_back():
    said = TopologySource(file="/lab.yaml", overrides={"planes": 2, "ecmp": True})
    assert message_of(text_of(said), TopologySource) == said
    assert REQUESTS.read(line_of(SetPort(port=3, up=False))) == SetPort(port=3, up=False)


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"null", b"{}", b'{"ask":"nothing"}', b'{"ask":"register"}', b'{"ask":"register","size":0}',
        b'{"ask":"register","size":"1"}', b'{"ask":"register","size":1,"more":2}', b'{"ask":"register","size":NaN}',
        b'{"ask":"register","size":1}{}', b"\xff", b"[" * 100_000,
    ],
)  # fmt: skip
def test_anything_else_is_refused(line):
    with pytest.raises(ValueError):
        REQUESTS.read(line)
    assert REQUESTS.read(b'{"ask":"register","size":1}') == Register(size=1)


def test_a_name_that_is_no_text_is_an_error_for_people():
    with pytest.raises(FabricError, match=r"^'/l\\udcff': this name is no text; accepted: names in UTF-8$"):
        text_of(TopologySource(file="/l\udcff"))


# --- The loop --------------------------------------------------------------------------------------------------------
# What a NIC's loop tells the NIC of its ports.


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

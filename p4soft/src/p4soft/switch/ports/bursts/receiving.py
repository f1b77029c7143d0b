# SPDX-License-Identifier: Apache-2.0
"""The native function that takes a burst of messages off a socket and makes frame records of them."""

from __future__ import annotations

import ctypes

from llvmlite import ir

from p4soft.packet_socket import (
    ETH_P_8021Q,
    PACKET_AUXDATA,
    PACKET_OUTGOING,
    SOL_PACKET,
    TP_STATUS_VLAN_TPID_VALID,
    TP_STATUS_VLAN_VALID,
)
from p4soft.switch.native.frames import Frame
from p4soft.switch.native.ir_blocks import I32, I64, POINTER, Code, Variable, Word, function
from p4soft.switch.ports.bursts.messages import BURST, MAX_FRAME, Auxiliary, IoVec, LinkAddress, Message, at

MSG_DONTWAIT = 0x40
ENDED = 1 << 32
"""In the result: the other end has closed a SOCK_SEQPACKET connection."""
_TAG = 4
_SHORTEST_TAGGED = 12


def libc(module: ir.Module, name: str, arguments: int) -> ir.Function:
    """A function of the C library that takes words and addresses as words, and gives 32 bits."""
    return ir.Function(module, ir.FunctionType(I32, [I64] * arguments), name)


def emit_receive(module: ir.Module) -> None:
    """Write `receive(socket, messages, records, port, since_us, now_us)` into `module`.

    The kernel does not say when a frame came: they are taken to have come evenly between `since_us` and `now_us`, so
    that a burst does not look like a crowd to a program that measures time. The result is how many records were made,
    with `ENDED`; or an errno, negated. Frames that this machine sent itself are left out, and VLAN tags that the kernel
    took out of frames are put back.
    """
    recvmmsg = libc(module, "recvmmsg", 5)
    errno = ir.Function(module, ir.FunctionType(POINTER, []), "__errno_location")
    with function(module, "receive", I64, (I64,) * 6) as (f, arguments):
        sock, messages, records, port, since, now = arguments
        i = f.variable(0)
        with f.loop(lambda: i.get() < BURST):
            message = messages + i.get() * ctypes.sizeof(Message)
            store(f, Message, "name_length", message, f.constant(ctypes.sizeof(LinkAddress)))
            store(f, Message, "control_length", message, f.constant(ctypes.sizeof(Auxiliary)))
            i.set(i.get() + 1)
        wait = f.constant(MSG_DONTWAIT)
        got = f.call(recvmmsg, [sock, messages, f.constant(BURST), wait, f.constant(0)])
        with f.when(got.equals(0xFFFFFFFF)):
            where = Word(f, f.builder.ptrtoint(f.builder.call(errno, []), I64))
            f.ret(f.constant(0) - f.load(where, 32).resized(64))
        made, ended = f.variable(0), f.variable(0)
        i.set(0)
        with f.loop(lambda: i.get() < got.resized(64)) as loop:
            message = messages + i.get() * ctypes.sizeof(Message)
            i.set(i.get() + 1)
            length = f.variable(load(f, Message, "length", message).resized(64))
            with f.when(length.get().equals(0)):
                ended.set(ENDED)
                loop.again()
            vector = load(f, Message, "vectors", message)
            frame = f.variable(load(f, IoVec, "base", vector))
            with f.when(_is_ours(f, message)):
                loop.again()
            _restore_tag(f, message, frame, length)
            with f.when(length.get() < MAX_FRAME):  # the tag may make it too long for anybody
                record = records + made.get() * ctypes.sizeof(Frame)
                store(f, Frame, "port", record, port.resized(32))
                store(f, Frame, "length", record, length.get().resized(32))
                store(f, Frame, "data", record, frame.get())
                store(f, Frame, "now_us", record, since + (now - since) * i.get() // got.resized(64))
                made.set(made.get() + 1)
        f.ret(made.get() | ended.get())


def load(f: Code, structure: type[ctypes.Structure], field: str, address: Word) -> Word:
    """A field of a struct."""
    offset, width = at(structure, field)
    return f.load(address + offset, width)


def store(f: Code, structure: type[ctypes.Structure], field: str, address: Word, value: Word) -> None:
    """Write a field of a struct."""
    offset, width = at(structure, field)
    assert value.width == width, (structure, field)
    f.store(value, address + offset, width)


def _is_ours(f: Code, message: Word) -> Word:
    """One bit: a packet socket gave a frame that this machine sent. Other sockets give no address."""
    name = load(f, Message, "name", message)
    known = load(f, Message, "name_length", message).resized(32) >= LinkAddress.rest.offset
    return known & load(f, LinkAddress, "packet_type", name).equals(PACKET_OUTGOING)


def _restore_tag(f: Code, message: Word, frame: Variable, length: Variable) -> None:
    """Put the VLAN tag that the kernel keeps apart back behind the addresses, in the headroom before the frame."""
    auxiliary = load(f, Message, "control", message)
    given = load(f, Message, "control_length", message) >= Auxiliary.padding.offset
    ours = load(f, Auxiliary, "level", auxiliary).equals(SOL_PACKET)
    ours = ours & load(f, Auxiliary, "kind", auxiliary).equals(PACKET_AUXDATA)
    status = load(f, Auxiliary, "status", auxiliary)
    tagged = (status & TP_STATUS_VLAN_VALID).differs(0)
    with f.when(given & ours & tagged & (length.get() >= _SHORTEST_TAGGED)):
        start = frame.get()
        for offset, width in ((0, 64), (8, 32)):
            f.store(f.load(start + offset, width), start + offset - _TAG, width)
        named = (status & TP_STATUS_VLAN_TPID_VALID).differs(0)
        tpid = named.choose(load(f, Auxiliary, "vlan_tpid", auxiliary), f.constant(ETH_P_8021Q, 16))
        for offset, value in ((12, tpid), (14, load(f, Auxiliary, "vlan_tci", auxiliary))):
            f.store((value << 8) | (value >> 8), start + offset - _TAG, 16)  # in network order
        frame.set(start - _TAG)
        length.set(length.get() + _TAG)

# SPDX-License-Identifier: Apache-2.0
"""Memory in which a step too far ends the process, and switches that live in it."""

from __future__ import annotations

import ctypes
import mmap

from p4soft.switch.native.memory import Block, Memory


class GuardedMemory(Memory):
    """Every block ends where a page begins that nobody may touch; freed ones become such pages altogether."""

    def __init__(self):
        self.blocks = {}
        self.freed = []

    def allocate(self, size, what):
        del what
        pages = -(-size // mmap.PAGESIZE)
        mapping = mmap.mmap(-1, (pages + 2) * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        start = ctypes.addressof(ctypes.c_char.from_buffer(mapping))
        end = start + (pages + 1) * mmap.PAGESIZE
        forbid(start, mmap.PAGESIZE)
        forbid(end, mmap.PAGESIZE)
        self.blocks[end - size] = (mapping, start, len(mapping))
        return Block(end - size, size)

    def free(self, block):
        mapping, start, size = self.blocks.pop(block.address)
        forbid(start, size)
        self.freed.append(mapping)


def forbid(address, size):
    """Whoever touches these pages from now on crashes."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    assert libc.mprotect(address, size, 0) == 0, ctypes.get_errno()


class GuardedFrames:
    """Frames into a switch's machine code from memory that ends with them, out of it into no more than they need.

    The switch was made while `native.storage.new_memory` was GuardedMemory, so that its state is guarded too.
    """

    def __init__(self, switch, longest=10_000):
        from p4soft.switch.native.burst import Frame, Out, Sent

        self.switch = switch
        self._frame, self._memory, self._sent = Frame, GuardedMemory(), Sent
        self._in = self._memory.allocate(longest, "frames in")
        self._out_bytes = self._memory.allocate(longest + switch._fast.engine.headers, "frames out")
        self._records = self._memory.allocate(ctypes.sizeof(Sent), "records")
        self._out = Out(self._records.address, 1, 0, 0, 0, 0)

    def receive(self, port, frame, now_us):
        """As SimpleSwitch.receive."""
        fast, out, end = self.switch._fast, self._out, self._in.address + self._in.size
        ctypes.memmove(end - len(frame), frame, len(frame))
        item = self._frame(port, len(frame), end - len(frame), now_us)
        room = len(frame) + fast.engine.headers
        out.bytes = self._out_bytes.address + self._out_bytes.size - room
        out.size, out.count, out.used = room, 0, 0
        self.switch._out = []
        done = 0
        while not done:
            taken, reason = fast.step(1, ctypes.addressof(item), ctypes.addressof(out))
            done += taken
            if out.count:
                sent = self._sent.from_address(self._records.address)
                fast.plane.emit(sent.port, sent.priority, ctypes.string_at(out.bytes + sent.offset, sent.length))
            if reason.name == "DUE":
                fast.plane.drain(now_us)
                fast.plan()
            elif reason.name != "DONE":
                assert reason.name != "FULL"
                fast.finish(reason)
        return self.switch._out

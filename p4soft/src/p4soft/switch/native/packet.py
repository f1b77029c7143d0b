# SPDX-License-Identifier: Apache-2.0
"""One packet as native code keeps it, which is a list of slots to everybody else."""

from __future__ import annotations

import ctypes
from typing import Any, SupportsIndex

from p4soft.switch.codegen.layout import CLONE_BY, FRAME, SPEC_BY
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER, NativeLayout


class NativePacket(list[Any]):
    """A packet's struct, read and written by slot as `codegen.layout.Packet` is; slots that only Python has beside it.

    Attributes:
        address: where the struct is; it stays while this object lives.
    """

    __slots__ = ("_anchor", "_cells", "_frame", "_image", "_marks", "address", "native")

    def __init__(self, native: NativeLayout, image: bytearray, frame: bytes, marks: list[Any]) -> None:
        super().__init__()
        self.native = native
        self._cells = native.cells
        self._image = image
        self._anchor = (ctypes.c_char * len(image)).from_buffer(image)
        self.address = ctypes.addressof(self._anchor)
        self._marks = marks
        self._set_frame(frame)

    @classmethod
    def template(cls, native: NativeLayout) -> NativePacket:
        """What a packet is before it arrives."""
        return cls(native, bytearray(native.template()), b"", [None] * (CLONE_BY + 1 - SPEC_BY))

    @classmethod
    def at(cls, native: NativeLayout, address: int) -> NativePacket:
        """A copy of the packet whose struct is at an address, frame and all."""
        image = bytearray(ctypes.string_at(address, native.size))
        pointer = int.from_bytes(image[FRAME_POINTER : FRAME_POINTER + 8], "little")
        length = int.from_bytes(image[FRAME_LENGTH : FRAME_LENGTH + 8], "little")
        return cls(native, image, ctypes.string_at(pointer, length), [None] * (CLONE_BY + 1 - SPEC_BY))

    @classmethod
    def of(cls, native: NativeLayout, slots: list[Any]) -> NativePacket:
        """A packet from a list of all its slots."""
        packet = cls.template(native)
        for slot, value in enumerate(slots):
            packet[slot] = value
        return packet

    def slots(self) -> list[Any]:
        """The list of all its slots."""
        return [self[slot] for slot in range(len(self._cells))]

    def _set_frame(self, frame: bytes) -> None:
        self._frame = frame
        pointer = ctypes.cast(ctypes.c_char_p(frame), ctypes.c_void_p).value or 0
        self._image[FRAME_POINTER : FRAME_POINTER + 8] = pointer.to_bytes(8, "little")
        self._image[FRAME_LENGTH : FRAME_LENGTH + 8] = len(frame).to_bytes(8, "little")

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, key: SupportsIndex | slice) -> Any:  # noqa: ANN401  as a list of anything
        if isinstance(key, slice):
            if key == slice(None):
                return NativePacket(self.native, bytearray(self._image), self._frame, self._marks[:])
            return [self[i] for i in range(*key.indices(len(self)))]
        slot = key.__index__()
        cell = self._cells[slot]
        if cell is not None:
            return int.from_bytes(self._image[cell.offset : cell.offset + cell.size], "little", signed=cell.signed)
        return self._frame if slot == FRAME else self._marks[slot - SPEC_BY]

    def __setitem__(self, key: SupportsIndex | slice, value: Any) -> None:  # noqa: ANN401  as a list of anything
        if isinstance(key, slice):
            for slot, item in zip(range(*key.indices(len(self))), value, strict=True):
                self[slot] = item
            return
        slot = key.__index__()
        cell = self._cells[slot]
        if cell is not None:
            cut = value & ((1 << cell.width) - 1)
            if cell.signed and cut >> (cell.width - 1):
                cut -= 1 << cell.width
            self._image[cell.offset : cell.offset + cell.size] = cut.to_bytes(cell.size, "little", signed=cell.signed)
        elif slot == FRAME:
            self._set_frame(value)
        else:
            self._marks[slot - SPEC_BY] = value

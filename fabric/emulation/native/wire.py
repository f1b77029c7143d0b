# SPDX-License-Identifier: Apache-2.0
"""One direction of a link in native memory, as Python sees and changes it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fabric.emulation.links import LIMIT_BYTES
from fabric.emulation.native.loop import NativeLoop
from fabric.emulation.native.machine import machine
from fabric.emulation.native.words import Nic, Wire
from fabric.emulation.parts import Lost, Tap


class NativeWire:
    """Number `number` of the directions; its attributes are those of `links.Direction`."""

    __slots__ = ("_base", "_free", "_loop", "_loses", "_loss", "_rng", "_tap", "_view", "name", "number", "on_idle")

    def __init__(self, loop: NativeLoop, number: int, name: str, *, seed: str) -> None:
        self._loop = loop
        self._view = loop.memory.wires.view
        self._base = Wire.WORDS * number
        self._rng = Random(f"{seed}/{name}")
        self._loss = 0.0
        self._loses: Callable[[bytes], bool] | None = None
        self._tap: Tap | None = None
        self._free: tuple[int, int] | None = None  # which mask of free ports, and which bit of it
        self.name = name
        self.number = number
        self.on_idle: Callable[[], None] | None = None
        self._set(Wire.UP, 1)
        self._set(Wire.LIMIT, LIMIT_BYTES)

    def _get(self, word: int) -> int:
        return self._view[self._base + word]

    def _set(self, word: int, value: int) -> None:
        self._view[self._base + word] = value

    # --- How it is joined -------------------------------------------------------------------------------------------

    def set_line(self, rate_bps: int, delay_ns: int) -> None:
        """Its rate (bits/s) and propagation delay (ns)."""
        self._set(Wire.RATE, rate_bps)
        self._set(Wire.DELAY, delay_ns)

    def end_at_nic(self, nic: int, port: int) -> None:
        """Frames arrive at a NIC, by its number."""
        self._set(Wire.SINK_IS_NIC, 1)
        self._set(Wire.SINK, nic)
        self._set(Wire.SINK_PORT, port)

    def end_at_switch(self, switch: int, port: int) -> None:
        """Frames arrive at a switch, by its number."""
        self._set(Wire.SINK, switch)
        self._set(Wire.SINK_PORT, port)

    def begin_at_nic(self, nic: int, port: int, on_idle: Callable[[], None]) -> None:
        """A NIC sends on it, and is asked for a frame when it is idle."""
        memory = self._loop.memory
        self._set(Wire.SENDER, nic + 1)
        self._set(Wire.SENDER_FREE, memory.nics.address + 8 * (Nic.WORDS * nic + Nic.FREE))
        self._set(Wire.SENDER_BIT, 1 << port)
        self._free = (Nic.WORDS * nic + Nic.FREE, 1 << port)
        self._set_free(True)
        self.on_idle = on_idle

    def _set_free(self, free: bool) -> None:
        if self._free is not None:
            view, (word, bit) = self._loop.memory.nics.view, self._free
            view[word] = view[word] | bit if free else view[word] & ~bit

    # --- What it counts ---------------------------------------------------------------------------------------------

    @property
    def rate_bps(self) -> int:
        """Its rate in bits/s."""
        return self._get(Wire.RATE)

    @property
    def queued_bytes(self) -> int:
        """Bytes of frames that wait."""
        return self._get(Wire.QUEUED)

    @property
    def peak_bytes(self) -> int:
        """The most since it was last set."""
        return self._get(Wire.PEAK)

    @peak_bytes.setter
    def peak_bytes(self, value: int) -> None:
        self._set(Wire.PEAK, value)

    @property
    def sent_frames(self) -> int:
        """Frames put on the wire."""
        return self._get(Wire.SENT_FRAMES)

    @property
    def sent_bytes(self) -> int:
        """Bytes of the frames put on the wire."""
        return self._get(Wire.SENT_BYTES)

    @property
    def delivered_frames(self) -> int:
        """Frames that reached the other end."""
        return self._get(Wire.DELIVERED_FRAMES)

    @property
    def delivered_bytes(self) -> int:
        """Bytes of the frames that reached the other end."""
        return self._get(Wire.DELIVERED_BYTES)

    @property
    def lost_random(self) -> int:
        """Frames lost to `loss` or `loses`."""
        return self._get(Wire.LOST_RANDOM)

    @property
    def lost_down(self) -> int:
        """Frames lost to a link that was or went down."""
        return self._get(Wire.LOST_DOWN)

    @property
    def lost_overflow(self) -> int:
        """Frames lost to a full queue."""
        return self._get(Wire.LOST_OVERFLOW)

    @property
    def trims(self) -> int:
        """Frames a switch shortened before queueing them here."""
        return self._get(Wire.TRIMS)

    # --- What changes it --------------------------------------------------------------------------------------------

    @property
    def on_lost(self) -> Lost | None:
        """Who is told of frames that are sent while it is down."""
        return self._loop.lost.get(self.number)

    @on_lost.setter
    def on_lost(self, told: Lost | None) -> None:
        if told is None:
            self._loop.lost.pop(self.number, None)
        else:
            self._loop.lost[self.number] = told

    @property
    def tap(self) -> Tap | None:
        """Who sees each frame leave."""
        return self._tap

    @tap.setter
    def tap(self, tap: Tap | None) -> None:
        self._tap = tap
        if tap is not None:
            self._loop.taps[self.number] = tap
        self._set(Wire.TAPPED, int(tap is not None))

    @property
    def loss(self) -> float:
        """Probability 0..1 that a frame is lost on the wire."""
        return self._loss

    @loss.setter
    def loss(self, probability: float) -> None:
        self._loss = probability
        self._be_asked()

    @property
    def loses(self) -> Callable[[bytes], bool] | None:
        """Says of a frame whether it is lost for what is in it."""
        return self._loses

    @loses.setter
    def loses(self, loses: Callable[[bytes], bool] | None) -> None:
        self._loses = loses
        self._be_asked()

    def _be_asked(self) -> None:
        """About each frame, while there is a reason."""
        self._loop.losses[self.number] = self._is_lost
        self._set(Wire.LOSSY, int(self._loss != 0 or self._loses is not None))

    def _is_lost(self, address: int) -> bool:
        if self._loss and self._rng.random() < self._loss:
            return True
        return self._loses is not None and self._loses(self._loop.memory.frame(address))

    @property
    def up(self) -> bool:
        """Whether the link is up."""
        return self._get(Wire.UP) != 0

    @property
    def busy(self) -> bool:
        """Whether a frame is on its way out."""
        return self._get(Wire.BUSY) != 0

    def set_rate(self, rate_bps: int) -> None:
        """Change the rate (bits/s); the frame being sent keeps its old one."""
        self._set(Wire.RATE, rate_bps)
        self._set(Wire.REMAINDER, 0)

    def set_state(self, up: bool) -> None:
        """Bring the direction up or down. Going down loses what is queued and what is on the wire."""
        if up == self.up:
            return
        self._set(Wire.UP, int(up))
        self._set_free(up)
        if up:
            if self.on_idle is not None:
                self.on_idle()
            return
        self._set(Wire.EPOCH, self._get(Wire.EPOCH) + 1)
        machine().lose_queued(self._loop.memory.core.address, self.number)
        self._set(Wire.REMAINDER, 0)
        self._set(Wire.BUSY, 0)

# SPDX-License-Identifier: Apache-2.0
"""The device under test as cases see it. What drives one is in `ptf_tests/dut/`, which knows this and not the reverse.

*Device* means this everywhere in the suite: the switch (or NIC) that is judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ptf_tests.switch.counters import Cell, Count
from ptf_tests.switch.settings import Setting

PORTS = (0, 1, 2, 3)
"""Ports of every device under test."""


class DeviceError(Exception):
    """The device cannot be brought up, does not answer, or refuses; the message is complete and meant for people."""


class DeviceGoneError(DeviceError):
    """Nothing can be told to the device, or asked of it, any more: a run ends here, for the rest cannot be judged.

    No answer, no interface, a command of its owner that fails. A device that refuses one thing is a `DeviceError`.
    """


class DeviceUnderTest(Protocol):
    """A device as cases see it.

    Every method raises DeviceError when the device refuses, and DeviceGoneError when it does not answer.
    """

    name: str

    def capabilities(self) -> frozenset[str]:
        """The profile claims (ptf_tests/catalogue/claims.py) that the suite can show on this kind of device."""

    def reset(self) -> None:
        """Empty configuration, empty queues, nothing blocked."""

    def configure(self, settings: Sequence[Setting]) -> None:
        """Make the device's configuration exactly `settings`; what is unchanged is left alone."""

    def block(self, port: int, queue: int) -> None:
        """From now on the queue admits nothing, or is so full that nothing fits; before or after `configure`."""

    def unblock(self, port: int, queue: int) -> None:
        """The queue drains and admits again."""

    def send(self, port: int, frame: bytes) -> None:
        """Send a frame into `port`."""

    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame out of `port`, or None after `timeout_s` seconds without one."""

    def flush(self) -> None:
        """Forget frames that came out and nobody received."""

    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """Every counter this device has of these ports, by the names of docs/pipeline.md (last component)."""

    def hits(self, setting: Setting) -> Count | None:
        """How many packets matched a SID, route or ACL rule of the configuration; None if it does not count them."""

    def trace(self) -> list[str]:
        """What the device says it did since the last call, line by line; empty if it does not tell."""

    def close(self) -> None:
        """Disconnect; the device stays up. Idempotent."""

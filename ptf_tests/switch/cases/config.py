# SPDX-License-Identifier: GPL-2.0-only
"""Trimming values that are accepted, and those that are refused (sonic-mgmt test_trimming_configuration, swss)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ptf_tests.switch.case import DEADLINE_S, HOST, IN, OUT
from ptf_tests.switch.congestion import TrimTest
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.settings import Setting, Trimming, merged


class TrimmingValues(TrimTest):
    """Trimming with one DSCP for all ports and a configured queue.

    Attributes:
        values_in_force: size, DSCP and queue of trimmed copies.
    """

    values_in_force: tuple[int, int, int] = (256, 12, 6)
    dscp_mode = "symmetric"

    def trimming(self) -> list[Setting]:
        """The values in force."""
        size, dscp, queue = self.values_in_force
        return [self.trimming_of(size, dscp, queue)]

    def trimming_of(self, size: int, dscp: int, queue: int) -> Trimming:
        """Trimming with these values, the length as the profile chose."""
        return replace(self.chosen_trimming(), size=size, dscp=dscp, queue=queue)

    def in_force(self) -> None:
        """Frames to a fabric-facing and a host-facing port are trimmed with the values in force."""
        size, dscp, queue = self.values_in_force
        for port in (OUT, HOST):
            frame = self.frame(port=port, length=size + 246)
            copy = self.copy(frame, port, size=size, dscp=dscp)
            self.check([frame], {port: [copy]}, self.trims_count(port=port, trim_queue=queue))


class _Accepted(TrimmingValues):
    def runTest(self) -> None:
        """On two ports."""
        self.in_force()


class Accepted300(_Accepted):
    """Size 300, DSCP 32, queue 5 are accepted, and trimmed copies have them."""

    requirements: ClassVar = ("CFG-001",)

    values_in_force = (300, 32, 5)


class Accepted256(_Accepted):
    """Size 256, DSCP 0, queue 0 are accepted, and trimmed copies have them."""

    requirements: ClassVar = ("CFG-001",)

    values_in_force = (256, 0, 0)


class Accepted4084(_Accepted):
    """Size 4084, DSCP 63, queue 7 are accepted, and trimmed copies have them."""

    requirements: ClassVar = ("CFG-001",)

    values_in_force = (4084, 63, 7)


class EveryDscpAccepted(TrimmingValues):
    """Any DSCP from 0 to 63 is accepted as that of trimmed copies, and they have it."""

    requirements: ClassVar = ("CFG-002",)

    def runTest(self) -> None:
        """One after the other; the copy is awaited before the next change."""
        size, queue = self.values.trim_size, self.values.trim_queue
        for dscp in range(64):
            self.configure(self.trimming_of(size, dscp, queue))
            frame = self.frame(dscp)
            self.send(IN, frame)
            self.assertEqual(self.device.receive(OUT, DEADLINE_S), self.copy(frame, size=size, dscp=dscp), f"{dscp}")
        self.assertFalse(any(self.collect(IN).values()), "one copy of each")


class RefusedTest(TrimmingValues):
    """Trimming is configured; each case offers other values."""

    def refuses(self, size: int, dscp: int, queue: int) -> None:
        """The device does not take this configuration."""
        offered = merged(self._settings, [self.trimming_of(size, dscp, queue)])
        with self.assertRaises(DeviceError, msg=f"size {size}, DSCP {dscp}, queue {queue}: accepted"):
            self.device.configure(offered)


class RefusedDscp(RefusedTest):
    """A trim DSCP that has no room in 6 bits is refused."""

    requirements: ClassVar = ("CFG-003",)

    def runTest(self) -> None:
        """64, 100, 256 + 12."""
        for dscp in (64, 100, 268):
            self.refuses(256, dscp, 6)


class RefusedQueue(RefusedTest):
    """A trim queue that no port has is refused."""

    requirements: ClassVar = ("CFG-004",)

    def runTest(self) -> None:
        """20, and 256 + 6."""
        for queue in (20, 262):
            self.refuses(256, 12, queue)


class RefusedSize(RefusedTest):
    """A trim size that has no room in 32 bits is refused."""

    requirements: ClassVar = ("CFG-005",)

    def runTest(self) -> None:
        """2^32, 2^32 + 256 and 2^40."""
        for size in (1 << 32, (1 << 32) + 256, 1 << 40):
            self.refuses(size, 12, 6)


class RefusedLeavesTheOld(RefusedTest):
    """After each refusal the configuration before it is in force, all of it."""

    requirements: ClassVar = ("CFG-006",)

    def runTest(self) -> None:
        """Bad DSCP, bad queue, bad size; each comes with other values that would be good."""
        for size, dscp, queue in ((300, 64, 5), (300, 32, 20), (1 << 32, 32, 5)):
            self.refuses(size, dscp, queue)
            self.in_force()


class RefusedThenAccepted(RefusedTest):
    """A refusal does not stand in the way of what comes next."""

    requirements: ClassVar = ("CFG-006", "CFG-008")

    def runTest(self) -> None:
        """A bad DSCP, then a good one."""
        self.refuses(256, 64, 6)
        self.values_in_force = (256, 33, 5)
        self.configure(*self.trimming())
        self.in_force()

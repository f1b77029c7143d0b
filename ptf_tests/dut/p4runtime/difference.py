# SPDX-License-Identifier: Apache-2.0
"""Devices that run `p4src/` and are configured by difference: entries that are there already are not written again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from typing_extensions import override

from p4soft.table_entries import EntryKey, TableEntry
from ptf_tests.dut.p4runtime.translation import translate
from ptf_tests.switch.device import DeviceError, DeviceUnderTest
from ptf_tests.switch.settings import Setting, SettingError


class ByDifference(DeviceUnderTest, ABC):
    """What such a device is configured with, and the entries that stand for it."""

    name: str

    def __init__(self, ports: Sequence[int]) -> None:
        """Nothing is configured yet. `ports`: of the device, for settings that are switch-wide."""
        self._ports = tuple(ports)
        self._settings: tuple[Setting, ...] = ()
        self._blocked: set[tuple[int, int]] = set()
        self._installed: dict[EntryKey, TableEntry] = {}

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        """Insert, modify and delete what differs. Raises DeviceError."""
        self._settings = tuple(settings)
        self._apply()

    @override
    def block(self, port: int, queue: int) -> None:
        """Give the queue rate 0, which admits nothing."""
        self._blocked.add((port, queue))
        self._apply()

    @override
    def unblock(self, port: int, queue: int) -> None:
        """Give the queue its profile's rate."""
        self._blocked.discard((port, queue))
        self._apply()

    @abstractmethod
    def _write(
        self, deleted: Sequence[TableEntry], modified: Sequence[TableEntry], inserted: Sequence[TableEntry]
    ) -> None:
        """Change the device's tables, in this order. Raises DeviceError."""

    def _forget(self) -> None:
        """The device is empty."""
        self._settings, self._installed = (), {}
        self._blocked.clear()

    def _apply(self) -> None:
        try:
            wanted = {entry.key: entry for entry in translate(self._settings, self._ports, self._blocked)}
        except SettingError as error:
            raise DeviceError(f"{self.name}: {error}") from None
        there = self._installed
        self._write(
            [entry for key, entry in there.items() if key not in wanted],
            [entry for key, entry in wanted.items() if key in there and there[key] != entry],
            [entry for key, entry in wanted.items() if key not in there],
        )
        self._installed = wanted

# SPDX-License-Identifier: GPL-2.0-only
"""PTF platform: ports are whatever `p4soft.targets.links` opens, so cases run over veths and over unix sockets.

PTF loads this file by path (`--platform-dir`, `--platform attached`) and calls `platform_config_update`, before it has
opened its data plane and before it loads the cases.
"""

from __future__ import annotations

import os
import time
from typing import Any

from p4soft.targets.links import AttachError, open_attachment
from ptf_tests.run.ptf_runner import end_on_exceptions, end_run, open_session
from ptf_tests.switch.case import use_later


class AttachedPort:
    """One port, with the interface PTF's DataPlane expects of a port class.

    Attributes:
        lost: why nothing comes out of it any more; empty as long as something may.
    """

    def __init__(self, spec: str, device_number: int, port_number: int, config: dict[str, Any] | None = None) -> None:
        del config
        self._device_number = device_number
        self._port_number = port_number
        self._never_readable = -1
        self.lost = ""
        try:
            self._socket = open_attachment(spec)
        except AttachError as error:
            end_run(f"port {port_number}: {error}")

    def fileno(self) -> int:
        """File descriptor for PTF's select loop; of a port that is lost, one that never has anything."""
        return self._never_readable if self.lost else self._socket.fileno()

    def get_packet_source(self) -> AttachedPort:
        """What PTF selects on."""
        return self

    def recv(self) -> tuple[int, int, bytes, float] | None:
        """(device, port, frame, wall-clock time) of the next frame, or None when there is none after all."""
        try:
            frame = self._socket.recv(time.monotonic())
        except AttachError as error:  # PTF's thread would end of it, and every port with it
            self._never_readable = os.eventfd(0)
            self.lost = str(error)
            return None
        return None if frame is None else (self._device_number, self._port_number, frame, time.time())

    def send(self, packet: bytes) -> int:
        self._socket.send(bytes(packet))
        return len(packet)

    def close(self) -> None:
        self._socket.close()

    def down(self) -> None:
        """Ports of a started switch stay up for the whole run."""

    def up(self) -> None:
        """Ports of a started switch stay up for the whole run."""

    def mac(self) -> str:
        """PTF asks for a MAC address; no case uses it."""
        return "00:00:00:00:00:00"


def platform_config_update(config: dict[str, Any]) -> None:
    """Give PTF the port map from `--interface DEVICE-PORT@SPEC` and the port class, and the cases their session."""
    config["port_map"] = {(device, port): spec for device, port, spec in config["interfaces"]}
    config["dataplane"] = {"portclass": AttachedPort}
    end_on_exceptions()
    use_later(open_session)

# SPDX-License-Identifier: GPL-2.0-only
"""PTF platform: ports are whatever `targets.attach` opens, so the same cases run over veths and over unix sockets.

PTF loads this file by path (`--platform-dir`, `--platform attached`) and calls `platform_config_update`, before it has
opened its data plane and before it loads the cases.
"""

from __future__ import annotations

import time
from typing import Any

from ptf_tests.run.ptf_process import open_session
from ptf_tests.switch.session import use_later
from targets.attach import PortSocket, open_attachment


class AttachedPort:
    """One port, with the interface PTF's DataPlane expects of a port class."""

    def __init__(self, spec: str, device_number: int, port_number: int, config: dict[str, Any] | None = None) -> None:
        del config
        self._device_number = device_number
        self._port_number = port_number
        self._socket: PortSocket = open_attachment(spec)

    def fileno(self) -> int:
        """File descriptor for PTF's select loop."""
        return self._socket.fileno()

    def get_packet_source(self) -> AttachedPort:
        """What PTF selects on."""
        return self

    def recv(self) -> tuple[int, int, bytes, float] | None:
        """(device, port, frame, wall-clock time) of the next frame, or None when there is none after all."""
        frame = self._socket.recv(time.monotonic())
        return None if frame is None else (self._device_number, self._port_number, frame, time.time())

    def send(self, packet: bytes) -> int:
        """Send one frame; returns its length."""
        self._socket.send(bytes(packet))
        return len(packet)

    def close(self) -> None:
        """Let another tester have the port."""
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
    use_later(open_session)

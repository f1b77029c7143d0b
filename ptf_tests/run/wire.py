# SPDX-License-Identifier: GPL-2.0-only
"""The wire as PTF has it: frames through its data plane."""

from __future__ import annotations

import time

import ptf


class PtfWire:
    """Ports of PTF's device 0."""

    def send(self, port: int, frame: bytes) -> None:
        """Put a frame on the wire."""
        ptf.dataplane_instance.send(0, port, frame)

    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame of a port, or None."""
        plane = ptf.dataplane_instance
        deadline = time.monotonic() + timeout_s
        result = plane.poll(device_number=0, port_number=port, timeout=max(0.0, deadline - time.monotonic()))
        return bytes(result.packet) if isinstance(result, plane.PollSuccess) else None

    def flush(self) -> None:
        """Forget what is waiting."""
        ptf.dataplane_instance.flush()

    def open_log(self, case: str) -> None:
        """Let PTF's log and capture go to files of this case."""
        ptf.open_logfile(case)

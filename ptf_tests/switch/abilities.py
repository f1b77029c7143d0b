# SPDX-License-Identifier: Apache-2.0
"""What some devices can be told besides being configured: ports down and up, time, a restart, details of P4Runtime.

A device that can has the methods; a case that needs them is skipped, with the reason, on one that has not.
"""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

from ptf_tests.switch.settings import Setting

Verb = Literal["insert", "modify", "delete"]
"""Types of update of a P4Runtime Write."""


@runtime_checkable
class PortAdmin(Protocol):
    """Ports can be taken down and up (claims `config.port_admin`, `trimming.port_admin`)."""

    def set_port(self, port: int, *, up: bool) -> None:
        """Take a port up or down; returns once it is. The tester's end stays open. Raises DeviceError."""


@runtime_checkable
class Clock(Protocol):
    """The device's time is the suite's to set: hours pass in no time."""

    def pass_time(self, microseconds: int) -> None:
        """Nothing happens on any port for so long."""


@runtime_checkable
class Restart(Protocol):
    """The device can be restarted (claims `config.persistence`, `trimming.persistence`)."""

    def restart(self) -> None:
        """Save the configuration, restart, and return once it forwards again. Raises DeviceError."""


@runtime_checkable
class P4RuntimeServer(Protocol):
    """The device is a P4Runtime server (claim `config.p4runtime`)."""

    def differences(self) -> list[str]:
        """How a wildcard read differs from what was written, one line per entry; empty if it does not."""

    def refusal(self, verb: Verb, setting: Setting) -> str:
        """Send one update for the setting's first entry; what the server refused it with, or "" if it took it."""

    def controller_leaves(self) -> None:
        """Close the stream and the connection: nobody is primary then. Frames can still be sent and received."""

    def controller_returns(self) -> None:
        """Connect and become primary again; nothing is written."""

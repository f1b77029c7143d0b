# SPDX-License-Identifier: Apache-2.0
"""A device under test in two parts: a bench that brings it up, and the device as cases see it.

The bench runs in the process of the command, for PTF wants its interfaces before it starts; the device is opened in
PTF's process, from the `DeviceSpec` that the bench hands over (a JSON file).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from ipaddress import IPv6Address
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from pydantic import Field
from typing_extensions import override

from common.model import Model
from ptf_tests.switch.device import DeviceUnderTest

TRACE = "switch-trace.txt"
"""File in the working directory of a bench, for a device that tells what it does."""


class DeviceSpec(Model):
    """How to reach a device that is up. Fields a kind has no use for stay at their defaults.

    Attributes:
        kind: `p4runtime`, `external`, or what runs here, such as `linux`: which class drives it.
        name: for messages.
        address: host:port of a P4Runtime server.
        device_id: of P4Runtime.
        election_id: of P4Runtime.
        p4info: P4Info text file.
        json_file: BMv2 JSON file.
        trace: file the device writes its trace into as JSON lines, or None.
        options: what else the driver of this kind needs, by name.
    """

    kind: str
    name: str
    address: str = ""
    device_id: int = 0
    election_id: int = 1
    p4info: Path | None = None
    json_file: Path | None = None
    trace: Path | None = None
    options: dict[str, str] = Field(default_factory=dict)


class Wire(Protocol):
    """Frames to and from the ports of a device."""

    def send(self, port: int, frame: bytes) -> None: ...

    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame that came out of `port`, waiting for at most so long; None when there was none."""

    def flush(self) -> None:
        """Forget everything that came out and was not received."""


class OverWire(DeviceUnderTest):
    """A device whose frames go over a wire; it tells nothing and holds nothing open unless its class does."""

    _wire: Wire

    @override
    def send(self, port: int, frame: bytes) -> None:
        self._wire.send(port, frame)

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        return self._wire.receive(port, timeout_s)

    @override
    def flush(self) -> None:
        self._wire.flush()

    @override
    def close(self) -> None:
        pass


class Attached(Struct, frozen=True):
    """A device that is up.

    Attributes:
        spec: how to drive it.
        attachments: port to what a tester opens: an interface's name or `unix:/path`.
        versions: of the programs involved, by name, for the report.
    """

    spec: DeviceSpec
    attachments: Mapping[int, str]
    versions: Mapping[str, str]


class Bench(Protocol):
    @property
    def kind(self) -> str:
        """Name of the kind of device, as `DUT=` has it."""

    def unavailable(self) -> str | None:
        """Why it cannot run here and how to enable it, or None."""

    def traced(self) -> Bench | None:
        """The same, for a device that tells what it does with each frame; None: it tells nothing."""
        return None

    def start(self, workdir: Path) -> AbstractContextManager[Attached]:
        """Bring it up with the suite's ports; on exit nothing is left behind. Raises DeviceError."""


# --- Addresses of the links to the suite, for devices that route to addresses ----------------------------------------
# No case uses these ranges: fdad:0:ffff::/48 (RFC 4193) and 198.18.0.0/16 (RFC 2544, for tests between devices).


def device_ipv6(port: int) -> str:
    """The device's IPv6 address on `port`, of a /64."""
    return str(IPv6Address(f"fdad:0:ffff:{port:x}::1"))


def neighbour_ipv6(port: int) -> str:
    """The IPv6 address of the neighbour on `port`."""
    return str(IPv6Address(f"fdad:0:ffff:{port:x}::2"))


def device_ipv4(port: int) -> str:
    """The device's IPv4 address on `port`, of a /24; ports 0 to 255."""
    return f"198.18.{port}.1"


def neighbour_ipv4(port: int) -> str:
    """The IPv4 address of the neighbour on `port`."""
    return f"198.18.{port}.2"


def mac_text(address: int) -> str:
    """A MAC address as people write it."""
    return address.to_bytes(6, "big").hex(":")

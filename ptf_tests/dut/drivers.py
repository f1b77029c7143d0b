# SPDX-License-Identifier: Apache-2.0
"""Opens a device that is up, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from ptf_tests.dut.api import DeviceSpec, Wire
from ptf_tests.dut.external.device import open_external
from ptf_tests.dut.linux.device import LinuxDevice
from ptf_tests.dut.p4runtime.device import P4RuntimeDevice
from ptf_tests.switch.device import DeviceError, DeviceUnderTest

DRIVERS: Mapping[str, Callable[[DeviceSpec, Wire, Sequence[int]], DeviceUnderTest]] = MappingProxyType(
    {"p4runtime": P4RuntimeDevice, "linux": LinuxDevice, "external": open_external}
)
"""Kind of device -> what drives it."""


def open_device(spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> DeviceUnderTest:
    """Connect to a device. Raises DeviceError."""
    if spec.kind not in DRIVERS:
        raise DeviceError(f"{spec.name}: unknown kind {spec.kind!r}; accepted: {', '.join(DRIVERS)}")
    return DRIVERS[spec.kind](spec, wire, ports)

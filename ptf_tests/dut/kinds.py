# SPDX-License-Identifier: Apache-2.0
"""The kinds of devices: which bench brings one up (`DUT=`), and what drives it once it is up (`DeviceSpec.kind`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from p4soft.command_line import EngineChoice
from p4soft.targets import CompiledFiles, get_target
from ptf_tests.catalogue.names import KINDS
from ptf_tests.dut.api import Bench, DeviceSpec, Wire
from ptf_tests.dut.grout import GroutBench, GroutDevice
from ptf_tests.dut.linux import LinuxBench, LinuxDevice
from ptf_tests.dut.p4runtime import P4RuntimeDevice, TargetBench
from ptf_tests.dut.vpp import VppBench, VppDevice, VppTrimmingBench, VppTrimmingDevice
from ptf_tests.switch.device import PORTS, DeviceError, DeviceUnderTest
from ptf_tests.switch.profile import Profile

# --- Benches, in the process of the command --------------------------------------------------------------------------


ON_THIS_MACHINE: Mapping[str, Callable[[Sequence[int]], Bench]] = MappingProxyType(
    {"linux": LinuxBench, "grout": GroutBench, "vpp": VppBench, "vpp-trimming": VppTrimmingBench}
)
"""Kinds of devices that run programs of their own, in a namespace of this machine."""


def bench_of(profile: Profile, files: CompiledFiles | None = None, engine: EngineChoice | None = None) -> Bench:
    """The bench that brings the profile's device up.

    Args:
        profile: of the device.
        files: compiled program to run instead of `p4src/`, for switches of `p4soft`.
        engine: what runs it on the embedded switch; None: its default.

    Raises:
        DeviceError: no such kind, one that runs no program of ours, or one that has no engines.
    """
    if engine is not None and profile.dut != "embedded":
        raise DeviceError(f"{profile.name}: a device of kind {profile.dut} has no engines; accepted: no --engine")
    if profile.dut in ("embedded", "bmv2"):
        return TargetBench(get_target(profile.dut), PORTS, files, engine or "auto")
    if files is not None:
        raise DeviceError(f"{profile.name}: a device of kind {profile.dut} runs its own program; accepted: no --json")
    if profile.dut in ON_THIS_MACHINE:
        return ON_THIS_MACHINE[profile.dut](PORTS)
    if profile.dut == "external":
        from ptf_tests.dut.external.device import ExternalBench  # noqa: PLC0415 - as in `_external`

        return ExternalBench(profile)
    raise DeviceError(f"{profile.name}: no bench for {profile.dut}; accepted: {', '.join(KINDS)}")


# --- Drivers, in PTF's process ---------------------------------------------------------------------------------------


def _external(spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> DeviceUnderTest:
    from ptf_tests.dut.external.device import open_external  # noqa: PLC0415 - gNMI and SONiC take long to load

    return open_external(spec, wire, ports)


DRIVERS: Mapping[str, Callable[[DeviceSpec, Wire, Sequence[int]], DeviceUnderTest]] = MappingProxyType(
    {
        "p4runtime": P4RuntimeDevice,
        "linux": LinuxDevice,
        "grout": GroutDevice,
        "vpp": VppDevice,
        "vpp-trimming": VppTrimmingDevice,
        "external": _external,
    }
)
"""Kind of device -> what drives it."""


def open_device(spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> DeviceUnderTest:
    """Connect to a device. Raises DeviceError."""
    if spec.kind not in DRIVERS:
        raise DeviceError(f"{spec.name}: unknown kind {spec.kind!r}; accepted: {', '.join(DRIVERS)}")
    return DRIVERS[spec.kind](spec, wire, ports)

# SPDX-License-Identifier: Apache-2.0
"""The bench of each kind of device, as `DUT=` names it."""

from __future__ import annotations

from p4soft.engine_choice import EngineChoice
from p4soft.targets import get_target
from p4soft.targets.api import CompiledFiles
from ptf_tests.dut.api import Bench
from ptf_tests.dut.external.bench import ExternalBench
from ptf_tests.dut.linux.bench import LinuxBench
from ptf_tests.dut.p4runtime.bench import TargetBench
from ptf_tests.switch.device import PORTS, DeviceError
from ptf_tests.switch.profile import Profile

KINDS = ("embedded", "bmv2", "linux", "external")
"""Kinds of switches under test."""


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
    if profile.dut == "linux":
        return LinuxBench(PORTS)
    if profile.dut == "external":
        return ExternalBench(profile)
    raise DeviceError(f"{profile.name}: no bench for {profile.dut}; accepted: {', '.join(KINDS)}")

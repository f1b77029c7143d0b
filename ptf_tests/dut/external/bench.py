# SPDX-License-Identifier: Apache-2.0
"""Checks that an external device can be reached: its interfaces are there, up, and may be opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

from p4soft.targets import get_target
from p4soft.targets.api import TargetError
from p4soft.targets.attach import UNIX_PREFIX, AttachError, open_attachment
from ptf_tests.dut.api import Attached, Bench, DeviceSpec
from ptf_tests.dut.external.device import DIRECTORY, PROFILE
from ptf_tests.dut.p4runtime.bench import PROGRAM
from ptf_tests.switch.device import PORTS, DeviceError
from ptf_tests.switch.profile import Profile

_CLASS_NET = Path("/sys/class/net")


@dataclass(frozen=True, slots=True)
class ExternalBench(Bench):
    """A device that is up already, and stays up.

    Attributes:
        profile: where it is and how it is configured.
    """

    profile: Profile

    @property
    @override
    def kind(self) -> str:
        return "external"

    @override
    def unavailable(self) -> str | None:
        """Why its interfaces cannot be used, or None."""
        for port in PORTS:
            spec = self.profile.access.interfaces.get(port)
            reason = f"port {port}: no interface" if spec is None else _refused(port, spec)
            if reason is not None:
                return f"{self.profile.name}: {reason}"
        return None

    @contextmanager
    @override
    def start(self, workdir: Path) -> Iterator[Attached]:
        """Nothing to start; compiles `p4src/` where table ids are needed and none are given. Raises DeviceError."""
        access = self.profile.access
        p4runtime = access.p4runtime
        p4info = p4runtime.p4info if p4runtime else None
        json_file = p4runtime.json_file if p4runtime else None
        if p4info is None:
            try:
                files = get_target("embedded").compile(PROGRAM, workdir / "build")
            except TargetError as error:
                raise DeviceError(str(error)) from None
            p4info, json_file = files.p4info, files.json
        spec = DeviceSpec(
            kind="external",
            name=self.profile.name,
            address=p4runtime.address if p4runtime else "",
            device_id=p4runtime.device_id if p4runtime else 0,
            election_id=p4runtime.election_id if p4runtime else 1,
            p4info=p4info,
            json_file=json_file,
            options={PROFILE: self.profile.model_dump_json(), DIRECTORY: str(workdir / "configuration")},
        )
        yield Attached(spec, {port: access.interfaces[port] for port in PORTS}, {})


def _refused(port: int, spec: str) -> str | None:
    """Why an interface or socket cannot be used."""
    try:
        open_attachment(spec).close()
    except AttachError as error:
        return f"port {port}: {error}"
    if spec.startswith(UNIX_PREFIX):
        return None
    try:
        carrier = (_CLASS_NET / spec / "carrier").read_text(encoding="ascii").strip()
    except OSError:  # the kernel refuses to tell as long as the interface is down
        return f"port {port}: interface {spec} is down; accepted: up, as after `ip link set {spec} up`"
    if carrier != "1":
        return f"port {port}: interface {spec} has no carrier; accepted: a cable to a port of the device that is up"
    return None

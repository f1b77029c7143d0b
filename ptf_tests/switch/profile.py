# SPDX-License-Identifier: Apache-2.0
"""Profiles: what a device claims, what it chose where the sources leave a choice, and the values it is configured with.

A profile is a YAML file of `ptf_tests/profiles/`. Claims and choices are those of `ptf_tests/catalogue/claims.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.catalogue.dscp import DscpRoles

Queue = Annotated[int, Field(ge=0, le=7)]
TrafficClass = Annotated[int, Field(ge=0, le=7)]
Port = Annotated[int, Field(ge=0, le=510)]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Values(_Data):
    """The numbers cases use.

    Attributes:
        trim_size: bytes a trimmed frame keeps, from Ethernet.
        trim_sizes: every other size the device can be configured with that cases shall try.
        data_queue, trim_queue, control_queue: queues of the three classes; queue 0 must stay free for sentinels.
        data_tc, trim_tc, control_tc: their traffic classes.
        dscp: the roles.
        max_frame: largest frame the device forwards, in bytes from Ethernet, without FCS.
        max_srh_segments: longest SRH segment list it advances.
        settle_ms: how long a port must have been silent before "nothing came out" counts; 0 if no frame can overtake.
    """

    trim_size: Annotated[int, Field(ge=64, le=9216)] = 256
    trim_sizes: tuple[Annotated[int, Field(ge=64, le=9216)], ...] = ()
    data_queue: Queue = 1
    trim_queue: Queue = 6
    control_queue: Queue = 7
    data_tc: TrafficClass = 1
    trim_tc: TrafficClass = 6
    control_tc: TrafficClass = 7
    dscp: DscpRoles = DscpRoles()
    max_frame: Annotated[int, Field(ge=1500, le=10000)] = 9216
    max_srh_segments: Annotated[int, Field(ge=0, le=127)] = 8
    settle_ms: Annotated[int, Field(ge=0, le=10000)] = 0


class P4RuntimeAccess(_Data):
    """Where an external device serves P4Runtime, and the program it runs.

    Attributes:
        address: host:port.
        device_id: of P4Runtime.
        election_id: of P4Runtime's arbitration, 1 to 2^128 - 1: must be above that of every other controller of the
            device, since the highest one alone may write.
        p4info, json_file: the compiled program, relative to the profile; `p4src/` compiled here when left out.
        pipeline: `push` loads the program before each case; `keep` leaves it and deletes entries, for devices whose
            program is not the suite's to load. Counters stay then, and queues are emptied.
    """

    address: str
    device_id: Annotated[int, Field(ge=0, lt=1 << 64)] = 1
    election_id: Annotated[int, Field(ge=1, lt=1 << 128)] = 1
    p4info: Path | None = None
    json_file: Path | None = None
    pipeline: Literal["push", "keep"] = "push"


class Commands(_Data):
    """What an external device's owner gives to drive it; `{...}` are filled in. Each must end with status 0.

    A command is split into words as a shell would, and run without one.

    Attributes:
        configure: makes the device what the files in `{directory}` say (`ptf_tests/dut/external/configuration.py`), and
            nothing else; without it the owner is asked to, at a terminal.
        block, unblock: `{port}`, `{interface}` (its name at the device), `{queue}`; without them a blocked queue is
            part of the configuration.
        counters: prints JSON, a list of {name, port, queue, packets, bytes}; `{ports}`.
        reset: empties counters and queues before each case; without it the suite lets out what waits in queues, by
            a configuration in which they have line rate.
    """

    configure: str = ""
    block: str = ""
    unblock: str = ""
    counters: str = ""
    reset: str = ""
    timeout_s: Annotated[float, Field(gt=0, le=600)] = 30.0


class Access(_Data):
    """How an external device is reached; empty for devices the suite starts itself.

    Attributes:
        interfaces: the tester's interface (or `unix:/path`) behind each port.
        names: what the device calls each port, for SONiC tables and texts.
        macs: the MAC address the device has on each port, where it cannot be given `settings.mac(port)`.
        p4runtime: when it is configured over P4Runtime.
        commands: when it is configured by commands.
        fill_frames: how many frames fill a blocked queue so that nothing more fits; 0 when blocking is enough.
    """

    interfaces: dict[Port, str] = {}
    names: dict[Port, str] = {}
    macs: dict[Port, str] = {}
    p4runtime: P4RuntimeAccess | None = None
    commands: Commands = Commands()
    fill_frames: Annotated[int, Field(ge=0)] = 0


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class Profile(_Data):
    """One device's profile.

    Attributes:
        name: what reports call the device.
        description: one line.
        dut: kind of device.
        claims: what it can do.
        choices: name of a choice of `ptf_tests/catalogue/claims.py` to the value it has, or to the values it can be
            given, the usual one first.
        limits: requirement id to why this device does not meet it; its cases are not run.
        values: numbers cases use.
        access: how an external device is reached.
    """

    name: str
    description: str
    dut: Literal["embedded", "bmv2", "linux", "external"]
    claims: frozenset[str]
    choices: dict[str, Annotated[tuple[str, ...], BeforeValidator(_listed)]] = {}
    limits: dict[str, str] = {}
    values: Values = Values()
    access: Access = Access()

    def choice(self, name: str) -> str:
        """The (usual) value of a choice; the first of `CHOICES` where the profile is silent."""
        return self.chosen(name)[0]

    def chosen(self, name: str) -> tuple[str, ...]:
        """The value of a choice, or those that the device can be given, the usual one first."""
        return self.choices.get(name, (next(iter(CHOICES[name])),))

    def relative_to(self, directory: Path) -> Profile:
        """The profile with absolute paths of files."""
        access = self.access.p4runtime
        if access is None or access.p4info is None or access.json_file is None:
            return self
        files = {"p4info": directory / access.p4info, "json_file": directory / access.json_file}
        there = self.access.model_copy(update={"p4runtime": access.model_copy(update=files)})
        return self.model_copy(update={"access": there})

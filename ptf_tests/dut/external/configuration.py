# SPDX-License-Identifier: Apache-2.0
"""A device's whole configuration, and the files that tell somebody else to make it so.

`write_configuration` leaves in a directory:

| file | for |
|---|---|
| `what-to-configure.txt` | a person |
| `config_db.json` | a switch that runs SONiC |
| `p4runtime.txtpb` | a switch that runs `p4src/`: a P4Runtime WriteRequest |
| `not-expressible.txt` | what these cannot say, a line each; empty when nothing is missing |
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from controller.pipeline import Pipeline
from ptf_tests.dut.external import text
from ptf_tests.dut.external import write_request as p4runtime_text
from ptf_tests.dut.external.sonic import config_db as sonic
from ptf_tests.switch.device import PORTS
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.settings import Setting, SettingError

TEXT = "what-to-configure.txt"
SONIC = "config_db.json"
P4RUNTIME = "p4runtime.txtpb"
NOT_EXPRESSIBLE = "not-expressible.txt"


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a device shall be.

    Attributes:
        settings: the whole configuration.
        blocked: {port, queue} pairs that admit nothing, or are so full that nothing fits.
    """

    settings: tuple[Setting, ...] = ()
    blocked: frozenset[tuple[int, int]] = frozenset()


def write_configuration(
    configuration: Configuration, directory: Path, profile: Profile, pipeline: Pipeline | None = None
) -> None:
    """Write every rendering into `directory`, which is made.

    Args:
        configuration: what to write down.
        directory: where to.
        profile: names and interfaces of the ports.
        pipeline: the compiled program whose table ids the P4Runtime file has; None: no such file.

    Raises:
        OSError: the directory cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    ports = sorted(profile.access.interfaces) or PORTS
    settings, blocked = configuration.settings, configuration.blocked
    lines = text.describe(settings, blocked, ports, profile.access)
    (directory / TEXT).write_text("\n".join(lines) + "\n", encoding="utf-8")
    rendered = sonic.render(settings, blocked, ports, profile.access.names)
    (directory / SONIC).write_text(json.dumps(rendered.tables, indent=4) + "\n", encoding="utf-8")
    missing = [f"{SONIC}: {line}" for line in rendered.missing]
    if pipeline is not None:
        try:
            request = p4runtime_text.render(settings, blocked, ports, pipeline)
            (directory / P4RUNTIME).write_text(request, encoding="utf-8")
        except SettingError as error:
            missing.append(f"{P4RUNTIME}: {error}")
    (directory / NOT_EXPRESSIBLE).write_text("".join(f"{line}\n" for line in missing), encoding="utf-8")

# SPDX-License-Identifier: Apache-2.0
"""The configurations of a run as files, for an owner who configures the device beforehand or by a tool of her own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from controller.pipeline import Pipeline
from p4soft.targets import get_target
from p4soft.targets.api import TargetError
from ptf_tests.dut.external.configuration import Configuration, write_configuration
from ptf_tests.dut.p4runtime.bench import PROGRAM
from ptf_tests.run.planning import Planned
from ptf_tests.switch.device import DeviceError
from ptf_tests.switch.profile import Profile

INDEX = "index.txt"


def write_plan(planned: Iterable[Planned], out: Path, profile: Profile) -> int:
    """Write every distinct configuration into a numbered directory below `out`, and which cases need which.

    Args:
        planned: what the cases need.
        out: a directory that does not exist or is empty.
        profile: names and interfaces of the device's ports.

    Returns:
        How many configurations there are.

    Raises:
        DeviceError: `out` holds something, or cannot be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        if any(out.iterdir()):
            raise DeviceError(f"{out}: is not empty; accepted: a new or an empty directory")
        pipeline = _pipeline(out / "build")
        numbers: dict[Configuration, str] = {}
        lines = []
        for group in planned:
            names = []
            for step in group.steps:
                if step not in numbers:
                    numbers[step] = f"{len(numbers) + 1:03}"
                    write_configuration(step, out / numbers[step], profile, pipeline)
                names.append(numbers[step])
            more = "" if group.complete else ", then what the case decides by what it saw"
            lines += [f"{case}: {', '.join(names)}{more}" for case in group.cases]
        (out / INDEX).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise DeviceError(f"{out}: cannot write: {error.strerror}; accepted: a directory") from None
    return len(numbers)


def _pipeline(build: Path) -> Pipeline:
    try:
        files = get_target("embedded").compile(PROGRAM, build)
    except TargetError as error:
        raise DeviceError(str(error)) from None
    return Pipeline.load(files.p4info, files.json)

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from waiting_kit import until

from p4soft.targets import CompiledFiles

PROGRAMS = Path(__file__).resolve().parents[1] / "switch" / "p4runtime" / "programs"


@pytest.fixture(scope="session")
def everything() -> CompiledFiles:
    return CompiledFiles(PROGRAMS / "everything.json", PROGRAMS / "everything.p4info.txtpb")


@pytest.fixture
def gone():
    """Waits until no process of a process group is left; fails after a deadline."""

    def wait(group: int, seconds: float = 10.0) -> None:
        until(lambda: not group_members(group), seconds)

    return wait


def group_members(group: int) -> list[int]:
    """Ids of the live (not zombie) processes of a process group."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found

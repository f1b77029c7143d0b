# SPDX-License-Identifier: Apache-2.0
"""Profiles of NICs behind network interfaces: what one claims and chose, its timers, and how it is reached."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from common.documents import DocumentError, Problem, read, validate
from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.catalogue.dscp import DscpRoles
from ptf_tests.nic.api import CLAIMS, Capabilities
from ptf_tests.nic.settings import Timing


class NicProfile(BaseModel):
    """One NIC.

    Attributes:
        name, description: for reports.
        claims: what it can do, of the claims `nic` and `nic.*` of `ptf_tests/catalogue/claims.py`.
        choices: what it chose where the sources conflict; the first value of a choice where this says nothing.
        limits: requirement id to why this NIC does not meet it; cases that show it are not run.
        dscp: the operator's values of the DSCP roles.
        timing: its timers, in ns.
        interfaces: what the tester opens for each port, in the order of the ports: a network interface (the other end
            of the NIC's cable or veth pair) or `unix:/path`.
        command: a program and its arguments that passes work requests to the NIC (`interface.py` tells how).
        settle_ms: how long the NIC must have been quiet before "it did not answer" counts.
        deadline_s: how long to wait for an answer that must come.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    description: str = ""
    claims: frozenset[str] = CLAIMS
    choices: dict[str, str] = {}
    limits: dict[str, str] = {}
    dscp: DscpRoles = DscpRoles()
    timing: Timing = Timing()
    interfaces: Annotated[tuple[str, ...], Field(min_length=1, max_length=8)]
    command: Annotated[tuple[str, ...], Field(min_length=1)]
    settle_ms: Annotated[int, Field(ge=0, le=10_000)] = 20
    deadline_s: Annotated[float, Field(gt=0, le=600)] = 10.0

    def capabilities(self) -> Capabilities:
        """What cases ask about."""
        return Capabilities(
            self.name,
            ports=len(self.interfaces),
            ordered=len(self.interfaces) == 1,
            claims=self.claims,
            choices=self.choices,
            limits=self.limits,
            dscp=self.dscp,
            timing=self.timing,
        )


def load(path: Path) -> NicProfile:
    """Read a profile. Raises DocumentError with the file, line, field and what would be accepted."""
    document = read(path)
    profile = validate(document, NicProfile)
    problems = [
        Problem(("claims",), f"{claim} is no claim of a NIC", ", ".join(sorted(CLAIMS)))
        for claim in sorted(profile.claims - CLAIMS)
    ]
    for name, value in profile.choices.items():
        if name not in CHOICES:
            problems.append(Problem(("choices", name), "there is no such choice", ", ".join(CHOICES)))
        elif value not in CHOICES[name]:
            problems.append(Problem(("choices", name), f"{value!r} is none of its values", ", ".join(CHOICES[name])))
    if problems:
        raise DocumentError([document.sentence(problem) for problem in problems])
    return profile

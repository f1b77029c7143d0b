# SPDX-License-Identifier: Apache-2.0
"""Which requirements and cases apply to a device: one rule for switches and NICs, by what their profiles declare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ptf_tests.catalogue.cases import CaseInfo
from ptf_tests.catalogue.requirements import Catalogue, Requirement


class Declared(Protocol):
    """What a device says of itself: the profile of a switch, or a NIC's capabilities."""

    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def claims(self) -> frozenset[str]:
        """Claims that it makes."""

    @property
    def limits(self) -> Mapping[str, str]:
        """Requirement id to why it does not meet it."""

    def chosen(self, choice: str) -> tuple[str, ...]:
        """The value it has for a choice, or those that it can be given, the usual one first."""


def excluded(requirement: Requirement, device: Declared) -> str | None:
    """Why a requirement does not apply to a device: a named limit, a claim not made, another choice, or None."""
    if requirement.id in device.limits:
        return f"limit: {device.limits[requirement.id]}"
    if requirement.claim is not None and requirement.claim not in device.claims:
        return f"{device.name} does not claim {requirement.claim}"
    choice = requirement.choice
    if choice is not None and choice.value not in device.chosen(choice.name):
        return f"{device.name} chose {choice.name} {device.chosen(choice.name)[0]}"
    return None


def left_out(case: CaseInfo, catalogue: Catalogue, device: Declared) -> str | None:
    """Why a case is not for a device: a requirement that does not apply, or a claim that it needs; None if it is."""
    for identity in case.requirements:
        requirement = catalogue[identity]
        if requirement.choice is not None and requirement.choice.name in case.whichever:
            requirement = requirement.model_copy(update={"choice": None})
        reason = excluded(requirement, device)
        if reason is not None:
            return reason
    missing = ", ".join(sorted(case.needs - device.claims))
    return f"{device.name} does not claim {missing}" if missing else None

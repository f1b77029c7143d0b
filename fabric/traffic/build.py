# SPDX-License-Identifier: Apache-2.0
"""The NICs of a scenario, of the kind that it asks for, and its flows between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import host_stack
import roce
from fabric.scenario.model import Scenario
from fabric.traffic.contents import Contents
from fabric.traffic.messages import MessageFlow
from fabric.traffic.nics import build_flows, build_nics
from fabric.traffic.roce import build_roce_flows, build_roce_nics


@dataclass(frozen=True, slots=True)
class Traffic:
    """What sends and what is sent.

    Attributes:
        nics: every NIC, by index; flows: in the order of the plan.
        steered: those of the NICs that choose paths, and can be told which not to use.
    """

    nics: Sequence[host_stack.Nic] | Sequence[roce.Nic]
    flows: Sequence[MessageFlow]
    steered: Sequence[host_stack.Nic]


def _mrc(scenario: Scenario, carried: Sequence[Contents]) -> Traffic:
    nics = build_nics(scenario)
    return Traffic(nics, build_flows(scenario, nics, carried), steered=nics)


def _roce(scenario: Scenario, carried: Sequence[Contents]) -> Traffic:
    nics = build_roce_nics(scenario)
    return Traffic(nics, build_roce_flows(scenario, nics, carried), steered=())


_KINDS: dict[str, Callable[[Scenario, Sequence[Contents]], Traffic]] = {"mrc": _mrc, "roce": _roce}


def build_traffic(scenario: Scenario, carried: Sequence[Contents]) -> Traffic:
    """The traffic of a scenario.

    Raises:
        ScenarioError: the NIC refuses how it is to be set up.
    """
    return _KINDS[scenario.nic.kind](scenario, carried)

# SPDX-License-Identifier: Apache-2.0
"""The Clustermapper: agents that probe the fabric by loops to themselves, and the map of its health they make together.

The production paper (arXiv 2605.04333 §2.4) has an agent on every node that probes each millisecond its T0s and a
share of the T1s by source-routed loops; packet format, sizes, thresholds and schedule are not published and are ours.

    agent (one per NIC, sans-I/O) -> Report -> HealthMap -> Finding -> denied_paths -> a NIC's denylist
"""

from fabric.clustermapper.health_map import Denied, Finding, HealthMap, MapOptions, State, denied_paths
from fabric.clustermapper.locating import Component, Kind
from fabric.clustermapper.probes import Agent, AgentOptions, Report, Route

__all__ = [
    "Agent",
    "AgentOptions",
    "Component",
    "Denied",
    "Finding",
    "HealthMap",
    "Kind",
    "MapOptions",
    "Report",
    "Route",
    "State",
    "denied_paths",
]

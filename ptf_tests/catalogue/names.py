# SPDX-License-Identifier: Apache-2.0
"""The names that options and files accept: areas of requirements, kinds of switches."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

AREAS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "srv6": "SRV6",
        "trimming": "TRIM",
        "ecn": "ECN",
        "qos": "QOS",
        "counters": "CNT",
        "config": "CFG",
        "isolation": "ISO",
        "ipv4": "IPV4",
        "nic": "NIC",
    }
)
"""Area (also the name of its file) -> prefix of its requirement ids."""

Dut = Literal["embedded", "bmv2", "linux", "grout", "vpp", "vpp-trimming", "external"]
KINDS: tuple[Dut, ...] = get_args(Dut)
"""Kinds of switches under test."""

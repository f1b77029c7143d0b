# SPDX-License-Identifier: Apache-2.0
"""The cables of a switch as arrays by port: which name, which MAC address and which rate is at the other end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from topologies import Fabric, Switch, srv6
from topologies.fabric import UplinkKey

Numbers = npt.NDArray[np.uint64]

NOWHERE = np.uint64(0xFFFF_FFFF)
"""Stands for no cable: no neighbour has it as a uSID."""


@dataclass(frozen=True)
class Cabling:
    """The cables of one switch: by port number, what is at the other end.

    Attributes:
        name: the 16-bit uSID that a packet names the neighbour by; `NOWHERE` for a port without a cable.
        mac: of the port at the other end.
        host: whether a NIC is there.
        rate_bps: of the cable.
    """

    switch: Switch
    name: Numbers
    mac: Numbers
    host: npt.NDArray[np.bool_]
    rate_bps: npt.NDArray[np.int64]

    @classmethod
    def of(cls, switch: Switch) -> Cabling:
        """As the topology numbers its ports (docs/architecture.md)."""
        fabric, plane = switch.fabric, switch.plane
        if switch.tier == "t1":
            t0s = np.arange(fabric.t0s, dtype=np.uint64)
            first = fabric.t0(plane, 0)
            mac = np.uint64(first.mac(fabric.downlinks + switch.index)) + (t0s << np.uint64(16))
            rates = _rates(fabric, [UplinkKey(plane, t0, switch.index) for t0 in range(fabric.t0s)])
            return cls(switch, np.uint64(first.usid) + t0s, mac, np.zeros(fabric.t0s, np.bool_), rates)
        nics = nics_of(fabric, switch.index)
        downlinks, t1s = np.arange(fabric.downlinks, dtype=np.uint64), np.arange(fabric.t1s, dtype=np.uint64)
        there = downlinks < nics
        t1 = fabric.t1(plane, 0)
        first_nic = np.uint64(switch.index * fabric.downlinks)
        nic_mac = np.uint64(fabric.nic(0).mac(plane)) + first_nic + downlinks
        t1_mac = np.uint64(t1.mac(switch.index)) + (t1s << np.uint64(16))
        names = np.where(there, np.uint64(srv6.downlink_usid(plane, 0)) + downlinks, NOWHERE)
        up = _rates(fabric, [UplinkKey(plane, switch.index, each) for each in range(fabric.t1s)])
        return cls(
            switch,
            np.concatenate([names, np.uint64(t1.usid) + t1s]),
            np.concatenate([np.where(there, nic_mac, 0), t1_mac]),
            np.concatenate([there, np.zeros(fabric.t1s, np.bool_)]),
            np.concatenate([np.full(fabric.downlinks, fabric.rate_bps("host"), np.int64), up]),
        )

    @cached_property
    def connected(self) -> npt.NDArray[np.bool_]:
        """Ports with a cable."""
        found: npt.NDArray[np.bool_] = self.name != NOWHERE
        return found


def nics_of(fabric: Fabric, t0: int) -> int:
    """How many NICs hang on a T0 of each plane; they are on its first downlinks."""
    return min(max(fabric.nics - t0 * fabric.downlinks, 0), fabric.downlinks)


def _rates(fabric: Fabric, keys: list[UplinkKey]) -> npt.NDArray[np.int64]:
    if not fabric.spec.links.rates:
        return np.full(len(keys), fabric.rate_bps("fabric"), np.int64)
    return np.array([fabric.uplinks.rate_bps(key) for key in keys], np.int64)

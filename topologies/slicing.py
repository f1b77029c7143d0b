# SPDX-License-Identifier: Apache-2.0
"""A slice of a fabric: some of its NICs, and the switches and links that their paths need.

Names, addresses, uSIDs and MAC addresses are those of the whole fabric, so a switch of a slice has a part of the
entries that it has in the whole: those towards the ports that are left.

One cable may be plugged elsewhere. v1model's ports have 9 bits, and 511 is the port of dropped packets, so a T0 of 512
ports cannot send by its last one. A slice leaves most downlinks empty; it uses one of them for that uplink.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from typing_extensions import override

from topologies.errors import TopologyError
from topologies.fabric import Fabric, Link, Switch

HIGHEST_PORT = 510
"""Highest port that v1model can send to (`controller.program.MAX_PORT`)."""

ACCEPTED = "`nic NAME` twice or more, and `plane 0-LAST`, such as `nic 17 nic 90210 plane 0-7`"
_PLANES = re.compile(r"0-(\d{1,4})|(0)", re.ASCII)


class SliceWish(Struct, frozen=True):
    """Which slice somebody asks for.

    Attributes:
        nics: names, as the topology has them.
        planes: how many, the first ones; None for all.
    """

    nics: tuple[str, ...]
    planes: int | None


def parse_wish(text: str) -> SliceWish:
    """Read `nic 17 nic 90210 plane 0-7`; a number stands for the NIC `nic<number>`. Raises TopologyError."""
    words = text.split()
    nics: list[str] = []
    planes: int | None = None
    for kind, value in zip(words[::2], words[1::2], strict=False):
        if kind == "nic":
            nics.append(f"nic{value}" if value.isascii() and value.isdigit() else value)
        elif kind == "plane" and planes is None and (found := _PLANES.fullmatch(value)):
            planes = int(found[1] or 0) + 1
        else:
            raise TopologyError(f"slice {text!r}: {kind} {value}; accepted: {ACCEPTED}")
    if len(words) % 2 or len(nics) < 2:
        raise TopologyError(f"slice {text!r}: {'no value for ' + words[-1] if len(words) % 2 else 'too few NICs'}; "
                            f"accepted: {ACCEPTED}")  # fmt: skip
    return SliceWish(tuple(nics), planes)


class Slice(Fabric):
    """A part of a fabric, which is a fabric: its NICs are numbered from 0, in the order of the whole.

    Attributes:
        whole: the fabric that it is a part of.
        moved: port of a T0 in the whole, and the free one that stands for it here; None where no port is too high.
    """

    def __init__(self, whole: Fabric, nics: Sequence[str], planes: int | None = None) -> None:
        """Cut a slice.

        Args:
            whole: the fabric.
            nics: names of its NICs, 2 or more, each once.
            planes: how many planes, the first ones; None for all.

        Raises:
            TopologyError: an unknown NIC, the same NIC twice, a number of planes that the fabric does not have, or no
                free port for one that v1model cannot send to.
        """
        numbers = [whole.nic(name).number for name in nics]
        if len(set(numbers)) < max(2, len(numbers)):
            raise TopologyError(f"{whole.name}: a slice of {', '.join(nics)}; accepted: 2 NICs or more, each once")
        if planes is not None and not 1 <= planes <= whole.planes:
            raise TopologyError(f"{whole.name}: a slice of {planes} planes; accepted: 1..{whole.planes}")
        super().__init__(whole.spec)
        self.whole = whole
        self.planes = whole.planes if planes is None else planes
        self.nics = len(numbers)
        self._numbers = sorted(numbers)
        self._indices = {number: index for index, number in enumerate(self._numbers)}
        self._t0s = sorted({number // whole.downlinks for number in numbers})
        self._t1s = range(whole.t1s if len(self._t0s) > 1 else 0)
        self.moved = self._free_port()

    def _free_port(self) -> tuple[int, int] | None:
        last = self.downlinks + self.t1s - 1
        if not self._t1s or last <= HIGHEST_PORT:
            return None
        taken = {number % self.downlinks for number in self._numbers}
        free = next((port for port in range(self.downlinks) if port not in taken), None)
        if free is None:
            raise TopologyError(
                f"{self.name}: v1model cannot send to port {last} of a T0, and no downlink is free for its cable; "
                f"accepted: NICs at fewer than {self.downlinks} downlinks"
            )
        return last, free

    # -- how much there is ---------------------------------------------------------------------------------------------

    @property
    @override
    def switch_count(self) -> int:
        return self.planes * (len(self._t0s) + len(self._t1s))

    @property
    @override
    def port_count(self) -> int:
        return self.planes * (self.nics + 2 * len(self._t0s) * len(self._t1s))

    @property
    @override
    def link_count(self) -> int:
        return self.planes * (self.nics + len(self._t0s) * len(self._t1s))

    # -- switches and links --------------------------------------------------------------------------------------------

    @override
    def has(self, switch: Switch) -> bool:
        return switch.plane < self.planes and switch.index in (self._t0s if switch.tier == "t0" else self._t1s)

    @property
    @override
    def switch_names(self) -> str:
        t0s = ", ".join(f"t0-{index}" for index in self._t0s)
        return f"{t0s}{f', t1-0 .. t1-{self.t1s - 1}' if self._t1s else ''} of planes 0..{self.planes - 1}"

    @override
    def uplink_port(self, t1: int) -> int:
        port = super().uplink_port(t1)
        return self.moved[1] if self.moved is not None and port == self.moved[0] else port

    @override
    def uplink_at(self, port: int) -> int | None:
        if self.moved is not None and port in self.moved:
            return super().uplink_at(self.moved[0]) if port == self.moved[1] else None
        return super().uplink_at(port)

    @override
    def switches(self) -> Iterator[Switch]:
        for plane in range(self.planes):
            for index in self._t0s:
                yield Switch(self, plane, "t0", index)
            for index in self._t1s:
                yield Switch(self, plane, "t1", index)

    @override
    def links(self) -> Iterator[Link]:
        for plane in range(self.planes):
            for index in range(self.nics):
                yield self.host_link(plane, index)
            for t0 in self._t0s:
                for t1 in self._t1s:
                    yield self.fabric_link(plane, t0, t1)

    # -- NICs ----------------------------------------------------------------------------------------------------------

    @override
    def nic_number(self, index: int) -> int:
        return self._numbers[index]

    @override
    def nic_index(self, number: int) -> int | None:
        return self._indices.get(number)

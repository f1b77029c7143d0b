# SPDX-License-Identifier: Apache-2.0
"""Two NICs whose links go down and up: both directions lose what is on them, and the NIC notices a little later."""

from __future__ import annotations

from dataclasses import replace

from host_stack_kit import (
    Pipe,
    config,
    join,
    template,
)
from nic_wire_kit import pattern

from host_stack import EvProfile, Nic, NicConfig
from host_stack.config import PortOptions
from host_stack.transport.windows import ReceiveLimits

MIB = 1 << 20
SIGNAL_NS = 10_000


class Planes:
    """NICs `a` and `b` with queue pairs `qa` and `qb`, over planes whose links can be cut at either NIC."""

    def __init__(
        self,
        planes=4,
        uplinks=2,
        *,
        wire=None,
        transport=None,
        options=None,
        limits=None,
        signal_ns=SIGNAL_NS,
        **joined,
    ):
        given = {"planes": planes, "uplinks": uplinks, "wire": wire, "transport": transport}
        self.a, self.b = (
            Nic(_with(config(name, number, [3 - number], **given), options, limits), seed=number)
            for name, number in (("a", 1), ("b", 2))
        )
        joined.setdefault("profile", EvProfile(template(planes, uplinks), active_per_plane=uplinks, backup_per_plane=0))
        joined.setdefault("mpr", 16)
        self.qa, self.qb = join(self.a, self.b, cwnd=planes << 17, **joined)
        self.pipe = Pipe([self.a, self.b])
        self.pipe.hook = self.hook
        self.signal_ns = signal_ns
        self.cut: set[tuple[str, int]] = set()
        self.lost = 0

    def hook(self, _name, port, frame, _now):
        if self.cut & {("a", port), ("b", port)}:
            self.lost += 1
            return []
        return [(0, frame)]

    def down(self, at_ns, name, port, *, noticed=True):
        self.pipe.at(at_ns, lambda: self.cut.add((name, port)))
        self._signal(at_ns, name, port, False, noticed)

    def up(self, at_ns, name, port, *, noticed=True):
        self.pipe.at(at_ns, lambda: self.cut.discard((name, port)))
        self._signal(at_ns, name, port, True, noticed)

    def _signal(self, at_ns, name, port, up, noticed):
        nic = self.pipe.nics[name]

        def notice():
            nic.set_carrier(port, up, self.pipe.now)
            self.pipe.pump(nic)

        if noticed:
            self.pipe.at(at_ns + self.signal_ns, notice)

    def write(self, size, sender="a"):
        qp, to = (self.qa, self.b) if sender == "a" else (self.qb, self.a)
        region = to.register_memory(size)
        qp.post_write(pattern(size), region.address, region.r_key)
        return region

    def run(self, until_ns):
        self.pipe.run(limit_ns=until_ns)

    def sent(self, name, since=0, until=1 << 60):
        return [(at, port, frame) for at, n, port, frame in self.pipe.sent if n == name and since <= at < until]


def _with(base: NicConfig, options: PortOptions | None, limits: ReceiveLimits | None) -> NicConfig:
    return replace(base, port_options=options or PortOptions(), receive_limits=limits or ReceiveLimits())

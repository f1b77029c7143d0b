# SPDX-License-Identifier: Apache-2.0
"""What a fabric costs, and what of it one failure takes, beside single-plane fabrics of the same switches.

The alternative is the production paper's (arXiv 2605.04333 §2, Fig. 1): the same switch silicon with ports as fast as a
whole NIC, so with a `planes`-th of the ports, in a folded Clos of full bisection. L tiers of switches with k ports
serve up to 2 (k/2)^L NICs; each tier below the top has 2N/k switches for N NICs, the top N/k.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from topologies.fabric import Fabric


class Blast(Struct, frozen=True):
    """What one failure takes.

    Attributes:
        nics: how many NICs feel it.
        capacity: the share of each one's bandwidth into the fabric that is gone, 0..1.
    """

    nics: int
    capacity: Fraction


class Cost(Struct, frozen=True):
    """A fabric in numbers.

    Attributes:
        nic_bps: bandwidth of a NIC, over all planes.
        switches: in all planes and tiers.
        links: in all planes, those to NICs included.
        transceivers: two for each link, in units of a NIC's bandwidth: eight of 100 Gb/s are one of 800.
        hops: switches on the longest path.
        paths: between two NICs that are as far apart as can be.
        oversubscription: of a T0: bandwidth down by bandwidth up; 1 is full bisection.
        host_link: what the loss of one link between NIC and T0 takes.
        fabric_link: of one between T0 and T1; None when there is none.
        t0: of one T0.
        t1: of one T1; None when there is none.
        t0_uplinks: links from a T0 upwards; the loss of one is the T0's share 1 / t0_uplinks.
    """

    name: str
    nics: int
    planes: int
    nic_bps: int
    link_bps: int
    tiers: int
    switches: int
    links: int
    transceivers: Fraction
    hops: int
    paths: int
    oversubscription: Fraction
    host_link: Blast
    fabric_link: Blast | None
    t0: Blast
    t1: Blast | None
    t0_uplinks: int

    @property
    def title(self) -> str:
        """Its name with the number and rate of its planes: two fabrics of one name differ by these."""
        return f"{self.name}: {self.planes} x {self.link_bps / 1e9:g} Gb/s"

    @property
    def switches_per_nic(self) -> Fraction:
        return Fraction(self.switches, self.nics)

    @property
    def transceivers_per_nic(self) -> Fraction:
        """How many transceivers of a whole NIC's bandwidth one NIC takes."""
        return self.transceivers / self.nics


def cost(fabric: Fabric) -> Cost:
    host, uplink = fabric.rate_bps("host"), fabric.rate_bps("fabric")
    nic_bps = host * fabric.planes
    host_links, fabric_links = fabric.nics * fabric.planes, fabric.t0s * fabric.t1s * fabric.planes
    fabric_bps = fabric_links * uplink + fabric.uplinks.extra_bps
    plane, path = Fraction(1, fabric.planes), Fraction(1, fabric.planes * fabric.t1s)
    at_t0 = min(fabric.downlinks, fabric.nics)
    return Cost(
        name=fabric.name,
        nics=fabric.nics,
        planes=fabric.planes,
        nic_bps=nic_bps,
        link_bps=host,
        tiers=2,
        switches=fabric.switch_count,
        links=host_links + fabric_links,
        transceivers=Fraction(2 * (host_links * host + fabric_bps), nic_bps),
        hops=3 if fabric.nics > at_t0 else 1,
        paths=fabric.planes * (fabric.t1s if fabric.nics > at_t0 else 1),
        oversubscription=Fraction(fabric.downlinks * host, fabric.t1s * uplink),
        host_link=Blast(1, plane),
        fabric_link=Blast(at_t0, path),
        t0=Blast(at_t0, plane),
        t1=Blast(fabric.nics, path),
        t0_uplinks=fabric.t1s,
    )


def ports_at_nic_rate(fabric: Fabric) -> int:
    """How many ports a switch of this fabric has when each is as fast as a whole NIC."""
    host, uplink = fabric.rate_bps("host"), fabric.rate_bps("fabric")
    ports = fabric.spec.ports_per_switch
    if ports is not None:
        capacity = ports * max(host, uplink)
    else:
        capacity = max(fabric.downlinks * host + fabric.t1s * uplink, fabric.t0s * uplink)
    return capacity // (host * fabric.planes)


def single_planes(fabric: Fabric) -> list[Cost]:
    """The single-plane fabrics to compare with: the smallest that serves all NICs, after the largest with a tier less.

    Empty when switches have too few ports at a NIC's rate for any.
    """
    half = ports_at_nic_rate(fabric) // 2
    if half < 2 and fabric.nics > 2 * half:
        return []
    tiers = 1
    while 2 * half**tiers < fabric.nics:
        tiers += 1
    sizes = [(tiers - 1, 2 * half ** (tiers - 1))] if tiers > 2 else []
    return [_single_plane(fabric, half, *size) for size in (*sizes, (tiers, fabric.nics))]


def _single_plane(fabric: Fabric, half: int, tiers: int, nics: int) -> Cost:
    """A folded Clos of full bisection; each switch has `half` ports down and `half` up, at the top all of them down."""
    nic_bps = fabric.rate_bps("host") * fabric.planes
    whole = Fraction(1)
    top = -(-nics // (2 * half))
    lower = -(-nics // half)
    t1 = fabric_link = None
    if tiers > 1:
        fabric_link = Blast(min(half, nics), Fraction(1, half))
        # A T1 at the top is reached by every T0; one below it by those of its pod only.
        t1 = Blast(nics, Fraction(1, min(half, top))) if tiers == 2 else Blast(min(half**2, nics), Fraction(1, half))
    return Cost(
        name=f"single plane, {tiers} {'tier' if tiers == 1 else 'tiers'}",
        nics=nics,
        planes=1,
        nic_bps=nic_bps,
        link_bps=nic_bps,
        tiers=tiers,
        switches=(tiers - 1) * lower + top,
        links=tiers * nics,
        transceivers=Fraction(2 * tiers * nics),
        hops=2 * tiers - 1,
        paths=half ** (tiers - 1),
        oversubscription=Fraction(1),
        host_link=Blast(1, whole),
        fabric_link=fabric_link,
        t0=Blast(min(2 * half if tiers == 1 else half, nics), whole),
        t1=t1,
        t0_uplinks=half if tiers > 1 else 0,
    )


# --- As a table ------------------------------------------------------------------------------------------------------


LEGEND = (
    "X % of N: the bandwidth that a failure takes, and how many NICs it takes it from. "
    "Optics: transceivers of a whole NIC's bandwidth."
)


def rows(columns: Sequence[Cost]) -> dict[str, list[str]]:
    """Cells by name of the row, one for each fabric. The last two rows count the first fabric as 1."""
    first = columns[0]
    return {
        "NICs": [f"{column.nics:,}" for column in columns],
        "NIC": [f"{column.nic_bps / 1e9:g} Gb/s" for column in columns],
        "tiers": [str(column.tiers) for column in columns],
        "longest path, switches": [str(column.hops) for column in columns],
        "paths between far NICs": [f"{column.paths:,}" for column in columns],
        "T0 down : up": [f"{float(column.oversubscription):.3g} : 1" for column in columns],
        "switches": [f"{column.switches:,}" for column in columns],
        "links": [f"{column.links:,}" for column in columns],
        "one link NIC-T0 takes": [_blast(column.host_link) for column in columns],
        "one link T0-T1 takes": [_blast(column.fabric_link) for column in columns],
        "  of its T0's uplinks": [_percent(Fraction(1, c.t0_uplinks)) if c.t0_uplinks else "-" for c in columns],
        "one T0 takes": [_blast(column.t0) for column in columns],
        "one T1 takes": [_blast(column.t1) for column in columns],
        "optics per NIC": [f"{float(column.transceivers_per_nic):.3g}" for column in columns],
        "switches per NIC": [f"{float(column.switches_per_nic):.4f}" for column in columns],
        f"optics, {first.name} = 1": [_ratio(c.transceivers_per_nic, first.transceivers_per_nic) for c in columns],
        f"switches, {first.name} = 1": [_ratio(c.switches_per_nic, first.switches_per_nic) for c in columns],
    }


def _blast(blast: Blast | None) -> str:
    return "-" if blast is None else f"{_percent(blast.capacity)} of {blast.nics:,}"


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):.3g} %"


def _ratio(value: Fraction, first: Fraction) -> str:
    return f"{float(value / first):.3g}"

# SPDX-License-Identifier: Apache-2.0
"""EVs by fields and masks for a ``topologies`` fabric: each path named by its uSIDs, or a hash's choice (no SRv6)."""

from __future__ import annotations

from host_stack.paths.expansion import EvField, EvFormatFields, Expansion
from host_stack.paths.field_evs import FieldEvs
from host_stack.wire.options import EvHalves, EvMode
from topologies import Fabric, NicNode, srv6

_PLANE_BITS = 3
_DYNAMIC_PORTS = 0b11
"""Top bits of a UDP source port in the range that RoCEv2 asks for, 0xc000 and above."""


def usid_evs(fabric: Fabric, source: NicNode, target: NicNode, mode: EvMode) -> FieldEvs:
    """Every path from one NIC to another as explicit EVs, the varying bits of each uSID being a part of the EV.

    In mode SRV6_SRH the first half of the uSIDs is in the outer destination, the rest in the routing header's segment.
    """
    local = source.t0 == target.t0
    uplinks = 1 if local else fabric.t1s
    paths = [
        fabric.path(source.index, target.index, plane, None if local else uplink).usids
        for plane in range(fabric.planes)
        for uplink in range(uplinks)
    ]
    start = paths[0]
    masks = [0] * len(start)
    for path in paths:
        masks = [mask | usid ^ first for mask, usid, first in zip(masks, path, start, strict=True)]
    # A fabric of one plane has a plane field too.
    masks[0] |= srv6.t0_usid(1, 0) ^ srv6.t0_usid(0, 0)
    hops = [EvField(srv6.USID_BITS, usid, mask) for usid, mask in zip(start, masks, strict=True)]
    block, unused = EvField(srv6.BLOCK_BITS, fabric.block), EvField(srv6.USID_BITS)
    places = (srv6.BLOCK_BITS,) + (srv6.USID_BITS,) * srv6.USIDS_PER_ADDRESS
    if mode is EvMode.SRV6_SRH:
        split = len(hops) // 2
        fields = (block, *hops[:split], *(unused,) * (srv6.USIDS_PER_ADDRESS - split), block, *hops[split:])
        expansion = Expansion(EvFormatFields(mode, places * 2), fields)
    else:
        expansion = Expansion(EvFormatFields(mode, places), (block, *hops))
    values = []
    for path in paths:
        parts = iter(hop.withdraw(usid) for hop, usid in zip(hops, path, strict=True))
        values.append(expansion.join([next(parts) if field.mask else 0 for field in expansion.fields]))
    return FieldEvs(expansion, planes=fabric.planes, plane_field=1, values=values)


def hashed_evs(fabric: Fabric, mode: EvMode, halves: EvHalves) -> FieldEvs:
    """EVs that switches hash (ECMP): the plane, and bits that mean nothing but another hash; generated."""
    fields = [
        EvField(2, _DYNAMIC_PORTS),
        EvField(_PLANE_BITS, mask=7, maximum=fabric.planes - 1),
        EvField(11, mask=0x7FF),
    ]
    if mode is EvMode.STEV:
        fields.append(EvField(16, mask=0xFFFF))
    widths = tuple(field.width for field in fields)
    return FieldEvs(
        Expansion(EvFormatFields(mode, widths), tuple(fields)), planes=fabric.planes, plane_field=1, halves=halves
    )

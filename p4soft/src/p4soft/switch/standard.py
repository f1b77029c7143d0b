# SPDX-License-Identifier: Apache-2.0
"""The slots of the standard metadata simple_switch reads and writes, found through the program's field aliases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from p4soft.switch.codegen.layout import Layout

# standard_metadata.instance_type
NORMAL, INGRESS_CLONE, EGRESS_CLONE, COALESCED, RECIRCULATED, REPLICATION, RESUBMITTED = range(7)


@dataclass(frozen=True, slots=True)
class Slots:
    """Slot numbers; None where the program has no such field. All four queueing fields exist or none is used."""

    ingress_port: int
    egress_spec: int
    egress_port: int
    instance_type: int
    packet_length: int
    port_mask: int
    enqueue_mask: int
    mcast_grp: int | None
    egress_rid: int | None
    priority: int | None
    ingress_timestamp: int | None
    egress_timestamp: int | None
    parser_error: int | None
    checksum_error: int | None
    enq_timestamp: int | None
    enq_qdepth: int | None
    deq_timedelta: int | None
    deq_qdepth: int | None
    qid: int | None

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, layout: Layout) -> Slots:
        """The slots of one program."""

        def must(name: str) -> int:
            slot = layout.standard(f"standard_metadata.{name}")
            assert slot is not None, name  # the loader refused the program otherwise
            return slot

        queueing = [layout.standard(f"queueing_metadata.{n}") for n in _QUEUEING]
        if None in queueing:
            queueing = [None] * len(_QUEUEING)
        return cls(
            ingress_port=must("ingress_port"),
            egress_spec=must("egress_spec"),
            egress_port=must("egress_port"),
            instance_type=must("instance_type"),
            packet_length=must("packet_length"),
            port_mask=(1 << layout.standard_width("standard_metadata.egress_spec")) - 1,
            enqueue_mask=(1 << layout.standard_width("queueing_metadata.deq_timedelta")) - 1 if queueing[0] else 0,
            mcast_grp=layout.standard("intrinsic_metadata.mcast_grp"),
            egress_rid=layout.standard("intrinsic_metadata.egress_rid"),
            priority=layout.standard("intrinsic_metadata.priority"),
            ingress_timestamp=layout.standard("intrinsic_metadata.ingress_global_timestamp"),
            egress_timestamp=layout.standard("intrinsic_metadata.egress_global_timestamp"),
            parser_error=layout.standard("standard_metadata.parser_error"),
            checksum_error=layout.standard("standard_metadata.checksum_error"),
            enq_timestamp=queueing[0],
            enq_qdepth=queueing[1],
            deq_timedelta=queueing[2],
            deq_qdepth=queueing[3],
            qid=layout.standard("queueing_metadata.qid") if queueing[0] is not None else None,
        )


_QUEUEING = ("enq_timestamp", "enq_qdepth", "deq_timedelta", "deq_qdepth")

# SPDX-License-Identifier: Apache-2.0
"""Where everything about a packet lives in its flat list F.

The first slots are the packet's own (the constants below). Then come metadata headers, contiguous so that "reset
metadata" is one slice assignment, then packet headers. A header at base b has its validity (0 or 1) in F[b] and field
number i in F[b + 1 + i]; a header with a variable-length field has that field's length in bits in one more slot at its
end. Members of a union, and elements of a stack, are contiguous and equally long, so that stacks shift by slices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from p4soft.switch.program.cursor import VALID, VALID_TYPE, ProgramError
from p4soft.switch.program.model import (
    AccessUnionHeader,
    Deref,
    Expr,
    FieldRef,
    FieldType,
    Header,
    HeaderRef,
    HeaderType,
    Program,
    StackRef,
    UnionRef,
    UnionStackRef,
)

# One packet. Slot 0 is bytes, JOURNEY a trace.Journey or None, each ..._BY a SourceInfo or None; the others are ints.
Packet = list[Any]

FRAME = 0  # the frame as received (bytes)
OFFSET = 1  # where its unparsed part begins
LENGTH = 2  # length on ingress, which counters and meters use
NOW = 3  # time in microseconds
PACKET_LENGTH = 4  # BMv2's packet length register: follows setValid and setInvalid
CLONE = 5  # requested clone session, -1 = none
CLONE_LIST = 6  # field list to preserve
LEARN = 7  # requested digest id, 0 = none
RESUBMIT = 8  # field list id, 0 = none
RECIRCULATE = 9  # field list id, 0 = none
TRUNCATE = 10  # at most this many bytes leave the switch
EXIT = 11  # 1 after an exit statement
ERROR = 12  # parser error code
CHECKSUM_ERROR = 13  # 1 if a checksum was wrong
PACKET = 14  # number of the packet, for traces
SPEC_BY = 15  # where egress_spec was last written (kept in traced code only)
JOURNEY = 16  # which pass and copy of the packet this is (kept while tracing only)
GROUP_BY = 17  # where mcast_grp was last written, PRIORITY_BY likewise, CLONE_BY the clone statement: as SPEC_BY
PRIORITY_BY = 18
CLONE_BY = 19
FIRST_HEADER = 20

NO_LIMIT = 1 << 62


class Layout:
    """Slot numbers of one program.

    Attributes:
        base: header instance name -> base slot.
        next_slot: header stack or union stack name -> slot of its next index.
        metadata: (start, end) slots of all metadata headers.
        siblings: base of a union member -> bases of the other members.
        stack_bases: stack name -> bases of its elements, then of a scratch header that absorbs bad indices.
        union_bases: union stack name -> per element, bases of the members; then a scratch element.
        template: what F looks like before a packet.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.base: dict[str, int] = {}
        self.next_slot: dict[str, int] = {}
        self.siblings: dict[int, tuple[int, ...]] = {}
        self.stack_bases: dict[str, tuple[int, ...]] = {}
        self.union_bases: dict[str, tuple[tuple[int, ...], ...]] = {}
        self._names: dict[int, str] = {}
        self._size = FIRST_HEADER
        for header in program.headers.values():
            if header.metadata:
                self._place(header)
        self.metadata = (FIRST_HEADER, self._size)
        self._place_unions()
        for stack in program.stacks.values():
            bases = [self._place(program.headers[h]) for h in stack.headers]
            self.stack_bases[stack.name] = (*bases, self._reserve(header_slots(stack.type)))
            self.next_slot[stack.name] = self._reserve(1)
        for header in program.headers.values():
            if header.name not in self.base:
                self._place(header)
        self.template: Packet = [0] * self._size
        self.template[FRAME] = b""
        self.template[CLONE] = -1
        self.template[TRUNCATE] = NO_LIMIT
        for slot in (SPEC_BY, JOURNEY, GROUP_BY, PRIORITY_BY, CLONE_BY):
            self.template[slot] = None
        for header in program.headers.values():
            if header.metadata:
                self.template[self.base[header.name]] = 1

    def _place_unions(self) -> None:
        stacked = {u for s in self.program.union_stacks.values() for u in s.unions}
        for union_stack in self.program.union_stacks.values():
            rows = [self._place_union(u) for u in union_stack.unions]
            sizes = [header_slots(self.program.headers[h].type) for _, h in self._members(union_stack.unions[0])]
            self.union_bases[union_stack.name] = (*rows, tuple(self._reserve(s) for s in sizes))
            self.next_slot[union_stack.name] = self._reserve(1)
        for union in self.program.unions:
            if union not in stacked:
                self._place_union(union)

    def _members(self, union: str) -> tuple[tuple[str, str], ...]:
        return self.program.unions[union].members

    def _place_union(self, union: str) -> tuple[int, ...]:
        bases = tuple(self._place(self.program.headers[h]) for _, h in self._members(union))
        for base in bases:
            self.siblings[base] = tuple(b for b in bases if b != base)
        return bases

    def _place(self, header: Header) -> int:
        base = self._reserve(header_slots(header.type))
        self.base[header.name] = base
        self._names[base] = header.name
        return base

    def _reserve(self, slots: int) -> int:
        start = self._size
        self._size += slots
        return start

    def field_type(self, ref: FieldRef) -> FieldType:
        if ref.field == VALID:
            return VALID_TYPE
        found = self.program.headers[ref.header].type.field(ref.field)
        assert found is not None, ref
        return found

    def slot(self, ref: FieldRef) -> int:
        """The slot of a field, or of its header's validity for `$valid$`."""
        base = self.base[ref.header]
        return base if ref.field == VALID else base + field_offset(self.program.headers[ref.header].type, ref.field)

    def standard(self, alias: str) -> int | None:
        """The slot of what simple_switch calls `alias` ("intrinsic_metadata.mcast_grp"), None when there is none."""
        ref = self.program.aliases.get(alias)
        if ref is None:
            header, field = alias.split(".")
            owner = self.program.headers.get(header)
            if owner is None or owner.type.field(field) is None:
                return None
            ref = FieldRef(header, field)
        return self.slot(ref)

    def standard_width(self, alias: str) -> int:
        ref = self.program.aliases.get(alias) or FieldRef(*alias.split("."))
        return self.field_type(ref).width

    def header_type(self, expr: Expr) -> HeaderType:
        """The type of a header-valued expression; raises TypeError for another."""
        match expr:
            case HeaderRef(name=name):
                return self.program.headers[name].type
            case Deref(stack=StackRef(name=name)):
                return self.program.stacks[name].type
            case AccessUnionHeader(union=union, index=index):
                return self.union_types(union)[index]
        raise TypeError(f"not a header: {expr!r}")

    def union_types(self, expr: Expr) -> tuple[HeaderType, ...]:
        """The types of a union's members; raises TypeError for another kind of expression."""
        match expr:
            case UnionRef(name=name):
                members = self.program.unions[name].members
            case Deref(stack=UnionStackRef(name=name)):
                members = self.program.row_members(name)
            case _:
                raise TypeError(f"not a header union: {expr!r}")
        return tuple(self.program.headers[header].type for _, header in members)

    def drop_slots(self, header: Expr | None) -> tuple[int | None, int | None]:
        """Slots of egress_spec and mcast_grp for `mark_to_drop`: those of its argument, where it has them."""
        spec = self.standard("standard_metadata.egress_spec")
        group = self.standard("intrinsic_metadata.mcast_grp")
        if isinstance(header, HeaderRef):
            names = [f.name for f in self.program.headers[header.name].type.fields]
            first = self.base[header.name] + 1
            spec = first + names.index("egress_spec") if "egress_spec" in names else spec
            group = first + names.index("mcast_grp") if "mcast_grp" in names else group
        return spec, group

    def header_names(self) -> Iterator[tuple[int, str]]:
        """Base slot and name of every header."""
        return iter(self._names.items())


def header_slots(header_type: HeaderType) -> int:
    """How many slots a header takes: validity, fields, and the length of a variable-length field."""
    return 1 + len(header_type.fields) + (1 if header_type.varbit else 0)


def field_offset(header_type: HeaderType, name: str) -> int:
    """Slot of a field relative to its header's base."""
    return 1 + next(i for i, f in enumerate(header_type.fields) if f.name == name)


def length_offset(header_type: HeaderType) -> int:
    """Slot of the variable-length field's length relative to the header's base."""
    return 1 + len(header_type.fields)


def fixed_bytes(program: Program, header_type: HeaderType) -> int:
    """Bytes of a packet header without its variable-length field; raises ProgramError unless a whole number."""
    if header_type.fixed_bits % 8:
        raise ProgramError(
            program.source, f"header_types[{header_type.name}]", f"{header_type.fixed_bits} bits is not whole bytes"
        )
    return header_type.fixed_bits // 8


def field_positions(fields: Iterable[FieldType], total_bits: int) -> Iterator[tuple[int, FieldType, int]]:
    """(index, field, right shift) of every fixed-width field in a header of `total_bits`."""
    left = total_bits
    for i, field in enumerate(fields):
        if not field.varbit:
            left -= field.width
            yield i, field, left


# --- Standard metadata, found through the program's field aliases ----------------------------------------------------


# standard_metadata.instance_type
NORMAL, INGRESS_CLONE, EGRESS_CLONE, COALESCED, RECIRCULATED, REPLICATION, RESUBMITTED = range(7)


class Slots(Struct, frozen=True):
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

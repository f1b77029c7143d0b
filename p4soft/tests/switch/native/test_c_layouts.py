# SPDX-License-Identifier: Apache-2.0
"""What C says of memory (`AT`, `SIZE`), which its compiler has checked, is what Python says of it."""

import ctypes
import re
from pathlib import Path

import pytest

import p4soft
from p4soft.switch.native import calculations, layout, primitives
from p4soft.switch.native.burst import Frame, Out, Sent
from p4soft.switch.native.meters import METER_SIZE
from p4soft.switch.native.tables import exact, lpm, ranked
from p4soft.switch.ports import bursts
from p4soft.switch.state import cells

ROOM = Path(p4soft.__file__).parent
FIXED = ROOM / "switch" / "native" / "fixed"


def said(*files):
    """By "struct.member" or "struct": bytes."""
    text = "".join(path.read_text() for path in files)
    found = {f"{struct}.{member}": int(n) for struct, member, n in re.findall(r"AT\((\w+), (\w+), (\d+)\);", text)}
    return found | {struct: int(n) for struct, n in re.findall(r"SIZE\((\w+), (\d+)\);", text)}


KNOWN = {
    "block": exact.HEADER,
    "block.seed": exact.SEED,
    "block.multiplier": exact.MULTIPLIER,
    "block.shift": exact.SHIFT,
    "block.filter": exact.FILTER,
    "block.older": exact.OLDER,
    "block.tags": exact.TAGS,
    "block.dimensions": exact.DIMENSIONS,
    "dimension.mask": exact.PART,
    "pool.end": lpm.END,
    "pool.live": lpm.LIVE,
    "list.tags": ranked.TAGS,
    "list.first": ranked.ROWS_HEADER,
    "descriptor.tag": ranked.TAG,
    "descriptor.mask": ranked.TUPLE_MASK,
    "row.content": ranked.ROW_VALUE,
    "ranked.tuples": ranked.TUPLES,
    "ranked.nodes": ranked.NODES,
    "ranked.rows": ranked.ROWS,
    "ranked.masks": ranked.MASKS,
    "entry_record.packets": layout.PACKETS.offset,
    "entry_record.bytes": layout.BYTES.offset,
    "entry_record.member": layout.MEMBER.offset,
    "entry_record.group": layout.GROUP.offset,
    "entry_record.meter": layout.METER.offset,
    "entry_record.action": layout.ACTION.offset,
    "entry_record.arguments": layout.ENTRY_ARGUMENTS,
    "crc.table": calculations._TABLE,
    "meter": METER_SIZE,
    "meter.peak": 8 * cells.PEAK,
    "meter.committed": 8 * cells.COMMITTED,
    "twister.used": primitives._USED,
    "queue": layout.QUEUE_SIZE,
}


@pytest.mark.parametrize("place", KNOWN)
def test_tables_and_externs(place):
    assert said(*FIXED.glob("*.[ch]"))[place] == KNOWN[place]


def test_sizes_that_depend_on_the_words_of_a_key():
    """As the C files compute them: a node's value begins at 40 and a leaf's at 8, in units of 16 bytes."""
    assert {"node.value": 40, "leaf.value": 8, "pool.free": 32}.items() <= said(FIXED / "trie.c").items()
    assert [lpm.node_size(words) for words in (1, 2, 3)] == [48, 64, 64]
    assert [lpm.leaf_size(words) for words in (1, 2, 3)] == [16, 24, 32]
    free_lists = [32 + 4 * (64 * units + 1) for units in (3, 4)]
    assert [lpm.root_unit(words) for words in (1, 2)] == [-(-end // 16) for end in free_lists]
    assert [exact.record_size(words) for words in (1, 2)] == [16, 24]


STRUCTS = {
    "message": bursts.Message,
    "vector": bursts.IoVec,
    "link_address": bursts.LinkAddress,
    "auxiliary": bursts.Auxiliary,
    "ring": bursts.Ring,
    "frame": Frame,
    "sent": Sent,
    "outgoing": Out,
    "way": bursts.Way,
    "send_ring": bursts.SendRingState,
}


#: Struct tpacket2_hdr of <linux/if_packet.h>, and how it is aligned: Python reads no more of it than its first word.
SLOT = {"slot.link_offset": 12, "slot.vlan_tci": 24, "slot.from": 32}


def test_bursts():
    places = said(ROOM / "switch" / "ports" / "bursts.c")
    assert SLOT.items() <= places.items()
    for place in places.keys() - SLOT.keys():
        struct, _, member = place.partition(".")
        structure = STRUCTS[struct]
        assert places[place] == (getattr(structure, member).offset if member else ctypes.sizeof(structure)), place

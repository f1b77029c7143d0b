# SPDX-License-Identifier: Apache-2.0
"""The messages of simple_switch's event log (--nanolog): a header, little-endian without gaps, then numbers of 32 bits.

The layouts and kinds are those of BMv2's `msg_hdr_t` in bm_sim/event_logger.cpp. Objects have the ids that the
program's JSON gives them.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Any, NamedTuple

_HEADER = struct.Struct("<iQIQQQ")
_CONTEXT = 0


class Kind(IntEnum):
    """What a message is about, by the number that starts it (`EventType` in BMv2)."""

    PACKET_IN = 0
    PACKET_OUT = 1
    PARSER_START = 2
    PARSER_DONE = 3
    PARSER_EXTRACT = 4
    DEPARSER_START = 5
    DEPARSER_DONE = 6
    DEPARSER_EMIT = 7
    CHECKSUM_UPDATE = 8
    PIPELINE_START = 9
    PIPELINE_DONE = 10
    CONDITION_EVAL = 11
    TABLE_HIT = 12
    TABLE_MISS = 13
    ACTION_EXECUTE = 14
    CONFIG_CHANGE = 999


class PacketName(NamedTuple):
    """Which packet: XXH64 of the frame, its number, and which of its copies."""

    signature: int
    number: int
    copy: int


def message(kind: Kind, device_id: int, packet: PacketName, *numbers: int) -> bytes:
    """What a subscriber gets: the header, and what this kind has beside it."""
    header = _HEADER.pack(kind, device_id, _CONTEXT, *packet)
    return header + struct.pack(f"<{len(numbers)}i", *numbers)


class Ids:
    """The ids that a program gives to what has a name."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Read them from a program's BMv2 JSON."""
        self.parser = _ids(document["parsers"])
        self.deparser = _ids(document["deparsers"])
        self.pipeline = _ids(document["pipelines"])
        self.header = _ids(document["headers"])
        tables = [table for pipeline in document["pipelines"] for table in pipeline["tables"]]
        conditions = [condition for pipeline in document["pipelines"] for condition in pipeline["conditionals"]]
        self.table, self.condition = _ids(tables), _ids(conditions)
        self.updates = [each["id"] for each in document["checksums"] if each.get("update", True)]
        self._actions = _ids(document["actions"])
        self._actions_of = {
            table["name"]: dict(zip(table["actions"], table["action_ids"], strict=True)) for table in tables
        }
        self.wrapping = {
            table["actions"][0]: table["id"] for table in tables if not table["key"] and len(table["actions"]) == 1
        }
        """By action, the table without a key that there is only to run it: traces leave it out."""

    def action(self, name: str, table: str | None) -> int:
        """The id of an action that a table chose, or that runs by itself: several actions may have one name."""
        found = self._actions_of.get(table, {}).get(name) if table is not None else None
        return self._actions[name] if found is None else found


def _ids(objects: list[dict[str, Any]]) -> dict[str, int]:
    return {each["name"]: each["id"] for each in objects}

# SPDX-License-Identifier: Apache-2.0
"""The messages that simple_switch publishes: a header of 32 bytes, little-endian without gaps, then its elements.

The layouts are those of BMv2's `msg_hdr_t` in bm_sim/learning.h, ageing.h and port_monitor.h. A subscriber chooses
by the first four bytes. (BMv2 knows a message about a swapped program, too, but does not publish it.)
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence

from p4soft.switch.switch import Digest

_CONTEXT = 0
_LEARNING = struct.Struct("<4sQIiQI")
_AGEING = struct.Struct("<4sQIQiI")
_PORTS = struct.Struct("<4sQI16x")
_HANDLE = struct.Struct("<I")
_STATUS = struct.Struct("<ii")


def learning_sample(digest: Digest) -> bytes:
    """A digest message: its fields one after the other, each in whole bytes, big-endian."""
    return b"".join(value.to_bytes((width + 7) // 8) for value, width in zip(digest.values, digest.widths, strict=True))


def learning_message(device_id: int, list_id: int, buffer_number: int, samples: Sequence[bytes]) -> bytes:
    """`LEA|`: the samples of one digest."""
    header = _LEARNING.pack(b"LEA|", device_id, _CONTEXT, list_id, buffer_number, len(samples))
    return header + b"".join(samples)


def ageing_message(device_id: int, buffer_number: int, table_id: int, handles: Sequence[int]) -> bytes:
    """`AGE|`: the handles, as Thrift has them, of entries of one table that nothing has hit for their time-out."""
    header = _AGEING.pack(b"AGE|", device_id, _CONTEXT, buffer_number, table_id, len(handles))
    return header + b"".join(_HANDLE.pack(handle % (1 << 32)) for handle in handles)


def ports_message(device_id: int, statuses: Mapping[int, bool]) -> bytes:
    """`PRT|`: ports that went up (True) or down."""
    return _PORTS.pack(b"PRT|", device_id, len(statuses)) + _joined(statuses.items())


def _joined(statuses: Iterable[tuple[int, bool]]) -> bytes:
    return b"".join(_STATUS.pack(port, up) for port, up in statuses)

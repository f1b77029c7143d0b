# SPDX-License-Identifier: Apache-2.0
"""Captures of a case as pcapng (draft-ietf-opsawg-pcapng): one interface per port, each frame with a comment.

Times say the order only, one microsecond apart from 1970-01-01T00:00:00Z: evidence has none, and files stay comparable.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from outputs import write_bytes
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import match_frames
from ptf_tests.report.text import visible
from ptf_tests.results import Evidence

_SECTION_HEADER = 0x0A0D0D0A
_INTERFACE_DESCRIPTION = 1
_ENHANCED_PACKET = 6
_BYTE_ORDER_MAGIC = 0x1A2B3C4D
_LINKTYPE_ETHERNET = 1
_OPTION_END = 0
_OPTION_COMMENT = 1
_OPTION_SHB_USERAPPL = 4
_OPTION_IF_NAME = 2
_OPTION_IF_DESCRIPTION = 3
_OPTION_EPB_FLAGS = 2
_MAX_OPTION = 0xFFFF
_APPLICATION = "MRC fabric conformance suite"

#: epb_flags bits 1:0 as the tester sees it: what it receives is inbound, what it sends outbound.
_FLAGS = {"received": 0b01, "sent": 0b10}


@dataclass(frozen=True, slots=True)
class CapturedFrame:
    """A frame of a capture.

    Attributes:
        port: of the device.
        direction: `sent` into the device or `received` from it.
        frame: bytes without FCS.
        comment: shown by Wireshark as packet comment.
    """

    port: int
    direction: Literal["sent", "received"]
    frame: bytes
    comment: str


def frames_of(evidence: Evidence, rules: WireRules) -> list[CapturedFrame]:
    """The frames of a case, sent ones first, each with what is said about it."""
    verdicts = dict.fromkeys(range(len(evidence.received)), "not expected")
    for match in match_frames(evidence, rules):
        if match.received is not None and match.expected is not None:
            verdict = "as expected" if match.exact else f"differs from expected frame {match.expected + 1}"
            verdicts[match.received] = verdict + (", out of order" if match.late else "")
    frames = [
        CapturedFrame(each.port, "sent", bytes.fromhex(each.hex), f"sent {number} into port {each.port}")
        for number, each in enumerate(evidence.sent, start=1)
    ]
    return frames + [
        CapturedFrame(
            each.port,
            "received",
            bytes.fromhex(each.hex),
            f"received {position + 1} from port {each.port}: {verdicts[position]}",
        )
        for position, each in enumerate(evidence.received)
    ]


def capture(frames: Sequence[CapturedFrame], title: str) -> bytes:
    """A pcapng file with these frames in this order; `title` is its comment."""
    ports = sorted({each.port for each in frames})
    header = struct.pack("<IHHq", _BYTE_ORDER_MAGIC, 1, 0, -1)  # version 1.0, section length not given
    blocks = [
        _block(_SECTION_HEADER, header + _options((_OPTION_COMMENT, title), (_OPTION_SHB_USERAPPL, _APPLICATION)))
    ]
    for port in ports:
        description = f"port {port} of the device under test"
        options = _options((_OPTION_IF_NAME, f"port{port}"), (_OPTION_IF_DESCRIPTION, description))
        blocks.append(_block(_INTERFACE_DESCRIPTION, struct.pack("<HHI", _LINKTYPE_ETHERNET, 0, 0) + options))
    for microsecond, each in enumerate(frames):
        size = len(each.frame)
        body = struct.pack("<IIIII", ports.index(each.port), microsecond >> 32, microsecond & 0xFFFFFFFF, size, size)
        flags = struct.pack("<HHI", _OPTION_EPB_FLAGS, 4, _FLAGS[each.direction])
        body += each.frame + bytes(-size % 4) + flags + _options((_OPTION_COMMENT, each.comment))
        blocks.append(_block(_ENHANCED_PACKET, body))
    return b"".join(blocks)


def write_capture(path: Path, frames: Sequence[CapturedFrame], title: str) -> Path:
    """Write a capture whole. Raises OutputError."""
    return write_bytes(path, capture(frames, title))


def _options(*options: tuple[int, str]) -> bytes:
    encoded = b""
    for code, text in options:
        # Cut to the field's width; a character cut in half is dropped.
        value = visible(text).encode()[:_MAX_OPTION].decode(errors="ignore").encode()
        encoded += struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)
    return encoded + struct.pack("<HH", _OPTION_END, 0)


def _block(kind: int, body: bytes) -> bytes:
    length = 12 + len(body)
    return struct.pack("<II", kind, length) + body + struct.pack("<I", length)

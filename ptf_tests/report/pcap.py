# SPDX-License-Identifier: Apache-2.0
"""Captures of a case as pcapng (draft-ietf-opsawg-pcapng): one interface per port, each frame with a comment.

Times say the order only, one microsecond apart from 1970-01-01T00:00:00Z: evidence has none, and files stay comparable.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from p4soft.outputs import write_bytes
from p4soft.outputs.pcapng import INBOUND, OUTBOUND, PcapngWriter
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import match_frames
from ptf_tests.report.text import visible
from ptf_tests.results import Evidence

_APPLICATION = "MRC fabric conformance suite"

#: As the tester sees it: what it receives is inbound, what it sends outbound.
_FLAGS = {"received": INBOUND, "sent": OUTBOUND}


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
    stream = io.BytesIO()
    writer = PcapngWriter(stream, application=_APPLICATION, comment=visible(title))
    interfaces = {
        port: writer.add_interface(f"port{port}", f"port {port} of the device under test")
        for port in sorted({each.port for each in frames})
    }
    for microsecond, each in enumerate(frames):
        comment = visible(each.comment)
        writer.write(interfaces[each.port], microsecond, each.frame, flags=_FLAGS[each.direction], comment=comment)
    return stream.getvalue()


def write_capture(path: Path, frames: Sequence[CapturedFrame], title: str) -> Path:
    """Write a capture whole. Raises OutputError."""
    return write_bytes(path, capture(frames, title))

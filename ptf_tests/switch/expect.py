# SPDX-License-Identifier: Apache-2.0
"""What should come out of a port, and how it differs from what did. Frames are matched by content, not by order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OneOf:
    """One frame that may have any of several forms, because the requirement leaves the choice to the device."""

    accepted: tuple[bytes, ...]


Expected = bytes | OneOf


def accepted(frame: Expected) -> tuple[bytes, ...]:
    """Every form of an expected frame."""
    return frame.accepted if isinstance(frame, OneOf) else (frame,)


@dataclass(frozen=True, slots=True)
class PortDifference:
    """Frames that should have come out of a port and did not, and those that did and should not have."""

    missing: tuple[Expected, ...]
    unexpected: tuple[bytes, ...]


def difference(expected: Sequence[Expected], received: Sequence[bytes]) -> PortDifference:
    """Match every expected frame with one received; frames with fewer forms choose first."""
    left = list(received)
    missing = []
    for frame in sorted(expected, key=lambda item: len(accepted(item))):
        found = next((form for form in accepted(frame) if form in left), None)
        if found is None:
            missing.append(frame)
        else:
            left.remove(found)
    return PortDifference(tuple(missing), tuple(left))

# SPDX-License-Identifier: Apache-2.0
"""Some frames of a fabric, named by what is in them and by where they are: `nic0>nic1 ev 0xc0030005 on A--B`."""

from __future__ import annotations

from dataclasses import dataclass

from fabric.errors import FabricError, RefusedValueError

_LAST_EV = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class Selection:
    """Frames that are all of this; what is None may be anything. They may be trimmed.

    Attributes:
        entropy: 32 bits, the UDP source port and the low 16 bits of the flow label beside it (wire-format §4.1),
            which is 0 on IPv4.
        source, destination: the NICs that their innermost addresses name.
        link: both its directions; None: as they leave a NIC, so that each is looked at once.
    """

    entropy: int | None = None
    source: str | None = None
    destination: str | None = None
    link: str | None = None

    def __str__(self) -> str:
        flow = [] if self.source is None else [f"{self.source}>{self.destination}"]
        ev = [] if self.entropy is None else [f"ev {self.entropy:#010x}"]
        link = [] if self.link is None else [f"on {self.link}"]
        return " ".join((*flow, *ev, *link))


def parse_ev(text: str) -> int:
    """The 32 bits of an EV, as results print it or in decimal. Raises RefusedValueError."""
    try:
        entropy = int(text, 0)
    except ValueError:
        entropy = -1
    if not 0 <= entropy <= _LAST_EV:
        raise RefusedValueError(f"{text!r} is not an EV", f"0x00000000 .. {_LAST_EV:#010x}, as `ev_changes` has it")
    return entropy


def untold(frames: Selection) -> FabricError:
    """What a fabric raises whose links do not look into frames."""
    return FabricError(
        f"{frames}: live links lose any frame alike, not those of a flow or an EV; accepted: `link A--B loss 0.2`, "
        "or emulated time"
    )

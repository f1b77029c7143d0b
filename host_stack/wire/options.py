# SPDX-License-Identifier: Apache-2.0
"""What goes on the wire where sources are silent or disagree: each choice is a field (all: docs/wire-profile.md).

A packet carries its EV's 32 bits, its *entropy*, in UDP source port and flow label (wire-format §4.1).
"""

from dataclasses import dataclass, field
from enum import Enum

from host_stack.errors import ConfigError, check_range
from host_stack.wire.constants import UDP_PORT_ROCE, UDP_PORT_SPEC, Role


class EvSplit(Enum):
    """Which half of the 32-bit EV the UDP source port carries (conflicts §1 row 2)."""

    SPORT_HIGH = "sport_high"
    SPORT_LOW = "sport_low"


class EvMode(Enum):
    """How an EV travels (wire-format §1.1)."""

    SRV6 = "srv6"
    """It expands to the outer destination of SRv6."""
    SRV6_SRH = "srv6_srh"
    """To the outer destination and the one segment of a routing header (wire-format §1.1: up to 32 bytes)."""
    STEV = "stev"
    """Structured EV: UDP source port and flow label, which switches read or hash; not encapsulated."""
    UDP = "udp"
    """The UDP source port alone; not encapsulated."""

    @property
    def bits(self) -> int:
        """The most bits that an EV may expand to (wire-format §4.2)."""
        return {EvMode.SRV6: 128, EvMode.SRV6_SRH: 256, EvMode.STEV: 32, EvMode.UDP: 16}[self]

    @property
    def encapsulates(self) -> bool:
        """Whether there is an outer header."""
        return self in (EvMode.SRV6, EvMode.SRV6_SRH)


class BthFlagOrder(Enum):
    """Order of SE and M in BTH byte 1 (conflicts §1 row 3)."""

    IBTA = "ibta"
    """SE is bit 7, M is bit 6."""
    SWAPPED = "swapped"
    """M is bit 7, SE is bit 6."""


class EethOpBits(Enum):
    """Position of EETH.op in byte 1 (conflicts §1 row 4)."""

    BITS_3_2 = "bits_3_2"
    BITS_5_4 = "bits_5_4"

    @property
    def shift(self) -> int:
        """Where its low bit is, the last number of its name."""
        return int(self.value[-1])


class OutOfWindow(Enum):
    """What the responder does with a PSN above its window (conflicts §1 row 5)."""

    DROP = "drop"
    NACK = "nack"


class RcvdBytesBasis(Enum):
    """What CC_STATE.rcvd_bytes counts per packet (conflicts §1 row 6)."""

    UDP_LENGTH_PLUS_40 = "udp_length_plus_40"
    MAX_PAYLOAD_1024 = "max_payload_1024"


class ProbeSkipOnce(Enum):
    """State of an EV whose reviving probe was answered with M = SKIP_ONCE (conflicts §1 row 8)."""

    SKIP = "skip"
    GOOD = "good"


class PortStateCarriage(Enum):
    """How peers learn which ports of a NIC are up (conflicts §1 row 7)."""

    ENDPOINT_OP = "endpoint_op"
    """By port status updates, an endpoint operation that is answered."""
    SACK_BITMAP = "sack_bitmap"
    """By a bitmap in every SACK, of which no source says where it is: here in the reserved byte 12 of SETH."""


class IntactTrim(Enum):
    """A packet with a trimmed DSCP that was too short to be cut and arrived whole, ICRC correct."""

    NACK = "nack"
    """Believe the DSCP (wire-format §7.1: trimmed packets are recognised by DSCP)."""
    PLACE = "place"
    """Believe the ICRC: place it, and report the EV as SKIP_ONCE."""


@dataclass(frozen=True, slots=True)
class DscpRoles:
    """DSCP value (0..63) of each role (wire-format §7.1). They must differ, or a trim could not be recognised."""

    no_trim: int = 0
    trimmable: int = 4
    trimmable_retx: int = 8
    trimmed: int = 12
    trimmed_lasthop: int = 16
    control: int = 46

    def __post_init__(self) -> None:
        values = [getattr(self, name) for name in self.__dataclass_fields__]
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            if not 0 <= value <= 63:
                raise ConfigError(f"dscp.{name}: {value} is not a DSCP; accepted: 0..63")
        if len(set(values)) != len(values):
            raise ConfigError(f"dscp: two roles share a value in {values}; accepted: six different values 0..63")

    def by_dscp(self) -> tuple[Role, ...]:
        """Role of each DSCP 0..63; unassigned values are ``Role.UNKNOWN``."""
        table = [Role.UNKNOWN] * 64
        for name in self.__dataclass_fields__:
            table[getattr(self, name)] = Role[name.upper()]
        return tuple(table)


@dataclass(frozen=True, slots=True)
class WireOptions:
    """What goes on the wire where the sources conflict. Both ends of a connection must agree on all but the sets."""

    udp_port: int = UDP_PORT_ROCE
    udp_ports_accepted: frozenset[int] = frozenset({UDP_PORT_ROCE, UDP_PORT_SPEC})
    ev_mode: EvMode = EvMode.SRV6
    ev_halves: EvSplit = EvSplit.SPORT_HIGH
    bth_flag_order: BthFlagOrder = BthFlagOrder.IBTA
    eeth_op_bits: EethOpBits = EethOpBits.BITS_3_2
    dscp: DscpRoles = field(default_factory=DscpRoles)
    timestamps: bool = True
    """Send TSETH in every data packet."""
    hop_limit: int = 64
    pkey: int = 0xFFFF
    trimming: bool = True
    """Send data as TRIMMABLE / TRIMMABLE_RETX; False sends it as NO_TRIM (endpoint §4.1: without trim support)."""
    out_of_window: OutOfWindow = OutOfWindow.DROP
    rcvd_bytes: RcvdBytesBasis = RcvdBytesBasis.UDP_LENGTH_PLUS_40
    probe_skip_once: ProbeSkipOnce = ProbeSkipOnce.SKIP
    intact_trim: IntactTrim = IntactTrim.NACK
    port_state: PortStateCarriage = PortStateCarriage.ENDPOINT_OP

    def __post_init__(self) -> None:
        for port in (self.udp_port, *sorted(self.udp_ports_accepted)):
            check_range("udp_port" if port == self.udp_port else "udp_ports_accepted", port, 1, 0xFFFF)
        check_range("hop_limit", self.hop_limit, 1, 255)
        check_range("pkey", self.pkey, 0, 0xFFFF)


# --- Entropy on the wire ---------------------------------------------------------------------------------------------


def split_entropy(entropy: int, split: EvSplit) -> tuple[int, int]:
    """(UDP source port, low 16 bits of the flow label)."""
    high, low = entropy >> 16, entropy & 0xFFFF
    return (high, low) if split is EvSplit.SPORT_HIGH else (low, high)


def join_entropy(sport: int, label: int, split: EvSplit) -> int:
    """The entropy of a packet, from its UDP source port and flow label (of which 16 bits count)."""
    label &= 0xFFFF
    return sport << 16 | label if split is EvSplit.SPORT_HIGH else label << 16 | sport

# SPDX-License-Identifier: Apache-2.0
"""What a switch with given tables makes of IPv6 frames, said from docs/pipeline.md and not by running p4src.

`Model` follows one frame after the other: own uSID, next hop, class, queue, trim. Where the program draws a random
number (a mark between the two thresholds of ECN) or hashes (a group), it says that it cannot tell.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from controller import program
from controller.columns import SwitchTables, Table
from p4soft.table_entries import TableEntry, Ternary

_ETHERNET, _IPV6 = 14, 40
_IN_IPV6, _ROUTING = 41, 43
_FRACTION = 30


class UnpredictableError(Exception):
    """What the switch does depends on chance or on a hash, or on what this model leaves out."""


class Outcome(NamedTuple):
    """What became of a frame.

    Attributes:
        drop: reason (`drop_reason_t`); "" when it was sent.
        port: where it left, with `macs` (source, destination), `destination`, `hop_limit`, `dscp`, `ecn`, `length` of
            the frame and `payload_length` of the outer header.
        queue: that admitted it.
    """

    drop: str = ""
    port: int = -1
    queue: int = -1
    length: int = 0
    dscp: int = 0
    ecn: int = 0
    payload_length: int = 0
    hop_limit: int = 0
    destination: int = 0
    macs: tuple[int, int] = (0, 0)

    def text(self) -> str:
        """What happened, for people."""
        if self.drop:
            return f"dropped: {self.drop}"
        marked = ", marked CE" if self.ecn == program_ce() else ""
        return f"leaves port {self.port} by queue {self.queue}, {self.length} bytes, DSCP {self.dscp}{marked}"


def program_ce() -> int:
    """The ECN code point CE (RFC 3168)."""
    return 3


class Arrival(NamedTuple):
    """A frame that comes to a switch: when, in microseconds, and by which port."""

    now_us: int
    port: int
    frame: bytes


class _Packet(Struct, frozen=True):
    destination: int
    hop_limit: int
    dscp: int
    ecn: int
    length: int
    payload_length: int
    next_header: int
    source: int
    inner: bytes

    @classmethod
    def of(cls, frame: bytes) -> _Packet:
        word, payload, next_header, hop_limit = struct.unpack_from("!IHBB", frame, _ETHERNET)
        source, destination = (int.from_bytes(frame[at : at + 16], "big") for at in (22, 38))
        traffic = word >> 20 & 0xFF
        return cls(
            destination,
            hop_limit,
            traffic >> 2,
            traffic & 3,
            len(frame),
            payload,
            next_header,
            source,
            frame[_ETHERNET + _IPV6 :],
        )


class _DroppedError(Exception):
    """The packet goes no further; the argument is the reason."""


class Reading:
    """Look-ups in the tables of a switch; each is made once."""

    def __init__(self, tables: SwitchTables) -> None:
        self._tables = tables
        self._rows: dict[tuple[str, tuple[int, ...]], TableEntry | None] = {}
        self._prefixes: dict[tuple[str, int], TableEntry | None] = {}
        acl = tables.table(program.ACL_DISABLE_TRIM)
        self.acl = [acl.entry(row) for row in range(len(acl))]

    def row(self, name: str, *key: int) -> TableEntry | None:
        """The entry whose exact fields have these values."""
        if (name, key) not in self._rows:
            table = self._tables.table(name)
            there = np.ones(len(table), np.bool_)
            for column, value in zip(table.schema.fields, key, strict=True):
                there &= table.columns[column] == value
            self._rows[name, key] = _first(table, there)
        return self._rows[name, key]

    def longest(self, name: str, address: int) -> TableEntry | None:
        """The entry with the longest prefix of a 128-bit address."""
        if (name, address) not in self._prefixes:
            table = self._tables.table(name)
            high, low = table.addresses("dst_addr")
            lengths = table.columns["dst_addr.len"]
            found = None
            for length in sorted(set(lengths.tolist()), reverse=True):
                prefix = address >> 128 - length << 128 - length
                upper, lower = np.uint64(prefix >> 64), np.uint64(prefix & _LOW)
                found = _first(table, (lengths == length) & (high == upper) & (low == lower))
                if found is not None:
                    break
            self._prefixes[name, address] = found
        return self._prefixes[name, address]


_LOW = (1 << 64) - 1


def _first(table: Table, there: npt.NDArray[np.bool_]) -> TableEntry | None:
    rows = np.flatnonzero(there)
    return table.entry(int(rows[0])) if len(rows) else None


class Model:
    """A switch with these tables; its queues fill as frames come."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._backlogs: dict[int, list[int]] = {}
        self._clocks: dict[int, int] = {}

    def receive(self, arrival: Arrival) -> Outcome:
        """What becomes of the next frame. Raises UnpredictableError."""
        try:
            return self._through(arrival)
        except _DroppedError as dropped:
            return Outcome(drop=str(dropped))

    # -- forwarding ----------------------------------------------------------------------------------------------------

    def _through(self, arrival: Arrival) -> Outcome:
        packet = _Packet.of(arrival.frame)
        if self._reading.row(program.PORT_ISOLATION, arrival.port) is not None:
            raise _DroppedError("PORT_ISOLATED")
        packet, counted, adjacency = self._endpoint(program.MY_SID, packet, False)
        if counted and adjacency is None:
            again, shifted, adjacency = self._endpoint(f"{program.MY_SID_REDISPATCH_CONTROL}.my_sid", packet, True)
            packet = again if shifted else packet
        if not counted:
            if packet.hop_limit <= 1:
                raise _DroppedError("HOP_LIMIT")
            packet = replace(packet, hop_limit=packet.hop_limit - 1)
        if packet.destination >> 120 == 0xFF:
            raise _DroppedError("MULTICAST")
        hop = adjacency or self._reading.longest(program.ROUTE_IPV6, packet.destination)
        if hop is None:
            raise _DroppedError("NO_ROUTE")
        if hop.action == program.BLACKHOLE_IPV6:
            raise _DroppedError("BLACKHOLE")
        if "port" not in hop.params:
            raise UnpredictableError
        return self._admitted(packet, hop, arrival)

    def _endpoint(self, table: str, packet: _Packet, again: bool) -> tuple[_Packet, bool, TableEntry | None]:
        """The packet after a look-up of local SIDs, whether its hop limit was counted, and an adjacency."""
        entry = self._reading.longest(table, packet.destination)
        if entry is None:
            return packet, False, None
        behaviour = entry.action.rpartition(".")[2]
        if behaviour not in ("uN", "uA"):
            raise UnpredictableError
        argument = packet.destination & (1 << 80) - 1
        if argument:
            shifted = packet.destination >> 96 << 96 | argument << 16
            packet = replace(packet, destination=shifted)
        elif packet.next_header == _ROUTING and packet.inner[3]:
            packet = replace(packet, destination=_next_segment(packet.inner))
        elif entry.params["usd_flavor"] and packet.next_header == _IN_IPV6:
            if packet.ecn:
                raise UnpredictableError
            return _Packet.of(bytes(_ETHERNET) + packet.inner), False, None
        else:
            raise _DroppedError("SID_UPPER_LAYER")
        if packet.hop_limit == 1:
            raise _DroppedError("HOP_LIMIT")
        if again and not argument:
            raise UnpredictableError
        packet = replace(packet, hop_limit=packet.hop_limit - 1)
        return packet, True, entry if behaviour == "uA" else None

    # -- queues --------------------------------------------------------------------------------------------------------

    def _admitted(self, packet: _Packet, hop: TableEntry, arrival: Arrival) -> Outcome:
        port = hop.params["port"]
        to_class = self._reading.row(program.DSCP_TO_TC, packet.dscp)
        tc, eligible = (to_class.params["tc"], to_class.params["trim_eligible"]) if to_class else (0, 0)
        to_queue = self._reading.row(program.TC_TO_QUEUE, tc)
        queue = to_queue.params["queue"] if to_queue else 0
        if eligible and any(_matches(rule, packet, arrival.port) for rule in self._reading.acl):
            eligible = 0
        outcome = Outcome(
            port=port,
            queue=queue,
            length=packet.length,
            dscp=packet.dscp,
            ecn=packet.ecn,
            payload_length=packet.payload_length,
            hop_limit=packet.hop_limit,
            destination=packet.destination,
            macs=(hop.params["src_mac"], hop.params["dst_mac"]),
        )
        profile = self._reading.row(program.DATA_QUEUE_PROFILE, port, queue)
        fits, backlog = self._offer(profile, port, queue, packet.length, arrival.now_us)
        if fits:
            return self._marked(outcome, profile, backlog)
        assert profile is not None
        trim = self._reading.row(program.SWITCH_TRIMMING, port)
        if not eligible or not profile.params["packet_discard_action"] or trim is None:
            raise _DroppedError("QUEUE_FULL")
        return self._trimmed(outcome, trim, arrival.now_us)

    def _trimmed(self, outcome: Outcome, trim: TableEntry, now_us: int) -> Outcome:
        size, queue = trim.params["size"], trim.params["queue"]
        length = min(outcome.length, size)
        payload = outcome.payload_length
        if outcome.length > size and not trim.params["length_mode"]:
            payload = min(payload, size - _ETHERNET - _IPV6)
        profile = self._reading.row(program.TRIM_QUEUE_PROFILE, outcome.port, queue)
        if not self._offer(profile, outcome.port, queue, length, now_us)[0]:
            raise _DroppedError("TRIM_QUEUE_FULL")
        return outcome._replace(length=length, dscp=trim.params["dscp"], queue=queue, payload_length=payload)

    def _offer(self, profile: TableEntry | None, port: int, queue: int, length: int, now_us: int) -> tuple[bool, int]:
        """Whether a queue takes a frame, and the bytes before it (p4src/stages/virtual_queue.p4)."""
        if profile is None:
            return True, 0
        rate, params = profile.params["rate"], profile.params
        backlogs = self._backlogs.setdefault(port, [0] * program.QUEUES)
        drained = (now_us - self._clocks.get(port, 0)) * rate
        ahead = max(0, backlogs[queue] - drained)
        size = length + params["frame_overhead"] << _FRACTION
        fits = bool(rate) and ahead + size <= params["limit"] << _FRACTION
        if rate:
            self._clocks[port] = now_us
            for each in range(program.QUEUES):
                backlogs[each] = max(0, backlogs[each] - drained) + (size if fits and each <= queue else 0)
        return fits, -(-ahead >> _FRACTION)

    def _marked(self, outcome: Outcome, profile: TableEntry | None, backlog: int) -> Outcome:
        if profile is None or not profile.params["ecn"] or not outcome.ecn:
            return outcome
        params = profile.params
        if backlog >= params["ecn_max_threshold"] and backlog >= params["ecn_min_threshold"]:
            return outcome._replace(ecn=program_ce())
        if backlog > params["ecn_min_threshold"] and params["ecn_slope_per_byte"]:
            raise UnpredictableError
        return outcome


def _matches(rule: TableEntry, packet: _Packet, port: int) -> bool:
    values = {
        "ingress_port": port,
        "src_addr": packet.source,
        "dst_addr": packet.destination,
        "next_header": packet.next_header,
        "dscp": packet.dscp,
    }
    for name, match in rule.match.items():
        if not isinstance(match, Ternary) or name not in values or values[name] & match.mask != match.value:
            return False
    return True


def _next_segment(inner: bytes) -> int:
    """Segment List[Segments Left - 1] of the SRH that follows the outer header (RFC 8754 §2)."""
    at = 8 + 16 * (inner[3] - 1)
    return int.from_bytes(inner[at : at + 16], "big")

# SPDX-License-Identifier: Apache-2.0
"""NICs on IPv4: UDP-port EVs over switches that hash, with loss, trims, marks and a dead path (wire-format §1.1)."""

import random
import zlib

import pytest
from host_stack_kit import (
    Pipe,
    config,
    join,
    mac,
    template,
)
from nic_wire_kit import pattern

from host_stack import (
    ConfigError,
    DscpRoles,
    EvProfile,
    EvState,
    InitAttributes,
    Journal,
    Nic,
    NicConfig,
    PortConfig,
    RtrAttributes,
    StaticPaths,
    TransportOptions,
    WireOptions,
)
from host_stack.explain.conversations import explain_journals, fates_of
from host_stack.paths.expansion import EvField, EvFormatFields, Expansion, FieldEvs
from host_stack.wire import icrc
from host_stack.wire.frames import Drop, DropReason, FrameBuilder, FrameParser, Packet, ethernet
from host_stack.wire.ip import ipv4_checksum
from host_stack.wire.options import EvMode, EvSplit, IntactTrim

A, B = bytes((10, 0, 0, 1)), bytes((10, 0, 0, 2))
UDP = WireOptions(ev_mode=EvMode.UDP)
SPINES = 4
DSCP = DscpRoles()


def evs(split=EvSplit.SPORT_HIGH):
    """A UDP source port of 0xc000 and above: two fixed bits, the plane, and 13 bits for the hash."""
    fields = (EvField(2, 0b11), EvField(1, mask=1), EvField(13, mask=0x1FFF))
    return FieldEvs(Expansion(EvFormatFields(EvMode.UDP, (2, 1, 13)), fields), planes=2, plane_field=1, split=split)


def nic(name, own, peer, wire=UDP, transport=None):
    ports = tuple(PortConfig(mac(p), mac(p)) for p in range(2))
    options = transport or TransportOptions()
    return Nic(NicConfig(name, own, ports, StaticPaths({peer: evs(wire.ev_halves)}), wire, options), seed=own[3])


def spine_of(frame):
    """The switch's choice: a hash of addresses and UDP ports."""
    return zlib.crc32(frame[26:38]) % SPINES


def with_dscp(frame, dscp, size=None):
    """A switch rewrites DSCP, length and checksum; with ``size`` it cuts the packet first (trimming)."""
    frame = frame if size is None else frame[:size]
    head = bytearray(frame[14:34])
    head[1] = dscp << 2 | head[1] & 3
    head[2:4] = (len(frame) - 14).to_bytes(2, "big")
    return frame[:14] + routed(head) + frame[34:]


def routed(head):
    """One hop less, and the checksum of that, computed as RFC 1071 says it."""
    head = bytearray(head)
    head[8] -= 1
    head[10:12] = b"\0\0"
    total = sum(int.from_bytes(head[at : at + 2], "big") for at in range(0, 20, 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    head[10:12] = (total ^ 0xFFFF).to_bytes(2, "big")
    return bytes(head)


class Fabric:
    """Two planes of spines that route IPv4 by a hash; ``decide`` says what becomes of each frame."""

    def __init__(self, decide=lambda _frame, _plane, _spine: None, size=1 << 20, wire=UDP, **kw):
        self.a, self.b = nic("a", A, B, wire, **kw), nic("b", B, A, wire, **kw)
        self.qa, self.qb = join(
            self.a, self.b, profile=EvProfile(evs(wire.ev_halves), active_per_plane=32, backup_per_plane=32)
        )
        self.data = pattern(size)
        self.region = self.b.register_memory(size)
        self.pipe = Pipe([self.a, self.b])
        self.pipe.hook = self._carry
        self.decide = decide
        self.frames = []
        self.used = set()

    def _carry(self, name, port, frame, now):
        self.frames.append(frame)
        spine = spine_of(frame)
        self.used.add((port, spine))
        verdict = self.decide(frame, port, spine)
        if verdict is None:
            verdict = [frame[:14] + routed(frame[14:34]) + frame[34:]]
        target = self.b if name == "a" else self.a
        for passed in verdict:
            self.pipe.at(now + 4_000, lambda f=passed: (target.receive(port, f, self.pipe.now), self.pipe.pump(target)))
        return []

    def run(self, limit_ns=100_000_000):
        self.qa.post_write(self.data, self.region.address, self.region.r_key, wr_id=7)
        self.pipe.run(lambda: self.qa.counters.messages_completed == 1 or self.qa.error, limit_ns=limit_ns)
        assert [(c.wr_id, c.status.value) for c in self.qa.poll_completions()] == [(7, "success")]
        assert bytes(self.region.data) == self.data
        return self


def opcode(frame):
    return frame[42]


def is_data(frame):
    return 0xC6 <= opcode(frame) <= 0xCB


@pytest.mark.parametrize("split", EvSplit)
def test_a_write_over_hashed_paths(split):
    t = Fabric(wire=WireOptions(ev_mode=EvMode.UDP, ev_halves=split)).run()
    assert t.qa.counters.retransmissions == 0
    assert t.used == {(plane, spine) for plane in range(2) for spine in range(SPINES)}
    for frame in t.frames:
        assert frame[12:14] == b"\x08\x00"
        assert frame[14] == 0x45
        assert int.from_bytes(frame[16:18], "big") == len(frame) - 14
        assert frame[20:22] == b"\x40\x00"  # not to be fragmented
        assert (frame[22], frame[23]) == (64, 17)
        assert {frame[26:30], frame[30:34]} == {A, B}
        assert routed(frame[14:22] + b"\x41" + frame[23:34]) == frame[14:34]  # its checksum is right
        assert int.from_bytes(frame[34:36], "big") >> 14 == 3
    assert {opcode(frame) for frame in t.frames} >= {0xC6, 0xC7, 0xC8, 0xDC, 0xD1}


@pytest.mark.parametrize("seed", range(4))
def test_loss_trims_and_marks(seed):
    rng = random.Random(seed)

    def decide(frame, _plane, _spine):
        chance = rng.random()
        if chance < 0.01:
            return []
        if is_data(frame) and len(frame) > 256 and chance < 0.05:
            return [with_dscp(frame, DSCP.trimmed, 256)]
        if is_data(frame) and chance < 0.1:
            head = bytearray(frame[14:34])
            head[1] |= 3
            return [frame[:14] + routed(head) + frame[34:]]
        return None

    t = Fabric(decide).run()
    assert t.qb.counters.trims_received > 0
    assert t.qa.counters.trims_signalled > 0
    assert t.qb.counters.marked_received > 0
    assert t.qa.counters.evs_skipped > 0
    assert t.a.counters["drop.ipv4_header"] == t.b.counters["drop.ipv4_header"] == 0
    assert t.a.counters["drop.icrc"] == t.b.counters["drop.icrc"] == 0


def test_evs_that_hash_to_a_dead_spine_are_left():
    t = Fabric(lambda _f, plane, spine: [] if (plane, spine) == (0, 2) else None, size=4 << 20).run()
    assert t.qa.counters.evs_retired > 0
    bad = [entry.entropy for entry in t.qa.evs if entry.state is EvState.ASSUMED_BAD]
    assert bad
    for entropy in bad:
        sport = entropy >> 16
        assert zlib.crc32(A + B + sport.to_bytes(2, "big") + (4791).to_bytes(2, "big")) % SPINES == 2
    assert t.a.counters["ev_probe.sent"] > 0


def test_a_packet_with_a_trimmed_dscp_that_is_whole():
    t = Fabric(
        lambda f, _p, _s: [with_dscp(f, DSCP.trimmed)] if is_data(f) else None,
        size=100_000,
        wire=WireOptions(ev_mode=EvMode.UDP, intact_trim=IntactTrim.PLACE),
    ).run()
    assert t.qb.counters.trims_received == 0


def test_every_packet_can_be_explained():
    t = Fabric(size=200_000)
    t.a.journal, t.b.journal = Journal(10_000), Journal(10_000)
    t.run()
    found = [c for c in explain_journals({"a": t.a.journal, "b": t.b.journal}, UDP).all() if c.writer == A]
    (conversation,) = found
    fates = [fate for each in fates_of(conversation).values() for fate in each]
    assert len(fates) == t.qa.counters.data_packets
    assert {fate.outcome.value for fate in fates} == {"delivered"}


# --- Frames ---------------------------------------------------------------------------------------------------------


def built(payload=b"p" * 100):
    builder = FrameBuilder(UDP, [ethernet(mac(0), mac(1))])
    bth = bytes.fromhex("c600ffff00000010") + b"\0" + bytes(3) + bytes(4) + bytes(12) + b"\x00\x00\x10\x00"
    return builder.build(
        port=0,
        outer_addresses=b"",
        inner_addresses=A + B,
        traffic_class=4 << 2 | 2,
        entropy=0xC0010000,
        headers=bth,
        payload=payload,
    )


def bitwise_icrc(packet):
    """CRC-32 bit by bit over the packet from its IPv4 header on, masked as IBTA Annex A17.3.3 says."""
    masked = bytearray(packet[:-4])
    masked[1] = masked[8] = masked[10] = masked[11] = 0xFF  # TOS, TTL, checksum
    masked[26] = masked[27] = 0xFF  # UDP checksum
    masked[32] = 0xFF  # BTH, byte 4
    register = 0xFFFFFFFF
    for byte in b"\xff" * 8 + bytes(masked):
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0xEDB88320 if register & 1 else 0)
    return (register ^ 0xFFFFFFFF).to_bytes(4, "little")


def test_the_icrc_is_that_of_the_annex_and_survives_a_router():
    frame = built()
    assert frame[-4:] == bitwise_icrc(frame[14:])
    parser = FrameParser(UDP, B)
    assert isinstance(parser.parse(frame), Packet)
    hopped = frame[:14] + routed(frame[14:34]) + frame[34:]
    assert isinstance(parser.parse(hopped), Packet)
    assert parser.parse(frame[:-5] + bytes((frame[-5] ^ 1,)) + frame[-4:]) == Drop(DropReason.ICRC)


def test_a_captured_roce_packet_has_the_right_prefix():
    """A CNP of a ConnectX-4 Lx (scapy's test/contrib/roce.uts, public): another sender's identification is covered."""
    packet = bytes.fromhex(
        "45c2003c718c400040119161 0a001101 0a001201 0000 12b7 0028 0000"
        "8100ffff40000118 00000000 00000000000000000000000000000000"
    )
    assert icrc.finish(icrc.prefix_ipv4(packet[:20]), packet[20:]) == bytes.fromhex("82fd002a")
    assert ipv4_checksum(packet[:20]) == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda f: f[:12] + b"\x86\xdd" + f[14:], DropReason.NOT_IPV6),
        (lambda f: f[:14] + b"\x65" + f[15:], DropReason.NOT_IPV6),
        (lambda f: f[:14] + b"\x46" + f[15:], DropReason.IPV4_HEADER),  # options
        (lambda f: f[:20] + b"\x20\x00" + f[22:], DropReason.IPV4_HEADER),  # a fragment, and its checksum wrong
        (lambda f: f[:14] + routed(f[14:20] + b"\x60\x00" + f[22:34]) + f[34:], DropReason.IPV4_HEADER),  # a fragment
        (lambda f: f[:14] + routed(f[14:20] + b"\x00\x01" + f[22:34]) + f[34:], DropReason.IPV4_HEADER),
        (lambda f: f[:22] + b"\x05" + f[23:], DropReason.IPV4_HEADER),  # a hop less, and the checksum as before
        (lambda f: f[:14] + routed(f[14:23] + b"\x06" + f[24:34]) + f[34:], DropReason.NEXT_HEADER),
        (lambda f: f[:14] + routed(f[14:30] + A) + f[34:], DropReason.NOT_OUR_ADDRESS),
        (lambda f: f[:-1], DropReason.TRUNCATED),
        (lambda f: f[:33], DropReason.TRUNCATED),
        (lambda f: f[:36] + b"\x00\x01" + f[38:], DropReason.UDP_PORT),
    ],
)
def test_what_is_not_for_a_nic_on_ipv4(change, reason):
    assert FrameParser(UDP, B).parse(change(built())) == Drop(reason)


def test_nics_of_two_families_do_not_hear_each_other():
    frame = built()
    assert FrameParser(WireOptions(), bytes(16)).parse(frame) == Drop(DropReason.NOT_IPV6)


def test_any_bytes_are_parsed_or_dropped():
    rng = random.Random(4)
    parser = FrameParser(UDP, B)
    frames = [built(), built(b""), with_dscp(built(), DSCP.trimmed, 90)]
    seen = set()
    for _ in range(5000):
        frame = bytearray(rng.choice(frames))
        for _ in range(rng.randrange(1, 4)):
            frame[rng.randrange(len(frame))] = rng.getrandbits(8)
        if rng.random() < 0.5:
            frame[14:34] = routed(frame[14:34])
        found = parser.parse(bytes(frame[: rng.randrange(len(frame) + 1)] if rng.random() < 0.3 else frame))
        seen.add(found.reason if isinstance(found, Drop) else found.trimmed)
    assert len(seen) >= 10


# --- Set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [EvMode.SRV6, EvMode.SRV6_SRH, EvMode.STEV])
def test_modes_that_ipv4_has_no_place_for_are_refused(mode):
    with pytest.raises(ConfigError, match=rf"ev_mode: {mode.value} has no place in IPv4; accepted: udp"):
        nic("a", A, B, WireOptions(ev_mode=mode))


def test_addresses_of_other_lengths_are_refused():
    with pytest.raises(ConfigError, match="address: 5 bytes; accepted: a 16-byte IPv6 address, or 4 bytes of IPv4"):
        nic("a", b"12345", B)
    qp = Nic(config("n", 1, [2]), 1).create_qp()
    qp.modify_to_init(InitAttributes(EvProfile(template())))
    with pytest.raises(ConfigError, match="peer_address: 4 bytes; accepted: 16, as the NIC's own"):
        qp.modify_to_rtr(RtrAttributes(B, 17))
    assert qp.state.name == "INIT"

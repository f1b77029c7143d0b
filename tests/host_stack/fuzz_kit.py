# SPDX-License-Identifier: Apache-2.0
"""Frames of every kind, mutated: what `test_nic_fuzz` gives a NIC, and what must hold while it takes them."""

from __future__ import annotations

import random

from host_stack_kit import (
    Pipe,
    address,
    config,
    join,
    mac,
    trim,
    with_dscp,
)
from nic_wire_kit import pattern, with_ce

from host_stack import MemoryRegion, Nic, QpState, RtsAttributes
from host_stack.wire import icrc
from host_stack.wire.headers import PACKET_TYPES
from host_stack.wire.options import IntactTrim, WireOptions


def corpus() -> list[bytes]:
    """Every kind of frame a transfer with losses and trims makes, trimmed ones too, all addressed to the second NIC."""
    rng = random.Random(1)
    a, b = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    qa, _ = join(a, b)
    region = b.register_memory(200_000)
    pipe = Pipe([a, b])

    def hook(_n, _p, f, _now):
        dice = rng.random()
        return [] if dice < 0.15 else [(0, trim(f))] if dice < 0.3 and 0xC6 <= f[102] <= 0xCB else [(0, f)]

    pipe.hook = hook
    for size in (1, 5000, 90_000):
        qa.post_write_imm(pattern(size), region.address, region.r_key, 9)
    for size in (1, 5000):
        qa.post_write(pattern(size), region.address, region.r_key)
    pipe.run(lambda: qa.counters.messages_completed == 5)
    by_kind: dict[int, list[bytes]] = {}
    for _, _, _, frame in pipe.sent:
        by_kind.setdefault(frame[102], []).append(resealed(frame[:62] + address(1) + address(2) + frame[94:]))
    frames = [f for kind in sorted(by_kind) for f in by_kind[kind][:6]]
    frames += [trim(f) for f in frames if 0xC6 <= f[102] <= 0xCB]
    # What ends a queue pair, about the first packet: a fatal NACK (NETH's reason and PSN), a NAK (syndrome, BTH's PSN).
    nack, ack = by_kind[0xDD][0], by_kind[0xD1][0]
    frames.append(resealed(nack[:116] + b"\x19" + nack[117:127] + b"\xff\xff\xf0" + nack[130:]))
    frames.append(resealed(ack[:111] + b"\xff\xff\xf0\x62" + ack[115:]))
    missing = [kind.opcode.name for code, kind in PACKET_TYPES.items() if code not in by_kind]
    assert not missing, f"the transfer above provokes no {', '.join(missing)}"
    return frames


#: RETH.VA in a data frame with TSETH.
VA = 122


def mutate(frame: bytes, rng: random.Random) -> bytes:
    out = bytearray(frame)
    for _ in range(rng.choice((1, 1, 2, 4))):
        kind = rng.choice((0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7))
        # Headers matter more than payload, the transport's most of all.
        low, high = rng.choice(((0, 180), (100, 180), (100, 180), (110, 122), (0, 9999)))
        at = min(rng.randrange(low, high), max(0, len(out) - 1))
        if not out:
            break
        if kind == 0:
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            out[at] = rng.choice((0, 0xFF, 0x7F, 0x80, rng.randrange(256)))
        elif kind == 2:
            del out[rng.randrange(len(out)) :]
        elif kind == 3:
            out[at:at] = rng.randbytes(rng.randrange(1, 12))
        elif kind == 4:
            del out[at : at + rng.randrange(1, 12)]
        elif kind == 5:
            out = bytearray(with_dscp(bytes(out), rng.choice((0, 4, 8, 12, 16, 46)))) if len(out) > 16 else out
        elif kind == 6:
            out = bytearray(with_ce(bytes(out))) if len(out) > 16 else out
        elif len(out) > VA + 8 and 0xC6 <= out[102] <= 0xCB:
            # To the edges of the region that it is for, and into the memory on both sides of it.
            va = int.from_bytes(out[VA : VA + 8], "big") + rng.randrange(-6000, 6000)
            out[VA : VA + 8] = (va & (1 << 64) - 1).to_bytes(8, "big")
    if len(out) >= 118 and rng.random() < 0.8:
        out = bytearray(resealed(bytes(out)))
    return bytes(out)


def resealed(frame: bytes) -> bytes:
    """Lengths and ICRC made right again, so that the mutation reaches the engine behind the checks."""
    frame = frame[:18] + (len(frame) - 54).to_bytes(2, "big") + frame[20:]
    frame = frame[:58] + (len(frame) - 94).to_bytes(2, "big") + frame[60:]
    frame = frame[:98] + (len(frame) - 94).to_bytes(2, "big") + frame[100:]
    return frame[:-4] + icrc.compute(frame[54:-4])


GUARD = 4096


class Victim:
    """A NIC whose region is the middle of its address space; everything else about memory is watched."""

    def __init__(self, seed: int) -> None:
        self.nic = Nic(config("b", 2, [1], wire=WireOptions(intact_trim=IntactTrim.PLACE)), seed)
        self.peer = Nic(config("a", 1, [2]), 1)
        self.region = self.nic.register_memory(200_000)
        self.neighbour = self.nic.register_memory(GUARD)
        # Same memory addresses as the corpus, a key nobody knows: nothing may ever land here.
        self.secret = MemoryRegion(self.region.address - GUARD, bytearray(b"\xa5" * GUARD), 0xFFFF_FFFF)
        self.nic.memory.add(self.secret)
        self.fresh()

    def fresh(self) -> None:
        self.nic.queue_pairs.clear()
        self.nic._numbers.next = 0x10
        self.peer.queue_pairs.clear()
        self.peer._numbers.next = 0x10
        # So few retries that a queue pair ends now and then for want of progress too.
        rts = RtsAttributes(ack_timeout=8, linear_retries=1, exponential_retries=1)
        self.other, self.qp = join(self.peer, self.nic, rts=rts)

    def check(self) -> None:
        assert len(self.region.data) == 200_000
        assert len(self.neighbour.data) == GUARD
        assert self.secret.data == b"\xa5" * GUARD


def hammer(mutations: int) -> None:
    """Mutated frames at a NIC, always the same ones, then a healthy transfer. Raises what is wrong."""
    rng = random.Random(2026)
    frames = corpus()
    victim = Victim(2)
    nic = victim.nic
    # The corpus was made with another NIC's keys; give it this one's by making the region answer to them.
    key = next(f for f in frames if f[102] == 0xC6)[130:134]
    nic.memory.remove(victim.region)
    victim.region = MemoryRegion(victim.region.address, victim.region.data, int.from_bytes(key, "big"))
    nic.memory.add(victim.region)
    now = 0
    reached = 0
    seen: set[str] = set()
    for number in range(mutations):
        frame = mutate(rng.choice(frames), rng)
        now += rng.randrange(2000)
        nic.receive(rng.randrange(2), mac(rng.randrange(2)) + frame[6:], now)
        for _ in range(4):
            if nic.transmit(rng.randrange(4), now) is None:
                break
        if number % 500 == 0:
            victim.check()
        if number % 97 == 0 and victim.qp.state is QpState.RTS:
            victim.qp.post_write(pattern(9000), 0, 0)
        if victim.qp.state is not QpState.RTS:
            seen |= {name for name, value in victim.qp.counters.as_dict().items() if value}
            reached += 1
            victim.fresh()
    victim.check()
    counters, placed = nic.counters.copy(), victim.region.bytes_placed
    # The NIC still works.
    victim.fresh()
    data = pattern(50_000, 3)
    pipe = Pipe([victim.peer, nic])
    pipe.now = now
    victim.other.post_write(data, victim.region.address, victim.region.r_key)
    pipe.run(lambda: victim.other.counters.messages_completed == 1, limit_ns=now + 20_000_000)
    assert bytes(victim.region.data[:50_000]) == data
    if mutations >= 10_000:  # fewer may miss some
        drops = {name: count for name, count in counters.items() if name.startswith("drop.")}
        assert counters["rx.frames"] == mutations
        assert len(drops) >= 12, drops
        assert reached > 0  # some mutations got as far as ending a queue pair
        assert placed > 0  # and some were placed
        behind = counters["rx.frames"] - sum(drops.values())
        assert behind > mutations // 4  # many got past the checks, to the engine
        assert seen >= {"sacks_received", "nacks_received", "messages_completed", "trims_received", "duplicates"}

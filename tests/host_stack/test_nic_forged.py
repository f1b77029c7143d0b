# SPDX-License-Identifier: Apache-2.0
"""Frames with a field changed and an ICRC that fits again, between live queue pairs: bad memory, or somebody who can.

Nothing can be noticed about payload that changed, or about an answer that lies and is plausible. Everything else holds:
no byte lands outside of what the peer may write, nothing raises, whatever was posted ends; and what says that it
succeeded has put its bytes where they belong, where only headers of data were changed.
"""

from __future__ import annotations

from random import Random

import pytest
from fuzz_kit import resealed
from host_stack_kit import SACK, Pipe, config, is_data, join, opcode_of
from nic_wire_kit import pattern

from host_stack import CompletionKind, CompletionStatus, MemoryRegion, Nic, QpState, QueuePair, RtsAttributes

BASE = 1 << 33
SIZE = 1 << 17
GUARD = b"\xa5" * 4096
SUCCESS = CompletionStatus.SUCCESS

#: Where fields are in an encapsulated frame, from the first byte to one past the last.
COMMON = {
    "opcode": (102, 103), "pad": (103, 104), "qpn": (107, 110), "bits": (110, 111), "psn": (111, 114),
    "source port": (94, 96), "flow label": (56, 58),
}  # fmt: skip
OF_DATA = {**COMMON, "METH": (114, 118), "TSETH": (118, 122), "length": (134, 138)}
OF_RETH = {"address": (122, 130), "r_key": (130, 134)}
#: A SETH with CC_STATE, a NETH, an AETH, an ERTH: whatever follows the BTH.
OF_CONTROL = {**COMMON, "body": (114, None)}
LADDER = RtsAttributes(ack_timeout=5, linear_retries=2, exponential_retries=2)


class Forged:
    """Two NICs that write to each other, by two connections, over a network that changes and repeats frames."""

    def __init__(self, seed: int, *, data: dict[str, tuple[int, int]], control: dict[str, tuple[int, int | None]]):
        rng = self.rng = Random(seed)
        self.data, self.control = data, control
        self.nics = [Nic(config("ab"[i], i + 1, [2 - i]), seed=seed << 1 | i) for i in (0, 1)]
        self.pairs = [join(*self.nics, rts=LADDER, psn=rng.getrandbits(24)) for _ in range(2)]
        self.regions = [self._regions(nic) for nic in self.nics]
        self.pipe = Pipe(self.nics)
        self.pipe.hook = self._hook
        self.rate, self.until_ns = rng.choice((0.01, 0.05, 0.3)), rng.choice((50_000, 400_000))
        self.old: list[bytes] = []
        self.forged = 0
        # By sender: the writes of each queue pair, what they write and where.
        self.writes: dict[int, list[tuple[int, bytes]]] = {}
        self.senders: list[tuple[QueuePair, QueuePair, int]] = []
        places = [0, 0]
        for pair in self.pairs:
            for side in (0, 1):
                self._post(pair[side], pair[1 - side], 1 - side, places)

    def _regions(self, nic: Nic) -> tuple[MemoryRegion, MemoryRegion, MemoryRegion]:
        before = nic.register_memory(bytearray(GUARD), address=BASE - len(GUARD))
        return (
            before,
            nic.register_memory(SIZE, address=BASE),
            nic.register_memory(bytearray(GUARD), address=BASE + SIZE),
        )

    def _post(self, sender: QueuePair, receiver: QueuePair, to: int, places: list[int]) -> None:
        posted = self.writes[len(self.senders)] = []
        self.senders.append((sender, receiver, to))
        region = self.regions[to][1]
        for number in range(6):
            data = pattern(self.rng.choice((0, 1, 300, 300, 4096, 9000)), len(self.senders) * 10 + number)
            sender.post_write_imm(data, BASE + places[to], region.r_key, number, wr_id=number)
            posted.append((places[to], data))
            places[to] += len(data) + 16

    def _hook(self, _name: str, _port: int, frame: bytes, now: int) -> list[tuple[int, bytes]]:
        rng = self.rng
        fields = self.data if is_data(frame) else self.control
        if now > self.until_ns or rng.random() > self.rate:
            if rng.random() < 0.1:
                self.old.append(frame)
            return [(0, frame)]
        if self.old and rng.random() < 0.2:
            return [(0, frame), (rng.randrange(50_000), rng.choice(self.old))]
        if not fields:
            return [(0, frame)]
        self.forged += 1
        begin, end = rng.choice(list(fields.values()))
        changed = bytearray(frame)
        changed[rng.randrange(begin, len(frame) - 4 if end is None else end)] ^= 1 << rng.randrange(8)
        bad = resealed(bytes(changed))
        return [(0, bad)] if rng.random() < 0.5 else [(0, frame), (rng.randrange(20_000), bad)]

    def run(self) -> Forged:
        """Until everything posted has ended. Checks what holds whatever is forged."""
        requestors = [sender.requestor for sender, _, _ in self.senders]
        self.pipe.run(lambda: not any(requestor._queue.busy for requestor in requestors), limit_ns=30_000_000)
        for requestor in requestors:
            assert not requestor._queue.busy, "a write has not ended"
            assert requestor._cc._destination.inflight >= 0
        for before, _, after in self.regions:
            assert before.data == after.data == GUARD
        return self

    def successes_are_true(self) -> None:
        """Every write and every immediate that succeeded has its bytes, all of them, where they belong."""
        for number, (sender, _, to) in enumerate(self.senders):
            region = self.regions[to][1]
            done = [c.wr_id for c in sender.poll_completions() if (c.kind, c.status) == (CompletionKind.WRITE, SUCCESS)]
            sent = self.writes[number]
            for wr_id in done:
                at, data = sent[wr_id]
                assert bytes(region.data[at : at + len(data)]) == data, f"write {wr_id} of {sender}"


@pytest.mark.parametrize("part", range(8))
def test_whatever_is_forged_nothing_else_is_written_and_everything_ends(part):
    states = set()
    forged = 0
    everything = {**OF_DATA, **OF_RETH, "payload": (138, 139)}
    for seed in range(part * 20, part * 20 + 20):
        try:
            played = Forged(seed, data=everything, control=OF_CONTROL).run()
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        states |= {sender.state for sender, _, _ in played.senders}
        forged += played.forged
    assert forged > 50
    assert states == {QpState.RTS, QpState.ERROR}


@pytest.mark.parametrize("part", range(8))
def test_where_headers_of_data_are_forged_a_success_is_one(part):
    for seed in range(part * 40, part * 40 + 40):
        try:
            # An address that leads elsewhere in the region is as good as another, in a message of one packet.
            forged = {**OF_DATA, "r_key": OF_RETH["r_key"]}
            Forged(seed, data=forged, control={}).run().successes_are_true()
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error


class _Lies(Forged):
    """A tenth of the data is lost, and SACKs call received what was not: their cack, bitmap or offset is changed."""

    def _hook(self, name: str, port: int, frame: bytes, now: int) -> list[tuple[int, bytes]]:
        if is_data(frame) and now < self.until_ns and self.rng.random() < 0.1:
            return []
        if not is_data(frame) and opcode_of(frame) != SACK:
            return [(0, frame)]
        return super()._hook(name, port, frame, now)


#: Low bits of cack, the offset of the bitmap, and the bitmap, of a SETH.
OF_SACKS = {"cack": (129, 130), "offset": (132, 134), "bitmap": (134, 142)}


def test_what_a_sack_falsely_called_received_is_sent_again_in_the_end(monkeypatch):
    """Retries are for ever: nothing but the peer's own word gets such a queue pair on."""
    monkeypatch.setitem(globals(), "LADDER", RtsAttributes(ack_timeout=5, linear_retries=2, exponential_retries=25))
    taken_back = 0
    for seed in range(60):
        played = _Lies(seed, data={}, control=OF_SACKS).run()
        assert {sender.state for sender, _, _ in played.senders} == {QpState.RTS}
        played.successes_are_true()
        taken_back += sum(sender.counters.reports_taken_back for sender, _, _ in played.senders)
    assert taken_back > 0

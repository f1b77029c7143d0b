# SPDX-License-Identifier: Apache-2.0
"""Random runs, hostile exchanges and mutated frames have teeth: each finds broken NICs, and soon."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from fuzz_kit import hammer
from hostile_kit import Hostile
from long_kit import share
from pytest import MonkeyPatch
from soak_kit import Soak, SoakError

from host_stack import CompletionStatus, QueuePair
from host_stack.native.data_path import in_python
from host_stack.nic import Endpoint, QpNumbers
from host_stack.transport.answers import Answers
from host_stack.transport.completions import Completion, CompletionKind
from host_stack.transport.congestion.destination import Account
from host_stack.transport.memory import MemoryRegion, MemoryTable
from host_stack.transport.requestor import Acknowledgements, Requestor
from host_stack.transport.responder import Responder
from host_stack.transport.windows import Arrival, ReceiveWindow
from host_stack.wire.frames import Drop, DropReason, FrameParser
from host_stack.wire.headers import Seth, index_of

# --- Faults ----------------------------------------------------------------------------------------------------------
# Faults that a NIC could have, each as a patch of a class: random runs and hostile exchanges must find every one.
#
# The patches are of classes, because most of what they break is made anew for each connection.

Fault = Callable[[MonkeyPatch], None]


# --- What arrives ---------------------------------------------------------------------------------------------------


def drops_a_byte(patch: MonkeyPatch) -> None:
    """The last byte of packets of odd length is not written."""
    write = MemoryRegion.write
    patch.setattr(MemoryRegion, "write", lambda self, at, data: write(self, at, data[:-1] if data.nbytes % 2 else data))


def writes_a_byte_too_many(patch: MonkeyPatch) -> None:
    """Padding is written too."""
    write = MemoryRegion.write

    def padded(self: MemoryRegion, offset: int, payload: memoryview) -> None:
        write(self, offset, payload)
        end = offset + payload.nbytes
        if payload.nbytes % 4 and end < self.length:
            self._view[end : end + 1] = b"\xff"

    patch.setattr(MemoryRegion, "write", padded)


def places_duplicates(patch: MonkeyPatch) -> None:
    """What has arrived above the cumulative PSN is new each time it comes."""
    classify = ReceiveWindow.classify

    def forgetful(self: ReceiveWindow, index: int) -> Arrival:
        found = classify(self, index)
        return Arrival.NEW if found is Arrival.DUPLICATE_ABOVE else found

    patch.setattr(ReceiveWindow, "classify", forgetful)


def stale_bytes(patch: MonkeyPatch) -> None:
    """Retransmissions are acknowledged and not placed: success, over the bytes of before."""
    on_data = Responder.on_data
    place = MemoryTable.place
    rtx = [False]

    def note(self, packet, now_ns):
        rtx[0] = packet.bth.rtx
        on_data(self, packet, now_ns)

    patch.setattr(Responder, "on_data", note)
    patch.setattr(MemoryTable, "place", lambda self, *given: None if rtx[0] else place(self, *given))


def former_connections_heard(patch: MonkeyPatch) -> None:
    """A reset keeps the queue pair number, so that what is still on its way reaches the next connection."""
    patch.setattr(QpNumbers, "renumber", lambda _self, qp: qp.qpn)


# --- What completes -------------------------------------------------------------------------------------------------


def immediates_at_once(patch: MonkeyPatch) -> None:
    """An immediate completes when its packet arrives, whatever is missing before it."""
    place = Responder._place

    def eager(self, packet, index, timestamp, now_ns):
        if packet.imm is not None:
            status, length = CompletionStatus.SUCCESS, packet.reth.length
            done = Completion(CompletionKind.RECV_IMM, status, 0, length, packet.imm, now_ns, self._qpn)
            self._completions.push(done)
            packet.imm = None
        place(self, packet, index, timestamp, now_ns)

    patch.setattr(Responder, "_place", eager)


def success_before_arrival(patch: MonkeyPatch) -> None:
    """A SACK that names the last packet of a write completes it, holes or not."""
    on_sack = Acknowledgements._on_sack

    def hasty(self: Acknowledgements, seth: Seth, cc_state, rtx, now_ns):
        dropped = on_sack(self, seth, cc_state, rtx, now_ns)
        queue = self._state.queue
        oldest = next(iter(queue.begun), None)
        if oldest is not None and not seth.probe and self._state.flight.records.get(oldest.last_index) is None:
            for work in list(queue.acknowledged(oldest.last_index)):
                self._complete(work, now_ns)
        return dropped

    patch.setattr(Acknowledgements, "_on_sack", hasty)


def failures_are_successes(patch: MonkeyPatch) -> None:
    """Writes that are flushed say that they succeeded."""
    flush = Requestor.flush
    patch.setattr(Requestor, "flush", lambda self, _status, now_ns: flush(self, CompletionStatus.SUCCESS, now_ns))


def flushed_in_silence(patch: MonkeyPatch) -> None:
    """When a queue pair fails, its writes do not complete at all."""

    def quiet(self: Requestor, _status: CompletionStatus, _now_ns: int) -> None:
        self._cc.close()
        self.flight.clear()
        self._queue.flush()

    patch.setattr(Requestor, "flush", quiet)


# --- What goes on ---------------------------------------------------------------------------------------------------


def stalls(patch: MonkeyPatch) -> None:
    """No timer of the sender ever fires."""
    patch.setattr(Requestor, "deadline_ns", lambda _self: None)


def keeps_the_window(patch: MonkeyPatch) -> None:
    """What a queue pair had in flight when it ended counts for ever."""
    patch.setattr(Account, "close", lambda _self: None)


def fails_on_old_news(patch: MonkeyPatch) -> None:
    """A SACK that was overtaken, or came twice, ends the queue pair."""
    on_sack = Acknowledgements._on_sack

    def strict(self: Acknowledgements, seth: Seth, cc_state, rtx, now_ns):
        una = self._state.flight.una
        if index_of(seth.cack, una - 1) < una - 1:
            self._state.fail(CompletionStatus.REMOTE_OPERATION)
        return on_sack(self, seth, cc_state, rtx, now_ns)

    patch.setattr(Acknowledgements, "_on_sack", strict)


#: Found by random runs (``make soak``), in the number of runs at most.
OF_RUNS: dict[Fault, int] = {
    drops_a_byte: 20,
    writes_a_byte_too_many: 20,
    places_duplicates: 60,
    stale_bytes: 60,
    former_connections_heard: 60,
    immediates_at_once: 60,
    success_before_arrival: 60,
    failures_are_successes: 60,
    flushed_in_silence: 60,
    stalls: 20,
    keeps_the_window: 60,
    fails_on_old_news: 200,
}


# --- What a peer that means harm can do -----------------------------------------------------------------------------


def writes_anywhere(patch: MonkeyPatch) -> None:
    """A write that ends outside of its region lands in the region that is there."""
    place = MemoryTable.place

    def careless(self: MemoryTable, r_key, address, payload, domain=None):
        size = memoryview(payload).nbytes
        for region in self._regions.values():
            if region.address <= address and address + size <= region.address + region.length:
                r_key, domain = region.r_key, region.domain
        place(self, r_key, address, payload, domain)

    patch.setattr(MemoryTable, "place", careless)


def raises_on_short_frames(patch: MonkeyPatch) -> None:
    """A cut frame is unpacked without a look at its length."""
    parse = FrameParser.parse

    def trusting(self: FrameParser, frame: bytes):
        frame[len(frame) - 1 if len(frame) > 118 else 118]
        return parse(self, frame)

    patch.setattr(FrameParser, "parse", trusting)


def raises_on_unknown_operations(patch: MonkeyPatch) -> None:
    """An endpoint operation that nobody knows is looked up all the same."""
    receive = Endpoint.receive

    def trusting(self: Endpoint, packet, port, now_ns):
        for header in packet.control:
            self._operations[header.op]
        return receive(self, packet, port, now_ns)

    patch.setattr(Endpoint, "receive", trusting)


def answers_without_bound(patch: MonkeyPatch) -> None:
    """Answers wait for a port however many there are."""
    patch.setattr(Answers, "_queue", lambda self, job: self._jobs.append(job))


def believes_sacks_of_the_future(patch: MonkeyPatch) -> None:
    """A SACK may acknowledge what was never sent."""
    deliver = Acknowledgements._deliver

    def credulous(self: Acknowledgements, indices: Iterable[int], now_ns: int) -> int:
        acked = deliver(self, indices, now_ns)
        self._state.cc._destination.inflight -= 100
        return acked

    patch.setattr(Acknowledgements, "_deliver", credulous)


def one_word_ends_it_without_a_word(patch: MonkeyPatch) -> None:
    """A queue pair that fails forgets its writes instead of completing them."""

    def silent(self: QueuePair, reason: CompletionStatus = CompletionStatus.FLUSHED) -> None:
        self.error = reason

    patch.setattr(QueuePair, "modify_to_error", silent)


def drops_everything_after_damage(patch: MonkeyPatch) -> None:
    """One frame with a wrong ICRC, and the parser takes nothing any more."""
    parse = FrameParser.parse
    damaged: set[int] = set()

    def sulking(self: FrameParser, frame: bytes):
        found = Drop(DropReason.ICRC) if id(self) in damaged else parse(self, frame)
        if isinstance(found, Drop) and found.reason is DropReason.ICRC:
            damaged.add(id(self))
        return found

    patch.setattr(FrameParser, "parse", sulking)


#: Found by hostile exchanges (``make fuzz EXCHANGES=``), in the number of them at most.
OF_EXCHANGES: dict[Fault, int] = {
    writes_anywhere: 40,
    raises_on_short_frames: 40,
    raises_on_unknown_operations: 40,
    answers_without_bound: 200,
    believes_sacks_of_the_future: 40,
    one_word_ends_it_without_a_word: 40,
    keeps_the_window: 40,
    stalls: 40,
}

#: Found by mutated frames (``make fuzz FRAMES=``), in the number of them at most.
OF_FRAMES: dict[Fault, int] = {
    writes_anywhere: 5_000,
    raises_on_short_frames: 500,
    raises_on_unknown_operations: 60_000,
    drops_everything_after_damage: 500,
}


# --- Runs ------------------------------------------------------------------------------------------------------------
# Random runs, hostile exchanges and mutated frames have teeth: each finds broken NICs, and soon.
#
# That all of them pass with a good NIC is what `test_nic_soak`, `test_nic_hostile` and `test_nic_fuzz` are about.


@pytest.fixture(autouse=True)
def nics_in_python():
    """Machine code would not call the methods that are replaced here."""
    with in_python():
        yield


ALWAYS = [fault for fault in OF_RUNS if fault.__name__ not in {"stalls", "keeps_the_window"}]
"""`test_hostile_exchanges_find` finds the two others, too."""


@pytest.mark.parametrize("fault", share(OF_RUNS, ALWAYS), ids=lambda fault: fault.__name__)
def test_random_runs_find(fault, monkeypatch):
    fault(monkeypatch)
    monkeypatch.setattr(Soak, "deadline_ns", 40_000_000)
    with pytest.raises(SoakError, match=r"seed \d+ at \d+ ns: ."):
        for seed in range(OF_RUNS[fault]):
            Soak(seed).run()


@pytest.mark.parametrize("fault", OF_EXCHANGES, ids=lambda fault: fault.__name__)
def test_hostile_exchanges_find(fault, monkeypatch):
    fault(monkeypatch)
    with pytest.raises((AssertionError, LookupError)):
        for seed in range(OF_EXCHANGES[fault]):
            Hostile(seed).play()


@pytest.mark.parametrize("fault", OF_FRAMES, ids=lambda fault: fault.__name__)
def test_mutated_frames_find(fault, monkeypatch):
    fault(monkeypatch)
    with pytest.raises((AssertionError, LookupError)):
        hammer(OF_FRAMES[fault])

# SPDX-License-Identifier: Apache-2.0
"""EV probes of a NIC of machine code are those of one in Python: who asks, who answers, what both know at the end."""

from collections import Counter
from random import Random

import pytest
from fuzz_kit import mutate
from host_stack_kit import Pipe, address, config, join, opcode_of, template
from nic_state_kit import state
from test_data_path import SEEDS, pytestmark

from host_stack import EvProfile, EvState, Nic, TransportOptions
from host_stack.native import data_path
from host_stack.paths.probes import EvProber, OpenProbe, ProbeSchedule, Purpose
from host_stack.scheduler import Scheduler, Timers
from host_stack.transport.frames import QpFrames
from host_stack.transport.requestor import AckTimeout
from host_stack.wire.headers import Opcode
from host_stack.wire.options import EethOpBits, EvSplit, WireOptions

__all__ = ("pytestmark",)
PROBES = (Opcode.ENDPOINT_REQUEST, Opcode.ENDPOINT_RESPONSE)


def asking(seed, queue_pairs=2):
    """Two NICs with queue pairs, of which the first has much to ask, and what it is to ask when."""
    drawn = Random(seed)
    wire = WireOptions(
        ev_halves=drawn.choice(list(EvSplit)),
        eeth_op_bits=drawn.choice(list(EethOpBits)),
        hop_limit=drawn.randrange(256),
    )
    transport = TransportOptions(ev_probe_interval_ns=drawn.choice((2_000, 20_000)))
    nics = [
        Nic(config(name, number, [3 - number, 9], uplinks=8, wire=wire, transport=transport), number)
        for name, number in (("a", 1), ("b", 2))
    ]
    profile = EvProfile(template(2, 8), active_per_plane=6, backup_per_plane=2)
    pairs = [join(*nics, profile=profile) for _ in range(queue_pairs)]
    return nics, [qp for qp, _ in pairs], drawn


def ask(nic, qps, drawn, asked, now_ns):
    """A probe of any purpose, of an EV that is bad or not, of a queue pair that is there or not; or one is given up."""
    qp = drawn.choice(qps)
    entries = list(qp.evs)
    entry = drawn.choice(entries)
    if drawn.random() < 0.3:
        qp.evs.put(entry.entropy, drawn.choice((EvState.ASSUMED_BAD, EvState.GOOD, EvState.DENIED)), now_ns)
    if drawn.random() < 0.1 and asked:
        nic.prober.give_up(drawn.choice(asked))
    purpose = drawn.choice((Purpose.REVIVE, Purpose.REVERSE, Purpose.REVERSE, Purpose.CONTROLLER))
    number, peer = drawn.choice(((qp.qpn, 2), (qp.qpn, 2), (qp.qpn, 2), (0xABC, 2), (qp.qpn, 9)))
    asked.append(OpenProbe(number, address(peer), entry, purpose))
    nic.prober.ask(asked[-1])


def played(seed, engine, monkeypatch, *, change=lambda frame, _: [frame], wait=lambda drawn: drawn.randrange(4_000)):
    """The frames of `asking` with 120 probes, each of which `change` may lose or change, and the state at the end."""
    monkeypatch.setenv(data_path.VARIABLE, engine)
    nics, qps, drawn = asking(seed)
    asked, under_way, sent, now_ns = [], [], [], 0
    for nic in nics:  # timers that were moved long ago: soon there are so many that the heap is made anew
        nic._timers._heap += [(10**12 + number, 0, 0x999) for number in range(60 + seed)]
    for number in range(240):
        now_ns += wait(drawn)
        if number < 120:
            ask(nics[0], qps, drawn, asked, now_ns)
        for to, port, frame in under_way:
            nics[to].receive(port, frame, now_ns)
        under_way = []
        for me in (0, 1):
            while (left := nics[me].transmit(drawn.choice((3, 3, 1, 2, 0)), now_ns)) is not None:
                sent.append((now_ns, me, *left))
                port = left[0] if drawn.random() < 0.9 else 1 - left[0]
                under_way += [(1 - me, port, each) for each in change(left[1], drawn)]
            sent.append(nics[me].next_wakeup())
    return sent, [state(nic, {}) for nic in nics], nics


def forged(frame, drawn):
    """Lost, changed, twice, and as if from a NIC that nobody probed."""
    dice = drawn.random()
    if dice < 0.1:
        return []
    return [frame, *(mutate(frame, drawn) for _ in range(2))] if dice < 0.7 else [frame, frame]


@pytest.mark.parametrize("change", [lambda frame, _: [frame], forged], ids=["whole", "forged"])
@pytest.mark.parametrize("seed", SEEDS)
def test_random_probes_leave_the_same_frames_and_the_same_state(seed, change, monkeypatch):
    frames, states, nics = played(seed, "python", monkeypatch, change=change)
    assert nics[0].counters["ev_probe.answered"] > 20
    native_frames, native_states, _ = played(seed, "native", monkeypatch, change=change)
    assert native_frames == frames
    assert native_states == states


def test_answers_that_wait_too_long_or_are_too_many_are_the_same(monkeypatch):
    """The first NIC asks 2,000 times; the second may send nothing for long."""
    made = []
    for engine in ("python", "native"):
        monkeypatch.setenv(data_path.VARIABLE, engine)
        nics, qps, drawn = asking(3)
        for number in range(2000):
            ask(nics[0], qps, drawn, [], number)
            while (left := nics[0].transmit(3, 10**5 * number)) is not None:
                nics[1].receive(left[0], left[1], 10**5 * 1999 + number)
        left = [nics[1].transmit(3, 10**5 * 1999 + 2_000 + step * 100) for step in range(400)]
        made.append((left, state(nics[1], {})))
        counters = nics[1].counters
        assert min(counters[name] for name in ("drop.probe_queue_full", "drop.probe_answer_stale")) > 0
        assert any(left)
    assert made[0] == made[1]


def test_python_sees_no_probes_begins_no_frames_and_looks_after_few_timers(monkeypatch):
    seen = []
    for kind, names in (
        (Nic, ("receive", "_run_timers", "_after_requestor")), (ProbeSchedule, ("on_answer", "probe_reverse")),
        (EvProber, ("next", "next_ns", "response", "answer", "_request", "ask")), (Scheduler, ("_next_answer",)),
        (QpFrames, ("_begin",)), (Timers, ("set", "earliest", "pop_due", "on_data")), (AckTimeout, ("on_timer",)),
    ):  # fmt: skip
        for name in names:
            real = getattr(kind, name)

            def noted(*given, real=real, name=name, **named):
                seen.append((name, *given[1:]))
                return real(*given, **named)

            monkeypatch.setattr(kind, name, noted)
    machine = data_path.Machine()
    monkeypatch.setattr(data_path, "_machine", lambda: machine)
    monkeypatch.setenv(data_path.VARIABLE, "native")
    nics = Nic(config("a", 1, [2]), 1), Nic(config("b", 2, [1]), 2)
    sender, _ = join(*nics)
    region = nics[1].register_memory(1 << 20)
    Pipe(list(nics)).run(limit_ns=10_000)
    seen.clear()
    sender.post_write(bytes(1 << 20), region.address, region.r_key)
    Pipe(list(nics)).run(lambda: sender.counters.messages_completed == 1)
    assert nics[1].counters["ev_probe.answered"] > 2
    # The first probe of a peer is Python's, because nobody has looked up what leads to it; so is the post.
    assert all(opcode_of(each[2]) in PROBES for each in seen if each[0] == "receive")
    assert Counter(each[0] for each in seen) <= Counter(receive=1, response=1, set=1)

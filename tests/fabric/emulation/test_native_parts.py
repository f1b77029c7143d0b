# SPDX-License-Identifier: Apache-2.0
"""A network of machine code does what one in Python does, byte for byte; its words are those of the C."""

from __future__ import annotations

import gc
import random
import re
import sys
import threading
from contextlib import nullcontext

import pytest
from fabric_kit import LAB, emulate
from parts_kit import LINKS, SEEDS, Nic, between_two_nics, both, counted, outcome

import topologies
from fabric.emulation import events
from fabric.emulation.lossless import LosslessParts, flow_control
from fabric.emulation.native import machine, words
from fabric.emulation.native.lossless import LosslessNativeParts
from fabric.emulation.native.parts import NativeParts
from fabric.emulation.network import Network, choose_parts, python_parts
from fabric.emulation.nodes import PythonParts
from fabric.emulation.run import Ready, execute
from fabric.emulation.switches import running_switches
from fabric.progress import Progress
from fabric.results import build
from fabric.scenario.reading import load
from fabric.traffic.nics import build_flows, build_nics, build_traffic
from fabric.traffic.payloads import payloads
from host_stack.native.data_path import DATA_PATH
from p4soft.compiler import compile_file
from p4soft.switch import Emission, SimpleSwitch, load_program
from p4soft.switch.state import CloneSession, MulticastGroup, Replica
from tools.bench.emulator import FakeSwitch

# --- Networks and flow control ---------------------------------------------------------------------------------------
# A network of machine code does what one in Python does, byte for byte.

# --- Networks --------------------------------------------------------------------------------------------------------
# A network of machine code does what one in Python does: the same result, the same captures, byte for byte.

SWITCHES = ("p0-t0-0", "p0-t1-0", "p1-t1-1", "p0-t0-1")


def native_parts():
    topology = topologies.load(LAB)
    return NativeParts(
        wires=2 * len(list(topology.links())), switches=len(list(topology.switches())), nics=topology.nics
    )


# --- On fakes: every frame comes back to Python at each switch ------------------------------------------------------


def random_faults(seed):
    rng = random.Random(seed)
    faults = []
    for _ in range(rng.randrange(1, 9)):
        at = f"{rng.randrange(1, 150)}us"
        link, switch = rng.choice(LINKS), rng.choice(SWITCHES)
        faults.append(
            rng.choice((
                f"{at} link {link} down",
                f"{at} link {link} up",
                f"{at} link {link} loss {rng.choice((0, 0.02, 0.3, 1))}",
                f"{at} link {link} rate {rng.choice((1, 37, 100, 400))} Gb/s",
                f"{at} switch {switch} stop",
                f"{at} switch {switch} start",
            ))
        )  # fmt: skip
    return sorted(faults, key=lambda fault: int(fault.split("us")[0]))


@pytest.mark.parametrize("seed", SEEDS)
def test_random_faults_on_fakes_leave_the_same_bytes(with_faults, tmp_path, seed):
    file = with_faults(*random_faults(seed), limit="400us")
    made = []
    for parts, name in ((PythonParts(), "python"), (native_parts(), "native")):
        run = emulate(file, out=tmp_path / name, parts=parts)
        made.append((outcome(tmp_path / name, run.result()), run.measured.events))
    assert made[0] == made[1]


# --- On p4src -------------------------------------------------------------------------------------------------------

SCENARIO = """\
name: both
topology: LAB
seed: 3
limit: 3ms
sample: 20us
workload:
  - {from: nic0, to: nic3, bytes: 300kB}
  - {from: nic1, to: nic3, bytes: 300kB}
  - {from: nic2, to: nic3, bytes: 300kB, at: 5us}
faults:
  - {at: 10us, do: switch p0-t1-0 stop}
  - {at: 25us, do: link p1-t0-0--p1-t1-0 loss 0.05}
  - {at: 30us, do: link nic1:0--p0-t0-0:1 down}
  - {at: 60us, do: link nic1:0--p0-t0-0:1 up}
  - {at: 40us, do: ev 0xc0010001 loss 0.3}
  - {at: 8us, do: flow nic2>nic3 loss 0.3}
  - {at: 50us, do: flow nic0>nic3 loss 1 on p0-t0-0--p0-t1-1}
  - {at: 70us, do: switch p0-t1-0 start}
  - {at: 90us, do: flow nic0>nic3 loss 0 on p0-t0-0--p0-t1-1}
captures: [nic3:0--p0-t0-1:1, p0-t0-0--p0-t1-0]
"""


def real_run(scenario, out, parts, engine="native"):
    nics = build_nics(scenario)
    flows = build_flows(scenario, nics, [each.contents for each in payloads(scenario, None)])
    with running_switches(scenario.topology, scenario.seed, lambda _: None, served=False) as built:
        for switch in built.switches.values():
            assert switch.engine == engine
        network = Network(scenario.topology, built.switches, nics, seed=scenario.seed, parts=parts)
        measured = execute(scenario, Ready(network, flows, built.writes), progress=Progress(), out=out)
        drops = {name: (switch.drops, switch.faults) for name, switch in built.switches.items()}
    return measured, drops


def test_a_run_of_p4src_leaves_the_same_bytes(scenario_file, tmp_path, monkeypatch):
    scenario = load(scenario_file(text=SCENARIO))
    made = []
    for parts, name in ((PythonParts(), "python"), (native_parts(), "native"), (native_parts(), "nics")):
        monkeypatch.setenv("MRC_NIC", "native" if name == "nics" else "python")
        measured, drops = real_run(scenario, tmp_path / name, parts)
        assert sum(switch.trimmed for switch in measured.switches.values())
        for link in ("p1-t0-0:2--p1-t1-0:0", "nic2:0--p0-t0-1:0", "p0-t0-0:3--p0-t1-1:0"):  # each has a loss of its own
            assert measured.links[link][0].lost_random
        made.append((outcome(tmp_path / name, build(scenario, measured)), measured.events, drops))
    assert made[0] == made[1] == made[2]


def test_switches_that_run_natively_get_machine_code_around_them(scenario_file):
    scenario = load(scenario_file(text=SCENARIO))
    with running_switches(scenario.topology, scenario.seed, lambda _: None, served=False) as built:
        assert isinstance(choose_parts(scenario.topology, built.switches.values(), wires=40, nics=4), NativeParts)
    fakes = [FakeSwitch(scenario.topology, switch.name) for switch in scenario.topology.switches()]
    assert isinstance(choose_parts(scenario.topology, fakes, wires=40, nics=4), PythonParts)


# --- A switch that does rare things ---------------------------------------------------------------------------------


class Holding:
    """Emits what it is told, and once, later, what it held back."""

    def __init__(self, *outs, held_until=None):
        self.lock = threading.RLock()
        self.outs, self.held = outs, held_until

    def receive(self, _port, _frame, _now_us):
        return list(self.outs)

    def advance(self, _now_us):
        self.held = None
        return [Emission(1, 0, b"late" * 20), Emission(9, 0, b"nowhere")]

    def next_event_us(self):
        return self.held


@pytest.mark.parametrize(
    "outs",
    [
        (),
        (
            Emission(1, 99, b"x" * 300),
            Emission(1, -1, b"y" * 300),
            Emission(1, 8, b"z" * 100),
            Emission(1, 0, b"w" * 300),
        ),
        (Emission(9, 0, b"x" * 10), Emission(1, 0, b"y" * 300), Emission(0, 7, b"z" * 300)),
        (Emission(1, 0, b"x" * 10), Emission(1, 7, b"y" * 300)),
    ],
)
def test_copies_drops_and_unconnected_ports(outs):
    made = []
    for parts in both():
        loop, ends, node, wires, nics, seen = between_two_nics(parts, Holding(*outs))
        ends[0].pump()
        assert loop.run(10**6) is False
        made.append((counted(node, wires, loop), [nic.got for nic in nics], seen))
    assert made[0] == made[1]
    assert made[0][0][0][0] == 1


@pytest.mark.parametrize("stopped", [False, True])
def test_a_frame_that_a_switch_holds_back(stopped):
    made = []
    for parts in both():
        loop, ends, node, wires, nics, seen = between_two_nics(parts, Holding(held_until=40))
        ends[0].pump()
        loop.run(10_000)
        node.stopped = stopped
        assert loop.run(10**6) is False
        made.append((counted(node, wires, loop), [nic.got for nic in nics], seen))
    assert made[0] == made[1]
    assert bool(made[0][2]) is not stopped


@pytest.mark.parametrize("fails", [False, True])
def test_no_other_thread_changes_a_switch_while_time_runs_and_any_may_when_it_ends(fails):
    switch = Holding()
    loop, *_ = between_two_nics(NativeParts(wires=4, switches=1, nics=2), switch)
    locked = []

    def look(_nothing=None):
        thread = threading.Thread(target=lambda: locked.append(not switch.lock.acquire(blocking=False)))
        thread.start()
        thread.join()
        if fails and loop.now:
            raise KeyError("in an event")

    loop.at(5, look)
    with pytest.raises(KeyError) if fails else nullcontext():
        loop.run(10)
    loop.now = 0
    look()
    assert locked == [True, False]


class Sending(Nic):
    """Has always a frame."""

    def transmit(self, free_ports, _now_ns):
        return (0, bytes(1_000)) if free_ports else None


def test_losses_that_change_with_every_few_frames_take_the_frames_that_they_would_one_by_one():
    """Which of 3,000 frames arrive: one takes 82 ns. Some changes are of both links, of one, or of chosen frames."""
    rng = random.Random(3)
    times = sorted(rng.sample(range(246_000), 80))
    changes = [(at_ns, rng.choice((0, 0, 1, 1, 2)), rng.choice((0, 0.02, 0.3))) for at_ns in times]
    made = []
    for parts in both():
        switch = Holding(Emission(0, 0, bytes(1_000)))
        loop, ends, node, wires, nics, _ = between_two_nics(parts, switch, second=Sending())
        draws = random.Random(5)
        chosen = {0: None, 0.02: None, 0.3: lambda _frame, draws=draws: draws.random() < 0.2}

        def change(told, wires=wires, chosen=chosen):
            link, loss = told
            for wire in (wires[2], wires[1])[:: -1 if link else 1][: 1 + (link == 2)]:
                if link == 2:
                    wire.loses = chosen[loss]
                else:
                    wire.loss = loss

        for at_ns, *told in changes:
            loop.at(at_ns, change, told)
        ends[1].pump()
        arrived = []
        for until_ns in range(82, 246_000, 82):
            loop.run(until_ns)
            arrived.append((node.received, len(nics[0].got), wires[2].lost_random, wires[1].lost_random))
        made.append(arrived)
    assert made[0] == made[1]
    assert min(made[0][-1]) > 100


def test_who_asks_to_stop_is_asked_as_often():
    made = []
    for parts in both():
        loop, ends, *_ = between_two_nics(parts, Holding(Emission(1, 0, b"x" * 99)))
        ends[0].pump()
        asked = []
        ended = loop.run(10**6, stop=lambda asked=asked, loop=loop: asked.append(loop.now) or len(asked) == 2, every=2)
        made.append((ended, asked, loop.now, loop.processed, len(loop)))
    assert made[0] == made[1]
    assert made[0][0] is True


def test_a_run_inside_an_event_leaves_the_outer_run_its_question_and_its_frame():
    made = []
    for parts in both():
        asked = []

        class Running(Holding):
            def receive(self, *arguments, loop=parts.loop):
                loop.run(loop.now + 40)  # the sender's port gets free
                return super().receive(*arguments)

        loop, ends, _, _, nics, _ = between_two_nics(parts, Running(Emission(1, 0, b"x" * 99)))
        for when in (600, 700, 800):
            loop.at(when, lambda _, loop=loop: loop.run(loop.now + 40))
        ends[0].pump()
        loop.run(10**6, stop=lambda asked=asked, loop=loop: asked.append(loop.now), every=1)
        made.append((asked, nics[1].got))
    assert made[0] == made[1]
    assert {600, 700, 800} <= {when // 100 * 100 for when in made[0][0]}
    assert len(made[0][1]) == 1


def test_a_run_until_a_time_that_is_over_runs_nothing():
    for parts in both():
        ran = []
        for when in (5, 20):
            parts.loop.at(when, ran.append, when)
        for until, after, now in ((-1, [], 0), (10, [5], 10), (4, [5], 10), (-1, [5], 10), (20, [5, 20], 20)):
            assert parts.loop.run(until) is False
            assert (ran, parts.loop.now) == (after, now)


class Clocked(Nic):
    """Sends three frames; looks at the clock when it is asked for one, and has something happen at once."""

    def transmit(self, free_ports, now_ns):
        self.told.append((now_ns, self.loop.now))
        self.loop.at(self.loop.now, lambda _: self.told.append(self.loop.now))
        return (0, bytes(300)) if free_ports and len(self.told) < 6 else None


def test_a_nic_that_looks_at_the_clock_sees_what_it_is_told():
    for parts in both():
        second = Clocked()
        second.loop, second.told = parts.loop, []
        loop, ends, *_ = between_two_nics(parts, Holding(Emission(1, 0, b"x" * 99)), second=second)
        ends[1].pump()
        loop.run(100)
        assert second.told == [(0, 0), 0, (25, 25), 25, (50, 50), 50, (75, 75), 75]


def test_an_event_in_the_past_is_refused():
    for parts in both():
        parts.loop.at(5, lambda _: None)
        parts.loop.run(10)
        with pytest.raises(ValueError, match="4 ns: the clock is already at"):
            parts.loop.at(4, print)


def test_what_goes_wrong_in_a_tap_ends_the_run():
    for parts in both():
        loop, ends, _, wires, *_ = between_two_nics(parts, Holding(Emission(1, 0, b"x" * 99)))

        def full(_time_ns, _frame):
            raise OSError("no space left")

        wires[2].tap = wires[3].tap = full
        ends[0].pump()
        with pytest.raises(OSError, match="no space left"):
            loop.run(10**6)


class Failing(Nic):
    """Fails when `verb` is called for the first time: it raises an exception, or returns `wrong`; keeps all calls."""

    def __init__(self, verb, wrong=None):
        super().__init__()
        self.verb, self.wrong, self.calls = verb, wrong, []

    def told(self, verb, *arguments):
        self.calls.append((verb, *arguments))
        if verb != self.verb:
            return getattr(super(), verb)(*arguments)
        self.verb, self.frame = None, b"y" * 70
        if self.wrong is None:
            raise OSError("this NIC is broken")
        return self.wrong

    def receive(self, *arguments):
        return self.told("receive", *arguments)

    def transmit(self, *arguments):
        return self.told("transmit", *arguments)

    def next_wakeup(self):
        return self.told("next_wakeup")


@pytest.mark.parametrize(
    ("verb", "wrong", "error"),
    [
        *((verb, None, OSError) for verb in ("receive", "transmit", "next_wakeup")),
        *(("transmit", wrong, Exception) for wrong in ((0,), ("0", b"port"))),
        ("transmit", (5, b"no such port"), IndexError),
    ],
)
def test_what_a_nic_raises_ends_the_run_and_the_next_run_goes_on_with_it(verb, wrong, error):
    made = []
    for parts in both():
        second = Failing(verb, wrong)
        loop, _, _, wires, *_ = between_two_nics(parts, Holding(Emission(1, 0, b"x" * 99)), second=second, begin=True)
        with pytest.raises(error):
            loop.run(10**6)
        failed_ns = loop.now
        loop.run(10**6)
        asked = [call for call in second.calls if call[0] != "next_wakeup"]
        assert ("transmit", 1, failed_ns + events.PATIENCE_NS) in asked
        made.append((asked, wires[2].sent_frames))
    assert made[0] == made[1]
    assert made[0][1] == 1


def test_a_long_queue_and_many_events_lose_nothing():
    parts = NativeParts(wires=4, switches=1, nics=2)
    outs = [Emission(1, i % 8, bytes([i % 256]) * (60 + i % 7)) for i in range(3000)]
    loop, ends, node, _, nics, _ = between_two_nics(parts, Holding(*outs))
    for when in range(5000, 1, -1):
        loop.at(when, lambda _: None)
    ends[0].pump()
    loop.run(10**9)
    assert len(nics[1].got) == 3000
    assert node.emitted == 3000
    first, rest = outs[0], sorted(outs[1:], key=lambda out: -out.priority)
    assert [frame for _, frame, _ in nics[1].got] == [first.frame, *(out.frame for out in rest)]
    assert loop.processed == 4999 + 2 * 3001


def test_frames_that_wait_when_all_is_over_are_given_back():
    frame = bytes(range(200)) * 5
    before = sys.getrefcount(frame)
    _, nics, *others = between_two_nics(NativeParts(wires=4, switches=1, nics=2), Holding())
    for _ in range(3):
        nics[0]._put(0, frame, 0)  # one is on its way, two wait
    assert sys.getrefcount(frame) == before + 3
    del nics, others, _
    gc.collect()
    assert sys.getrefcount(frame) == before


# --- Flow control ----------------------------------------------------------------------------------------------------
# Flow control in machine code does what it does in Python, whatever becomes of links, byte for byte.

STATIC = "qos.pfc.xoff: 40 kB\n  qos.pfc.xon: 20 kB"
DYNAMIC = "qos.pfc.dynamic_th: -1\n  qos.pfc.pool: 200 kB\n  qos.pfc.xon_offset: 10 kB"
LOSSLESS = """\
name: lossless
topology: LAB
overrides:
  ecmp: true
  qos.pfc.queue: 1
  THRESHOLDS
  qos.queues.1.discard: drop
  qos.queues.1.fabric.limit: 1 MB
  qos.queues.1.host.limit: 1 MB
  qos.queues.1.host.ecn.min: 20 kB
  qos.queues.1.host.ecn.max: 100 kB
  qos.queues.1.host.ecn.p_max: 20 %
  qos.queues.1.fabric.ecn.min: 10 kB
  qos.queues.1.fabric.ecn.max: 100 kB
  qos.queues.1.fabric.ecn.p_max: 20 %
seed: 3
limit: 1ms
sample: 20us
nic: {kind: roce, qps: 4, options: {timeout: 4}, congestion: {algorithm: ALGORITHM}}
workload:
  - {from: nic0, to: nic3, bytes: 500kB}
  - {from: nic1, to: nic3, bytes: 500kB}
  - {from: nic2, to: nic3, bytes: 500kB, at: 5us}
  - {from: nic3, to: nic0, bytes: 200kB, at: 9us}
faults:
  FAULTS
captures: [nic3:0--p0-t0-1:1, p0-t0-0--p0-t1-0]
"""


def random_lossless_faults(rng):
    for _ in range(rng.randrange(1, 6)):
        at, link = rng.randrange(1, 200), rng.choice(LINKS)
        what = rng.choice(("down", "down", "loss 0.05", f"rate {rng.choice((1, 37, 100))} Gb/s"))
        yield f"- {{at: {at}us, do: link {link} {what}}}"
        if what == "down":
            yield f"- {{at: {at + rng.randrange(1, 60)}us, do: link {link} up}}"
    yield "- {at: 20us, do: switch p0-t1-0 stop}"
    yield "- {at: 60us, do: switch p0-t1-0 start}"


def run(scenario, out, make):
    traffic = build_traffic(scenario, [each.contents for each in payloads(scenario, None)])
    with running_switches(scenario.topology, scenario.seed, lambda _: None, served=False) as built:
        network = Network(scenario.topology, built.switches, traffic.nics, seed=scenario.seed, parts=make(built))
        measured = execute(scenario, Ready(network, traffic.flows, built.writes), progress=Progress(), out=out)
    peaks = {name: node.peak_held_bytes for name, node in network.switches.items()}
    return network, (outcome(out, build(scenario, measured)), measured.events, peaks)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_leave_the_same_bytes(scenario_file, tmp_path, seed):
    rng = random.Random(seed)
    text = LOSSLESS.replace("THRESHOLDS", rng.choice((STATIC, DYNAMIC)))
    text = text.replace("ALGORITHM", rng.choice(("dcqcn", "none"))).replace(
        "FAULTS", "\n  ".join(random_lossless_faults(rng))
    )
    scenario = load(scenario_file(text=text))
    sizes = {"wires": 2 * len(list(scenario.topology.links())), "nics": scenario.topology.nics}

    def chosen(built):
        return choose_parts(scenario.topology, built.switches.values(), **sizes)

    slow, made = run(scenario, tmp_path / "python", lambda _built: python_parts(scenario.topology))
    _, same = run(scenario, tmp_path / "native", chosen)
    assert made == same
    assert sum(node.pauses for node in slow.switches.values()) > 0


def test_each_is_chosen_where_it_belongs(scenario_file):
    text = LOSSLESS.replace("THRESHOLDS", STATIC).replace("ALGORITHM", "none").replace("FAULTS", "[]")
    topology = load(scenario_file(text=text)).topology
    assert flow_control(topology) is not None and isinstance(python_parts(topology), LosslessParts)
    with running_switches(topology, 1, lambda _: None, served=False) as built:
        parts = choose_parts(topology, built.switches.values(), wires=40, nics=4)
    assert isinstance(parts, LosslessNativeParts)


# --- Words -----------------------------------------------------------------------------------------------------------
# What the emulator's C says of its memory (core.h) is what Python says of it (words.py).

HEADER = (DATA_PATH.folder / "driven.h").read_text() + (machine.LOOP.folder / "core.h").read_text()
SOURCE = (machine.LOOP.folder / "loop.c").read_text()
COUNTS = {None: 1, "": 0, "PRIORITIES": events.PRIORITIES}


def members(struct):
    """By name, the number of the word at which a member begins, and the words of the whole."""
    _, _, body = HEADER.partition(f"typedef struct {struct} {{")
    at, found = 0, {}
    for line in body.partition(f"}} {struct};")[0].splitlines():
        declared = re.match(r"    [^/]*?\(?\*?(?P<name>\w+)\)?(?:\[(?P<count>\w*)\])?(?:\(.*\))?;", line)
        if declared:
            name = declared["name"]
            found[name.upper()] = at
            at += members(name)[1] if line == f"    {name} {name};" else COUNTS[declared["count"]]
    return found, at


@pytest.mark.parametrize(
    ("struct", "numbers"),
    [
        ("core", words.Core),
        ("frame", words.Frame),
        ("wire", words.Wire),
        ("node", words.Switch),
        ("nic", words.Nic),
        ("use", words.Use),
        ("buffer", words.Buffer),
        ("account", words.Account),
    ],
)
def test_structs(struct, numbers):
    found, size = members(struct)
    expected = {name: int(number) for name, number in numbers.__members__.items()}
    assert expected.pop("WORDS", size) == size
    assert found == expected


@pytest.mark.parametrize(
    ("name", "prefix", "numbers"),
    [("happens", "", words.Happens), ("back", "BACK_", words.Back), ("ask", "ASK_", words.Ask)],
)
def test_choices(name, prefix, numbers):
    _, _, body = HEADER.partition(f"enum {name} {{")
    said = re.findall(r"\b[A-Z_]+\b", re.sub(r"//.*", "", body.partition("}")[0]))
    assert said == [f"{prefix}{choice.name}" for choice in sorted(numbers)]
    assert [int(choice) for choice in sorted(numbers)] == list(range(len(said)))


def test_numbers_of_links_and_nics():
    for name in ("ETHERNET_OVERHEAD", "MINIMUM_FRAME", "PATIENCE_NS", "BIT_NS", "PRIORITIES"):
        (said,) = re.findall(rf"\b{name}(?: =)? (\d+)", HEADER + SOURCE)
        assert int(said) == getattr(events, name), name


# --- Rare packets ----------------------------------------------------------------------------------------------------
# Packets with which a program's machine code stops leave the emulator's the same way: in Python.

RARE_PROGRAM = """
#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> what; bit<8> drawn; }
struct headers { h_t before; h_t h; }
struct meta_t { }
parser P(packet_in p, out headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start { p.extract(hdr.h); transition accept; }
}
control V(inout headers hdr, inout meta_t meta) { apply { } }
control I(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.h.what == 1) { random(hdr.h.drawn, 8w1, 8w200); }
        else if (hdr.h.what == 2) { clone(CloneType.I2E, 5); }
        else if (hdr.h.what == 3) { std.mcast_grp = 7; }
        else if (hdr.h.what == 4) { mark_to_drop(std); }
        else if (hdr.h.what == 5) { truncate(60); }
        else if (hdr.h.what == 6) { assert(hdr.h.drawn == 1); }
        else if (hdr.h.what == 7) { log_msg("{}", {hdr.h.drawn}); }
        else if (hdr.h.what == 8) { hdr.before.setValid(); hdr.before.what = 0xAB; hdr.before.drawn = 0xCD; }
        else if (hdr.h.what == 9) { hdr.h.setInvalid(); }
        else if (hdr.h.what == 10) { hdr.h.drawn = 0xEF; }
    }
}
control E(inout headers hdr, inout meta_t meta, inout standard_metadata_t std) { apply { } }
control C(inout headers hdr, inout meta_t meta) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.before); p.emit(hdr.h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
"""
FORWARD, RANDOM, CLONE, MULTICAST, DROP, TRUNCATE, ASSERT, LOG, LONGER, SHORTER, CHANGE = range(11)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    source = tmp_path_factory.mktemp("rare") / "rare.p4"
    source.write_text(RARE_PROGRAM)
    return load_program(compile_file(source).json)


def made_switch(program):
    switch = SimpleSwitch(engine="native", seed=4)
    switch.load(program)
    assert switch.engine == "native"
    switch.state.pre.insert_session(CloneSession(5, (Replica(0),)))
    switch.state.pre.insert_group(MulticastGroup(7, (Replica(0), Replica(1), Replica(9))))
    return switch


def rare_outcome(parts, switch, what, prepare=lambda _: None):
    loop, ends, node, wires, nics, seen = between_two_nics(parts, switch, bytes([what]) + bytes(199))
    prepare(switch)
    ends[0].pump()
    loop.run(10**6)
    return counted(node, wires, loop), [nic.got for nic in nics], seen, switch.faults, switch.drops


@pytest.mark.parametrize("what", range(CHANGE + 1))
def test_both_networks_take_them_to_the_same_end(program, what):
    python, native = (rare_outcome(parts, made_switch(program), what) for parts in both())
    assert python == native
    arrived = {CLONE: 2, MULTICAST: 2, DROP: 0, ASSERT: 0}
    assert sum(len(got) for got in native[1]) == arrived.get(what, 1)
    assert native[3] == (what == ASSERT)


PAYLOAD = bytes(range(198))


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "shared"])
@pytest.mark.parametrize(
    ("what", "arrives"),
    [
        (FORWARD, b"\x00\x07" + PAYLOAD),
        (CHANGE, b"\x0a\xef" + PAYLOAD),
        (LONGER, b"\xab\xcd\x08\x07" + PAYLOAD),
        (SHORTER, PAYLOAD),
        (TRUNCATE, b"\x05\x07" + PAYLOAD[:58]),
    ],
)
def test_what_follows_the_headers_arrives_and_bytes_that_others_hold_stay(program, what, arrives, alone):
    loop, ends, _, _, nics, _ = between_two_nics(
        NativeParts(wires=4, switches=1, nics=2), made_switch(program), bytes([what, 7]) + PAYLOAD
    )
    sent = None if alone else nics[0].frame
    ends[0].pump()
    loop.run(10**6)
    assert [frame for _, frame, _ in nics[1].got] == [arrives]
    assert sent in {None, bytes([what, 7]) + PAYLOAD}


def test_a_call_into_python_that_fails_is_counted_at_its_packet(program, monkeypatch):
    def broken(_template, _values):
        raise RuntimeError("no words")

    monkeypatch.setattr("p4soft.switch.native.engine.format_message", broken)
    made = [rare_outcome(parts, made_switch(program), LOG) for parts in both()]
    assert made[0] == made[1]
    assert made[1][3] == 1
    assert made[1][4]["internal error"] == 1


def test_a_rate_holds_frames_back_until_they_are_due(program):
    def slow(switch):
        switch.set_queue_rate(10_000)
        switch.receive(0, bytes(200), 0)  # the next one waits 100 us for its turn

    made = [rare_outcome(parts, made_switch(program), FORWARD, slow) for parts in both()]
    assert made[0] == made[1]
    (_, _, now_ns), (_, got), *_ = made[1]
    assert [time for _, _, time in got] == [now_ns]
    assert now_ns >= 100_000

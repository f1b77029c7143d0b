# SPDX-License-Identifier: Apache-2.0
"""A controller writes while packets flow through machine code: each sees what was before or what is after.

`MRC_NATIVE_WRITES=100000` sets the writes (3,000 unless told).
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from concurrency_kit import KINDS, compiled, frame, read
from native_pair_kit import everything
from program_kit import bytes_program

from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.p4runtime import P4RuntimeServer
from p4soft.switch.state import (
    ActionCall,
    Exact,
    GroupMember,
    GroupRef,
    Lpm,
    MemberRef,
    Range,
    StateError,
    TableFull,
    Ternary,
)
from p4soft.switch.state.errors import OutOfMemory

WRITES = int(os.environ.get("MRC_NATIVE_WRITES", "3000"))
BURSTS = 60
"""At least so many among the writes."""
SPACE = 24
"""Different keys in frames."""
REPOSITORY = Path(__file__).parents[3]
DEADLINE_S = 120
HUGE = {"name": "r", "id": 0, "size": 1 << 26, "bitwidth": 1 << 16}
"""A register of 512 GiB."""
ABSURD = 0x7FFFFFFF
"""Entries of a table."""
SMALL = {"mark": 8, "size": 20}
"""The other program: compiling is dear, so more than one test has it."""


def numbers(version):
    """What an entry of a version writes: two numbers that belong together, neither 0."""
    version = version % 0x7FFF + 1
    return version, version ^ 0xFFFF


def action(kind, version):
    return ActionCall(f"I.tables.set_{kind}", numbers(version))


@pytest.fixture(scope="module")
def program():
    return load_program(compiled().json)


@pytest.fixture
def switch(program):
    made = SimpleSwitch(engine="native")
    made.faults_are_fatal = True
    made.load(program)
    assert made.engine == "native"
    return made


def table(switch, kind):
    return switch.state.tables[f"I.tables.{kind}_table"]


def profile(switch, kind):
    (found,) = (p for p in switch.state.action_profiles.values() if p.name == table(switch, kind).spec.action_profile)
    return found


def key(rng, kind):
    """A key that some frames match, and its priority."""
    value = rng.randrange(SPACE)
    match kind:
        case "lpm":
            length = rng.choice((0, 11, 13, 15, 16))
            return (Lpm(value >> (16 - length) << (16 - length), length),), 0
        case "ternary":
            mask = rng.choice((0, 1, 3, 0xFF, 0xFFFF, *range(1, 40)))
            return (Ternary(value & mask, mask),), rng.randint(1, 30)
        case "range":
            return (Range(value, rng.randint(value, SPACE)),), rng.randint(1, 30)
    return (Exact(value),), 0


class Writer:
    """Random writes of all kinds, each with a version of its own, as a control plane's."""

    def __init__(self, switch, seed):
        self.switch, self.rng, self.version, self.done = switch, random.Random(seed), 0, 0

    def write(self):
        """One of them; whether the switch took it."""
        self.version += 1
        kind = self.rng.choice(KINDS)
        with self.switch.lock, contextlib.suppress(StateError):
            if kind in ("profile", "selector") and self.rng.random() < 0.6:
                self._change_profile(kind)
            else:
                self._change_table(kind)
            self.done += 1

    def _change_table(self, kind):
        rng, found = self.rng, table(self.switch, kind)
        what = rng.random()
        if kind == "profile":
            to = MemberRef(rng.randint(1, 8))
        elif kind == "selector":
            to = MemberRef(rng.randint(1, 8)) if rng.random() < 0.3 else GroupRef(rng.randint(1, 4))
        else:
            to = action(kind, self.version)
        entries = found.entries()
        if entries and what < 0.35:
            old = rng.choice(entries)
            found.delete(old.key, old.priority)
        elif entries and what < 0.6:
            old = rng.choice(entries)
            found.modify(old.key, to, priority=old.priority)
        elif what < 0.61:
            found.clear()
        else:
            chosen, priority = key(rng, kind)
            found.insert(chosen, to, priority=priority)

    def _change_profile(self, kind):
        rng, found = self.rng, profile(self.switch, kind)
        member, what = rng.randint(1, 8), rng.random()
        if what < 0.3:
            found.insert_member(member, action(kind, self.version))
        elif what < 0.7 or kind == "profile":
            found.modify_member(member, action(kind, self.version))
        elif what < 0.75:
            found.delete_member(member)
        else:
            members = [GroupMember(n) for n in sorted(rng.sample(range(1, 9), rng.randint(0, 5)))]
            change = found.insert_group if rng.random() < 0.5 else found.modify_group
            change(rng.randint(1, 4), members)


def burst(rng):
    return [(0, frame([rng.randrange(SPACE) for _ in KINDS])) for _ in range(rng.choice((1, 5, 64, 200)))]


def check(emissions, sent, versions):
    """Every frame came out, and what entries wrote into it is whole; `versions` learns which there were."""
    assert len(emissions) == len(sent)
    seen = {}
    for (_, before), emission in zip(sent, emissions, strict=True):
        mark, keys, pairs = read(emission.frame)
        assert (mark, keys) == (7, read(before)[1])
        for kind, value, (a, b) in zip(KINDS, keys, pairs, strict=True):
            assert (a, b) == (0, 0) or b == a ^ 0xFFFF, f"{kind}: half an entry: {a:#x}, {b:#x}"
            versions[kind].add(a)
            of = (kind, value, keys[0] if kind == "selector" else None)
            assert seen.setdefault(of, a) == a, f"{kind}: one burst saw two versions of {value}"


def together(*runs):
    """Run these in threads of their own; what one of them raises is raised here."""
    failures = []

    def guarded(run):
        try:
            run()
        except BaseException as failure:  # noqa: BLE001  raised below
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(run,)) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE_S)
        assert not thread.is_alive(), "it stands still"
    if failures:
        raise failures[0]


def same_as_in_python(switch, program):
    """A switch in Python with the same entries does the same with frames of all keys."""
    python = SimpleSwitch(engine="python")
    python.load(program)
    for kind in ("profile", "selector"):
        mine, other = profile(switch, kind), profile(python, kind)
        for number, member in sorted(mine.members.items()):
            other.insert_member(number, member.action)
        for number, group in sorted(mine.groups.items()):
            other.insert_group(number, group.members)
    for kind in KINDS:
        for entry in table(switch, kind).entries():  # handles decide between equals
            table(python, kind).insert(entry.key, entry.action, priority=entry.priority)
    sent = [(0, frame([(value + n) % SPACE for n in range(len(KINDS))])) for value in range(SPACE)]
    with switch.lock:
        assert switch.receive_burst(sent, 10**9) == python.receive_burst(sent, 10**9)


def test_packets_see_before_or_after(switch, program):
    writers = [Writer(switch, seed) for seed in (1, 2)]
    over, versions, bursts = threading.Event(), {kind: set() for kind in KINDS}, 0

    def writing():
        try:
            while sum(writer.done for writer in writers) < WRITES or bursts < BURSTS:
                for writer in writers:
                    writer.write()
        finally:
            over.set()

    def flowing():
        nonlocal bursts
        rng, now = random.Random(3), 0
        while not over.is_set():
            sent, now = burst(rng), now + 1
            with switch.lock:
                emissions = switch.receive_burst(sent, now)
            check(emissions, sent, versions)
            bursts += 1

    def reading():
        while not over.is_set():
            with switch.lock:
                everything(switch)
            gc.collect(0)
            over.wait(0.01)

    together(writing, flowing, reading)
    assert bursts >= BURSTS
    assert all(len(found) > 5 for found in versions.values()), {k: len(v) for k, v in versions.items()}
    same_as_in_python(switch, program)


@pytest.mark.long
def test_the_same_with_bounds_checks():
    said = {**os.environ, "MRC_NATIVE_BOUNDS": "1", "MRC_NATIVE_WRITES": str(max(300, WRITES // 10))}
    this = [str(Path(__file__)), "-k", "before_or_after"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *this],
        env=said,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_pipeline_is_replaced_under_load_while_a_controller_writes():
    programs = {7: compiled(), 8: compiled(**SMALL)}
    switch = SimpleSwitch(engine="native")
    server = P4RuntimeServer(switch)
    server.start()
    over, marks, changes = threading.Event(), [], 0
    session = Session("the switch", server.address, 0, timeout_s=60)
    try:
        session.become_primary()
        session.set_pipeline(programs[7].p4info, json.dumps(programs[7].json).encode())

        def replacing():
            try:
                for number in range(12):
                    chosen = programs[7 + number % 2]
                    session.set_pipeline(chosen.p4info, json.dumps(chosen.json).encode())
            finally:
                over.set()

        def writing():
            nonlocal changes
            writer = Writer(switch, 5)
            while not over.is_set():
                writer.write()
                changes += 1
                over.wait(0.0005)

        def flowing():
            rng, now = random.Random(6), 0
            while not over.is_set():
                sent, now = burst(rng), now + 1
                with switch.lock:
                    emissions = switch.receive_burst(sent, now)
                assert len(emissions) == len(sent)
                found = {read(e.frame)[0] for e in emissions}
                assert len(found) == 1, "a burst ran through two programs"
                marks.extend(found)

        together(replacing, writing, flowing)
    finally:
        session.close()
        server.stop()
    assert set(marks) == {7, 8} and changes > 5
    assert (switch.engine, switch.faults, dict(switch.drops)) == ("native", 0, {})


@pytest.mark.parametrize("spoil", [{"register_arrays": [HUGE]}, {"register_arrays": 7}, {"parsers": []}])
def test_a_program_that_is_refused_under_load_leaves_the_old_one(spoil):
    good = compiled()
    switch = SimpleSwitch(engine="native")
    server = P4RuntimeServer(switch)
    server.start()
    session = Session("the switch", server.address, 0, timeout_s=60)
    try:
        session.become_primary()
        session.set_pipeline(good.p4info, json.dumps(good.json).encode())
        table(switch, "exact").insert([Exact(1)], action("exact", 5))
        with pytest.raises(SessionError) as refused:
            session.set_pipeline(good.p4info, json.dumps({**good.json, **spoil}).encode())
        assert refused.value.code not in ("UNKNOWN", "INTERNAL"), refused.value
        with switch.lock:
            (sent,) = switch.receive(0, frame([1] * len(KINDS)), 1)
        assert read(sent.frame)[2][0] == numbers(5)
    finally:
        session.close()
        server.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_filled_past_its_size(kind):
    small = load_program(compiled(**SMALL).json)
    switch = SimpleSwitch(engine="native")
    switch.load(small)
    found = table(switch, kind)
    if kind == "profile":
        profile(switch, kind).insert_member(1, action(kind, 1))
    elif kind == "selector":
        profile(switch, kind).insert_member(1, action(kind, 1))
        profile(switch, kind).insert_group(1, [GroupMember(1)])
    full = 0
    for value in range(30):
        keys = {"lpm": Lpm(value, 16), "ternary": Ternary(value, 0xFFFF), "range": Range(value, value)}
        to = {"profile": MemberRef(1), "selector": GroupRef(1)}.get(kind, action(kind, value))
        try:
            found.insert([keys.get(kind, Exact(value))], to, priority=int(kind in ("ternary", "range")))
        except TableFull:
            full += 1
    assert (len(found), full) == (20, 10)
    for value in range(30):
        (sent,) = switch.receive(0, frame([value] * len(KINDS)), value)
        pair = read(sent.frame)[2][KINDS.index(kind)]
        assert pair == ((0, 0) if value >= 20 else numbers(1 if kind in ("profile", "selector") else value))


def test_a_profile_filled_past_its_size(switch):
    found, full = profile(switch, "selector"), 0
    for number in range(1, 50):
        try:
            found.insert_member(number, action("selector", number))
        except StateError:
            full += 1
    assert (len(found.members), full) == (32, 17)


def test_absurd_sizes_of_tables_cost_nothing_until_they_are_filled():
    switch = SimpleSwitch(engine="native")
    switch.load(load_program(compiled(size=ABSURD).json))
    table(switch, "exact").insert([Exact(3)], action("exact", 9))
    (sent,) = switch.receive(0, frame([3] * len(KINDS)), 1)
    assert read(sent.frame)[2][0] == numbers(9)


def test_memory_that_cannot_be_had_when_a_program_is_loaded(switch):
    b = bytes_program()
    b.json["register_arrays"] = [HUGE]
    old = switch.program
    with pytest.raises(OutOfMemory, match=r"register r: no memory for \d+ more bytes"):
        switch.load(load_program(b.json))
    assert switch.program is old
    assert len(switch.receive(0, frame([1] * len(KINDS)), 1)) == 1


@pytest.mark.parametrize("what", ["register_arrays", "counter_arrays"])
def test_absurd_sizes_of_arrays_are_refused_with_the_place(what):
    b = bytes_program()
    b.json[what] = [{**HUGE, "size": 1 << 50, "is_direct": False}]
    with pytest.raises(ProgramError, match=rf"{what}\[0\].size: expected an integer in 0..67108864"):
        load_program(b.json)


_SCARCE = """
import json, resource, sys
from pathlib import Path
sys.path[:0] = ["tests/switch", "tests/switch/native"]
from concurrency_kit import KINDS, frame, read
from p4soft.switch import ProgramError, SimpleSwitch, load_program
from p4soft.switch.state import ActionCall, Exact, Ternary, TableFull
switch = SimpleSwitch(engine="native")
switch.load(load_program(Path(sys.argv[1]).read_text()))
exact = switch.state.tables["I.tables.exact_table"]
for value in range(256):
    exact.insert([Exact(value)], ActionCall("I.tables.set_exact", (value + 1, (value + 1) ^ 0xFFFF)))
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (6 << 20), resource.RLIM_INFINITY))
seven = ActionCall("I.tables.set_ternary", (7, 7 ^ 0xFFFF))
ternary, refused, entries = switch.state.tables["I.tables.ternary_table"], None, 0
try:
    for value in range(1, 1 << 16):
        for mask in (0xFFFF, 0xFFFE, 0xFFFC, 0xFFF8):
            ternary.insert([Ternary(value & mask, mask)], seven, priority=value)
            entries += 1
except TableFull as error:
    refused = f"TableFull: {error}"
except MemoryError:
    refused = "MemoryError"
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
alive = 0
for value in range(256):
    (sent,) = switch.receive(0, frame([value] * len(KINDS)), value)
    a, b = read(sent.frame)[2][0]
    alive += (a, b) == (value + 1, (value + 1) ^ 0xFFFF)
    a, b = read(sent.frame)[2][2]
    assert (a, b) == (7, 7 ^ 0xFFFF) if entries and value else True
print(json.dumps([refused, entries == len(ternary), alive, switch.faults]))
"""


def test_memory_that_cannot_be_had_while_packets_flow(tmp_path):
    path = tmp_path / "program.json"
    path.write_text(json.dumps(compiled(size=ABSURD).json))
    done = subprocess.run(
        [sys.executable, "-c", _SCARCE, str(path)], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    refused, counted, alive, faults = json.loads(done.stdout)
    assert refused is not None and refused.startswith(
        ("TableFull: table I.tables.ternary_table: no memory", "MemoryError")
    )
    assert (counted, alive, faults) == (True, 256, 0)

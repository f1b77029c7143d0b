# SPDX-License-Identifier: Apache-2.0
"""Mutated frames: what they are, that machine code survives a share of them, and that a process that dies has a name.

`MRC_FUZZ_NATIVE=10000000` sets how many go through the language tests; `make fuzz-native` is the command.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from waiting_kit import until

from p4soft.fidelity import mutation
from p4soft.fidelity.__main__ import main
from p4soft.fidelity.corpus import CorpusError
from p4soft.fidelity.mutation import Death, Outcome, Settings, _Campaign, chosen, line_of, run, shares, summary
from p4soft.fidelity.mutation_worker import BATCH, RECORD, Choices, Mutator, Progress, Task, prepare
from p4soft.fidelity.mutation_worker import run as run_here
from p4soft.switch.native.burst import Frame
from p4soft.switch.native.switch import FastPath

FRAMES = int(os.environ.get("MRC_FUZZ_NATIVE", "20000"))
LANGUAGE = Path(__file__).resolve().parents[1] / "language"
SEEDS = [(1, bytes(range(64))), (2, b"\x45" * 20), (3, b"")]


def of(frames, number=0, count=BATCH, seed=5):
    batch = Mutator(frames, seed, "name").batch(number, count)
    return [batch.frame(i) for i in range(count)]


def test_frames_are_seeds_and_what_is_near_them():
    frames = of(SEEDS)
    unchanged = sum(frame in dict(SEEDS).values() for _, frame in frames)
    assert BATCH // 20 < unchanged < BATCH * 3 // 4
    near = sum(sum(a != b for a, b in zip(frame, SEEDS[0][1], strict=False)) in range(1, 4) for _, frame in frames)
    assert near > BATCH // 20
    lengths = Counter(len(frame) for _, frame in frames)
    assert {0, 20, 64} < set(lengths) and max(lengths) > 64 and len(lengths) > 50
    assert len({port for port, _ in frames}) > 50


def test_some_batches_have_the_longest_frames_there_are():
    lengths = [len(frame) for number in range(64) for _, frame in of(SEEDS, number, 64)]
    assert max(lengths) > 9000 and sum(length > 1400 for length in lengths) >= 32


def test_the_same_seed_makes_the_same_frames_each_batch_alone():
    assert of(SEEDS, 7) == of(SEEDS, 7)
    assert of(SEEDS, 7) != of(SEEDS, 8)
    assert of(SEEDS, 7) != of(SEEDS, 7, seed=6)


def test_records_are_what_machine_code_reads():
    assert RECORD.itemsize == ctypes.sizeof(Frame)
    assert {name: RECORD.fields[name][1] for name in RECORD.names} == {
        name: getattr(Frame, name).offset for name, _ in Frame._fields_
    }
    batch = Mutator(SEEDS, 1, "x").batch(0, 100)
    first = Frame.from_buffer_copy(batch.records[3:4].tobytes())
    assert (first.port, first.length) == (batch.frame(3)[0], len(batch.frame(3)[1]))
    address = int.from_bytes(batch.records[3:4].tobytes()[8:16], "little")
    assert address == batch.data.ctypes.data + 3 * batch.data.shape[1]
    assert np.all(np.diff(batch.records["now_us"]) >= 0)


@pytest.mark.parametrize(("programs", "frames"), [(1, 10), (2, 10), (5, 1001), (101, 10_000_000)])
def test_the_first_program_gets_half(programs, frames):
    found = shares(programs, frames)
    assert sum(found) == frames and len(found) == programs
    assert found[0] >= frames // 2 and len(set(found[1:])) <= 1


def test_machine_code_survives():
    programs = chosen((LANGUAGE,), 4 if FRAMES < 1_000_000 else None)
    outcome = run(programs, Settings(FRAMES, seed=20260711), print)
    assert outcome.holds, summary(outcome)
    assert outcome.frames > FRAMES * 9 // 10
    assert sum(result.left for result in outcome.results) > FRAMES // 20


@pytest.mark.long
def test_machine_code_with_bounds_checks_survives():
    outcome = run(chosen((LANGUAGE,), 3), Settings(max(6_000, FRAMES // 100), seed=1, checked=True), print)
    assert outcome.holds, summary(outcome)


_DYING = """
import ctypes, sys
from p4soft.switch.native.switch import FastPath
from p4soft.switch.native.burst import Frame
from p4soft.fidelity import mutation_worker as worker
run = FastPath.run_into
def dying(self, count, frames, leave, *begun):
    for frame in (Frame * count).from_address(frames):
        pointer = ctypes.c_uint64.from_address(ctypes.addressof(frame) + 8).value
        if ctypes.string_at(pointer, frame.length)[:1] == b"\\x81":
            HOW
    run(self, count, frames, leave, *begun)
FastPath.run_into = dying
worker.main()
"""


def dying(how):
    return Settings(BATCH * 3, worker=(sys.executable, "-c", _DYING.replace("HOW", how)), still_s=20)


def program_named(name):
    return LANGUAGE / f"{name}.p4"


def test_what_ends_a_process_has_a_name():
    seen = []
    programs = [program_named("statement_if"), program_named("statement_switch")]
    outcome = run(programs, dying("ctypes.string_at(8)"), seen.append)
    deaths = [found for found in seen if isinstance(found, Death)]
    assert [Path(death.program).name for death in deaths] == ["statement_if.p4", "statement_switch.p4"][: len(deaths)]
    assert deaths and not outcome.holds
    assert deaths[0].how == "SIGSEGV"
    number, hexadecimal = deaths[0].where.split(": port ")
    assert number.startswith("batch 0, frame ")
    assert bytes.fromhex(hexadecimal.split(", ")[1])[0] == 0x81
    assert "DIED: SIGSEGV, batch 0, frame" in line_of(deaths[0])
    assert f"{len(deaths)} crashes" in summary(outcome)


@pytest.mark.parametrize(
    ("does", "still_s", "how"),
    [("raise SystemExit(7)", 300, "exit status 7"), ("import time; time.sleep(1000)", 0.8, "stood still")],
)
def test_how_a_process_ended_is_told(does, still_s, how):
    """The worker need not have read its task."""
    outcome = run([Path("a.p4")], Settings(1, worker=(sys.executable, "-S", "-c", does), still_s=still_s), print)
    assert [(death.how, death.where) for death in outcome.deaths] == [(how, "before its first frame")]
    assert not outcome.holds


@pytest.mark.long
def test_a_process_that_goes_away_is_told_too():
    outcome = run([program_named("statement_if")], dying("__import__('os')._exit(7)"), print)
    assert [death.how for death in outcome.deaths] == ["exit status 7"]


@pytest.mark.long
def test_a_process_that_stands_still_is_ended():
    settings = dying("__import__('time').sleep(1000)")
    outcome = run([program_named("statement_if")], Settings(BATCH, worker=settings.worker, still_s=6), print)
    assert [death.how for death in outcome.deaths] == ["stood still"]


_WORKS = """
import time
for _ in range(60):
    end = time.process_time() + 0.005
    while time.process_time() < end: pass
"""


@pytest.mark.parametrize(
    ("does", "ends_itself"),
    [
        (_WORKS + "    time.sleep(0.03)", True),  # a machine that is wanted by others, too
        ("while True: pass", False),
        ("import time; time.sleep(1000)", False),
    ],
    ids=["works now and then", "loops", "sleeps"],
)
def test_standing_still_is_a_matter_of_processor_time(does, ends_itself, tmp_path):
    progress = tmp_path / "progress"
    Progress.create(progress)
    with subprocess.Popen([sys.executable, "-S", "-c", does]) as process:
        assert _Campaign(Settings(1, still_s=0.8), print)._ended(process, progress) is ends_itself


def test_who_is_interrupted_leaves_no_process():
    """As after ^C: the process that was at work ends, and is told of nobody."""
    command = [
        sys.executable,
        "-m",
        "p4soft.fidelity",
        "fuzz",
        str(LANGUAGE / "statement_if.p4"),
        "--frames",
        "1000000000",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=LANGUAGE.parents[1]) as fuzz:
        children, worker = Path(f"/proc/{fuzz.pid}/task"), []  # of each of its threads
        try:
            worker = until(
                lambda: [pid for each in children.glob("*/children") for pid in each.read_text().split()], 240
            )
            fuzz.send_signal(signal.SIGINT)
            out, _ = fuzz.communicate(timeout=240)
        finally:
            for pid in (fuzz.pid, *map(int, worker)):  # or 1,000,000,000 frames keep a processor busy
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    assert fuzz.returncode not in (0, 1) and "DIED" not in out
    assert not Path(f"/proc/{worker[0]}").exists()


_INTERRUPTED_BESIDE = """
import signal, threading
from pathlib import Path
from p4soft.fidelity.mutation import Settings, run
threading.Timer(1, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT)).start()
run([Path("a.p4")], Settings(1, worker=("sleep", "60")), print)
"""


def test_a_signal_that_another_thread_takes_ends_it_too():
    """The kernel may give a signal to any thread of a process; Python's main thread acts on it when it wakes up."""
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED_BESIDE], capture_output=True, text=True, check=False, timeout=300
    )
    assert "KeyboardInterrupt" in done.stderr
    assert not done.stdout, "it waited for the process, and told its end"


def test_who_is_interrupted_while_processes_begin_waits_for_none(monkeypatch):
    """A signal comes when it likes: also once the first process works, and before anybody waits for it."""
    seen = []

    class Interrupted(ThreadPoolExecutor):
        def submit(self, *words):
            super().submit(*words)
            raise KeyboardInterrupt

    monkeypatch.setattr(mutation, "ThreadPoolExecutor", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        run([program_named("statement_if")], Settings(BATCH * 3), seen.append)
    assert not seen, "its process was waited for"


@pytest.mark.parametrize("over", [True, False])
def test_a_process_whose_progress_cannot_be_read_is_not_waited_for(over, tmp_path, monkeypatch):
    """Its folder is gone when a signal comes while its thread begins: nobody has waited for that thread."""
    begun = []

    class Noted(subprocess.Popen):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            begun.append(self)

    monkeypatch.setattr(mutation.subprocess, "Popen", Noted)
    monkeypatch.setattr(Progress, "steps", lambda path: path.with_name("gone").read_bytes())
    campaign = _Campaign(Settings(1, worker=("sleep", "100")), print)
    if over:
        campaign.over.set()
    with contextlib.nullcontext() if over else pytest.raises(FileNotFoundError):
        campaign._process(Task(("a.p4",), (1,), 0, str(tmp_path / "progress"), {}, ""))
    assert begun[0].returncode == -signal.SIGKILL


@pytest.fixture
def outcome_of(tmp_path):
    """The outcome of a program that this process runs, with the frames that a worker would send."""

    def tried(path, frames):
        progress = tmp_path / "progress"
        Progress.create(progress)
        return Outcome([run_here(Task((str(path),), (frames,), 0, str(progress)), 0, Progress(progress))])

    return tried


def test_internal_errors_are_told(outcome_of, monkeypatch):
    run_into = FastPath.run_into

    def wrong(self, *given):
        self.plane._owner.fault(1, "a test", ValueError("no"))
        run_into(self, *given)

    monkeypatch.setattr(FastPath, "run_into", wrong)
    outcome = outcome_of(program_named("statement_if"), BATCH)
    assert not outcome.holds and not outcome.deaths
    assert "a test: ValueError: no" in outcome.wrong[0].wrong[0]
    assert "WRONG" in line_of(outcome.wrong[0])


def test_what_cannot_be_judged_is_left_out(tmp_path):
    (tmp_path / "bad.p4").write_text("#include <core.p4>\n#include <v1model.p4>\nV1Switch(nothing) main;\n")
    outcome = run([tmp_path / "bad.p4"], Settings(10), print)
    assert outcome.results[0].left_out.startswith("does not compile: ")
    assert not outcome.holds, "nothing was tried"


def test_a_stack_of_unions_has_entries_and_frames_too():
    """Its elements are no header instances, which generating frames had not thought of."""
    subject = prepare(program_named("header_union_stack"), Choices(2, {}), 0)
    assert subject.switch.engine == "native" and len(subject.seeds) > 10


def test_a_folder_without_programs():
    with pytest.raises(CorpusError, match="no v1model programs"):
        chosen([Path(__file__).parent], None)


def test_some_of_many_programs_are_chosen_evenly():
    every = chosen([LANGUAGE], None)
    some = chosen([LANGUAGE], 10)
    assert len(some) == 10 and some[0] == every[0] and set(some) < set(every)
    assert len(set(some)) == 10


def test_the_command(capsys):
    with pytest.raises(SystemExit) as end:
        main(["fuzz", str(program_named("statement_if")), "--frames", "5000"])
    out = capsys.readouterr().out
    assert "5000 frames through 1 programs" in out and "no crash, nothing wrong" in out
    assert end.value.code in (0, None)

# SPDX-License-Identifier: Apache-2.0
"""Random well-typed programs: our compiler takes every one, and our switch runs them, in Python and in machine code."""

from __future__ import annotations

import os
import random
import re

import pytest
from click.testing import CliRunner
from long_kit import rounds
from msgspec.structs import replace

from p4soft.compiler import CompileErrors, compile_file
from p4soft.fidelity import random_programs
from p4soft.fidelity.generator import generate
from p4soft.fidelity.generator.model import Case
from p4soft.fidelity.random_programs import (
    BMV2,
    EMBEDDED,
    OURS,
    P4C,
    PAIRINGS,
    REFERENCE,
    Failure,
    Outcome,
    Result,
    Verdict,
    run_embedded,
    shrink,
)
from p4soft.switch import SimpleSwitch, SwitchFault

# --- In Python -------------------------------------------------------------------------------------------------------
# Random well-typed programs: our compiler takes every one, and our switch runs them without an internal error: in
# Python here, in machine code below.
#
# Against p4c and BMv2 they are compared by `python -m p4soft.fidelity.random_programs`; docs/bmv2-fidelity.md says how
# far they agree.

PROGRAMS = 25


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_a_random_program_compiles_and_runs(seed, tmp_path):
    case = generate(seed)
    source = tmp_path / "program.p4"
    source.write_text(case.source)
    outcome = run_embedded(compile_file(source).json, case, "python")
    assert len(outcome.frames) == len(case.packets) == 20


def test_same_seed_same_program():
    assert generate(7) == generate(7)
    assert generate(7).source != generate(8).source


@pytest.fixture(scope="module")
def sources():
    return [generate(seed).source for seed in range(100)]


@pytest.mark.parametrize(
    "found",
    [
        r"@field_list\((lists_e|plain_e)\.",
        r"@field_list\((ONE|TWO)",
        r"_preserving_field_list\((CloneType.I2E, \d+, )?(ONE|lists_e)",
        r"\b\w+\((p\d+ = .*, )+p\d+ = ",
        r"apply\(.*(meta = meta|hdr = hdr)",
        r"\bfun\d+\((.*, )?([a-z]\w*(?:\.\w+)*), (.*, )?\2[,)]",
        r"\bfun\d+\(.*fun\d+\(",
        r"if \(.*\) \{\n\s+(exit|return);\n",
    ],
)
def test_programs_cover_calls_and_field_lists(sources, found):
    assert sum(re.search(found, source) is not None for source in sources) >= 3


def test_programs_rely_on_nothing_that_is_undefined(sources):
    """What would make a difference that says nothing; each was one once."""
    for seed, source in enumerate(sources[:60]):
        ingress = source[source.index("control MainIngress") : source.index("control MainEgress")]
        egress = source[source.index("control MainEgress") :]
        # A copy without meta.again that recirculates is copied again, for ever.
        assert not ("recirculate_preserving" in egress and "clone(CloneType.I2E" in ingress), seed
        # simple_switch's packet_length in egress counts setValid, which compilers drop when it has no other effect.
        assert "sm.packet_length" not in egress, seed
        # p4c drops an assignment before a second extraction, which may fail.
        assert source.count("extract(hdr.inner)") + source.count("apply(pkt, hdr.inner,") <= 1, seed


def a_case(source="", packets=((1, b"\x01"),)):
    return Case(3, source, packets, {}, {}, {}, {}, 1, True)


def outcome(byte):
    return Outcome(({1: (bytes([byte]),)},), {}, {})


def result(outcomes, failures=None):
    return Result(a_case(), outcomes, failures or {})


def verdicts(found):
    return [found.verdict(pairing) for pairing in PAIRINGS]


def test_a_pairing_agrees_or_differs():
    found = result({pairing: outcome(1) for pairing in PAIRINGS} | {(OURS, BMV2): outcome(2)})
    assert verdicts(found) == [Verdict.AGREES, Verdict.AGREES, Verdict.DIFFERS, Verdict.AGREES]
    assert found.difference((OURS, BMV2)) == "packet 0: port 1: 02; the reference: port 1: 01"


@pytest.mark.parametrize(
    ("failures", "why"),
    [
        ({P4C: Failure("p4c ended with status 1: x.p4(3): [--Werror=invalid] error: no")}, "p4c refused"),
        ({P4C: Failure("p4c ended with status 1: Compiler Bug: ir.cpp:8093: Null body")}, "p4c failed"),
        ({P4C: Failure("p4c ended with status -11: ")}, "p4c failed"),
        (
            {
                (P4C, EMBEDDED): Failure("<json>: $.actions[3]: no field 'x'"),
                REFERENCE: Failure("simple_switch did not start"),
            },
            "BMv2 does not run p4c's JSON",
        ),
        ({}, "p4c or BMv2 is not here"),
    ],
)
def test_without_reference_nothing_agrees_or_differs(failures, why):
    found = result({(OURS, EMBEDDED): outcome(1)}, failures)
    assert verdicts(found) == [Verdict.NO_REFERENCE] * 4
    assert found.without_reference == why
    assert not any(found.difference(pairing) for pairing in PAIRINGS)


def test_what_only_we_refuse_differs_and_a_traceback_is_an_internal_error():
    both = {(P4C, EMBEDDED): outcome(1), REFERENCE: outcome(1)}
    refused = result(both, {OURS: Failure("x.p4(3): error: first\nx.p4(4): error: second")})
    assert verdicts(refused) == [Verdict.DIFFERS, Verdict.AGREES, Verdict.DIFFERS, Verdict.AGREES]
    assert refused.failure((OURS, BMV2)).line == "x.p4(3): error: first"
    broken = result({}, {P4C: Failure("no"), OURS: Failure("Traceback:\n  at\nKeyError: 1\n", internal=True)})
    assert verdicts(broken) == [Verdict.INTERNAL_ERROR, Verdict.NO_REFERENCE] * 2
    assert broken.failure((OURS, EMBEDDED)).line == "KeyError: 1"


@pytest.fixture
def command(monkeypatch):
    """The command, with results instead of runs; returns exit status and output."""

    def call(found, *arguments):
        run = found if callable(found) else lambda _case: found
        monkeypatch.setattr(random_programs, "_run", lambda case, _engine: run(case))
        done = CliRunner().invoke(random_programs.main, ["--programs", "1", *arguments])
        return done.exit_code, done.output

    return call


def test_a_program_without_reference_is_no_disagreement(command):
    refused = {P4C: Failure("p4c ended with status 1: error: no")}
    status, output = command(result({(OURS, EMBEDDED): outcome(1)}, refused))
    assert status == 0
    assert "with a reference: 0 programs, 0 packets\nno reference: p4c refused: 1\n" in output
    assert "seed 3, no reference: p4c ended with status 1: error: no\n" in output


def test_programs_and_packets_with_a_reference_are_counted(command):
    status, output = command(result({pairing: outcome(1) for pairing in PAIRINGS}), "--programs", "4")
    assert status == 0
    assert "with a reference: 4 programs, 4 packets\n" in output


def test_a_refusal_is_one_line(command):
    loader = "<json>: $.actions[3]: no field 'x'\nmore"
    both = {(OURS, EMBEDDED): outcome(1), (OURS, BMV2): outcome(1), REFERENCE: outcome(1)}
    status, output = command(result(both, {(P4C, EMBEDDED): Failure(loader)}))
    assert status == 1
    assert "\nseed 3, p4c on our switch: differs: <json>: $.actions[3]: no field 'x'\n" in output
    assert "more" not in output


def test_what_disagrees_is_kept_with_a_smaller_program(command, tmp_path):
    runs = []

    def run(case):
        if not runs:
            case = a_case("if (a) {\n    good;\n    bad;\n    good;\n}\n")
        runs.append(case)
        wrong = "bad;" in case.source
        return Result(case, {REFERENCE: outcome(1), (OURS, EMBEDDED): outcome(2 if wrong else 1)}, {})

    status, _ = command(run, "--keep", str(tmp_path / "kept"))
    assert status == 1
    assert (tmp_path / "kept" / "3.p4").read_text().count("good;") == 2
    assert (tmp_path / "kept" / "3.small.p4").read_text() == "    bad;\n"
    assert (tmp_path / "kept" / "3.small.txt").read_text().splitlines() == [
        "our compiler on our switch: packet 0: port 1: 02; the reference: port 1: 01",
        "packet into port 1: 01",
    ]


def test_shrinking_keeps_what_is_needed():
    source = "if (a) {\n    x = (y + z);\n    u = 1;\n} else {\n    w = 2;\n}\nv = 3;\n"
    packets = ((1, b"a"), (2, b"b"))

    def still(case):
        return "x = " in case.source and "z" in case.source and (2, b"b") in case.packets

    small = shrink(a_case(source, packets), still, 30)
    assert (small.source, small.packets) == ("    x = z;\n", ((2, b"b"),))


@pytest.mark.parametrize("engine", ["native", "python", None])
def test_our_switch_runs_programs_with_the_engine_that_was_asked_for(engine, monkeypatch):
    ran, load = [], SimpleSwitch.load

    def noted(self, program):
        load(self, program)
        ran.append(self.engine)

    monkeypatch.setattr(SimpleSwitch, "load", noted)
    monkeypatch.setenv("PATH", "")  # neither p4c nor BMv2
    given = ["--engine", engine] if engine else []
    done = CliRunner().invoke(random_programs.main, ["--programs", "1", "--packets", "2", *given])
    assert done.exit_code == 0, done.output
    assert ran == [engine or "native"]


# --- In machine code -------------------------------------------------------------------------------------------------
# Random programs run natively, all of them, and do what they do in Python.
#
# `MRC_NATIVE_PROGRAMS=745` sets how many (4 unless told, 25 if long); compiling takes about a second for each.

FIRST = int(os.environ.get("MRC_NATIVE_FIRST_PROGRAM", "1"))
CHUNKS = 4


def mutated(packets, rng):
    """The packets, and some of them cut, lengthened, or with other bytes."""
    for port, frame in packets:
        yield port, frame
        data = bytearray(frame)
        for _ in range(rng.choice((1, 2, 8))):
            if data:
                data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        yield port, bytes(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.5 else data + rng.randbytes(9))


def native_outcome(program, case, engine):
    try:
        return run_embedded(program, case, engine)
    except SwitchFault as fault:
        return str(fault)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("programs", rounds("MRC_NATIVE_PROGRAMS", 4, 25))
def test_same_as_in_python(programs, chunk, tmp_path):
    for seed in range(FIRST + chunk, FIRST + programs, CHUNKS):
        case = generate(seed)
        case = replace(case, packets=tuple(mutated(case.packets, random.Random(seed))))
        path = tmp_path / "program.p4"
        path.write_text(case.source)
        try:
            program = compile_file(path).json
        except CompileErrors as errors:
            pytest.fail(f"seed {seed}: {errors}")
        native, python = (native_outcome(program, case, engine) for engine in ("native", "python"))
        if isinstance(native, str) or isinstance(python, str):
            assert native == python, f"seed {seed}"
        else:
            assert native.difference(python) is None, f"seed {seed}"

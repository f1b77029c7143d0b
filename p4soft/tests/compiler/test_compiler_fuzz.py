# SPDX-License-Identifier: Apache-2.0
"""Mutated programs: the compiler answers with a program the switch runs, or with clean errors, and nothing else.

`MRC_FUZZ_PROGRAMS=20000` sets the number of programs (100 unless told, 300 if long); 20,000 take about ten minutes. The
stream depends on the seed alone, so a longer run begins with the shorter one.
"""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from random import Random

import pytest
from long_kit import rounds
from tests.compiler.mutation_kit import INCLUDE_DIRS, Mutator

from p4soft.compiler import CompileErrors, InternalError, compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.dataplane import SwitchFault

SEED = 20260201
HANG_SECONDS = 120
"""Programs take hundredths of a second; one that takes this long on any machine never ends."""

LONGEST_MESSAGE = 500
"""In characters. Names and types may be quoted; pages of them may not."""

UNCLEAN = re.compile(
    r"<unknown>|None\b|object at 0x|Traceback|Error\(|\bast\.|<class|expected (one of )?(;|$)|\bSpan\("
)


def check_diagnostic(diagnostic, lines):
    """A message for people: a place that exists, one line of text, the line with a caret."""
    text = str(diagnostic)
    first = text.split("\n", 1)[0]
    assert diagnostic.message, text
    assert "\n" not in diagnostic.message + diagnostic.expected, text
    assert len(diagnostic.message) + len(diagnostic.expected) < LONGEST_MESSAGE, text[:2000]
    assert not UNCLEAN.search(diagnostic.message) and not UNCLEAN.search(first), text
    assert Path(diagnostic.file).is_file(), text
    if diagnostic.line == 0:  # About the whole program: it cannot be read, or something is missing from it.
        assert diagnostic.column == 0, text
        return
    assert first.startswith(f"{diagnostic.file}:{diagnostic.line}:{diagnostic.column}: "), text
    assert diagnostic.column >= 1, text
    if diagnostic.file in lines:
        assert diagnostic.line <= len(lines[diagnostic.file]), text
        assert diagnostic.column <= len(lines[diagnostic.file][diagnostic.line - 1]) + 1, text
    if diagnostic.source_line:
        assert re.fullmatch(r"[ \t]*\^+", text.split("\n")[2]), text


def frames(rng):
    """A few frames, of every length that matters."""
    return [rng.randbytes(rng.choice((0, 1, 7, 14, 40, 100))) for _ in range(4)]


def check_compile(file, rng, include_dirs=INCLUDE_DIRS, engine="auto"):
    """The property; whether the program was accepted."""
    try:
        lines = {str(file): file.read_bytes().decode().split("\n")}
    except UnicodeDecodeError:
        lines = {}
    try:
        result = compile_file(file, include_dirs=include_dirs)
    except InternalError as error:
        raise AssertionError(str(error)) from error.__cause__
    except CompileErrors as errors:
        assert errors.errors
        for diagnostic in errors.diagnostics:
            check_diagnostic(diagnostic, lines)
        return False
    for diagnostic in result.warnings:
        check_diagnostic(diagnostic, lines)
    assert result.p4info.SerializeToString()
    switch = SimpleSwitch(engine=engine)
    switch.faults_are_fatal = True
    switch.load(load_program(json.dumps(result.json)))
    for now, frame in enumerate(frames(rng)):
        try:
            switch.receive(1, frame, now)
        except SwitchFault as fault:
            if "AssertionFailed" not in str(fault):  # The program itself says assert(false).
                raise
    return True


@pytest.fixture
def hang_guard():
    """Calls made through it are ended, and fail, when they do not end by themselves."""

    def ring(*_):
        raise TimeoutError(f"no end after {HANG_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, ring)

    def guarded(function, *args):
        signal.alarm(HANG_SECONDS)
        try:
            return function(*args)
        finally:
            signal.alarm(0)

    yield guarded
    signal.signal(signal.SIGALRM, before)


def accepted_of(programs, mutator, tmp_path, guarded, include_dirs=INCLUDE_DIRS):
    """Holds so many mutants against the property; how many were accepted.

    Of a few, one in twenty runs in machine code, which takes longest to make; of many, each.
    """
    native = 20 if programs < 200 else 1
    rng, accepted = Random(SEED), 0
    for number in range(programs):
        file = tmp_path / f"mutant{number}.p4"
        file.write_bytes(mutator.next())
        try:
            accepted += guarded(check_compile, file, rng, include_dirs, "python" if number % native else "auto")
        except BaseException as error:
            error.add_note(f"the program is kept in {file}")
            raise
        file.unlink()
    return accepted


@pytest.mark.parametrize("programs", rounds("MRC_FUZZ_PROGRAMS", 100, 300))
def test_mutated_programs(tmp_path, hang_guard, programs):
    accepted = accepted_of(programs, Mutator(SEED), tmp_path, hang_guard)
    assert programs // 20 < accepted < programs // 2, "the mutations are too weak or too strong to prove much"

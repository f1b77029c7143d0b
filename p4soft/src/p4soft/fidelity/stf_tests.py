# SPDX-License-Identifier: Apache-2.0
"""Points 1 to 3: the programs with STF tests, compiled by either compiler, on either switch.

The real simple_switch_grpc is an STF device without root: P4Runtime for entries, `--packet-in` for frames. A network
interface carries no frame shorter than an Ethernet header, and creating one needs root; the packet socket (nanomsg) has
neither limit. Pcap files (`--use-files`) have not either, but their frames cannot wait for entries.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from google.protobuf import text_format
from msgspec import Struct
from typing_extensions import override

from p4soft.command_line import EngineChoice
from p4soft.fidelity.compilers import Refused, compile_with
from p4soft.fidelity.corpus import (
    BMV2,
    EMBEDDED,
    ERROR,
    FAIL,
    OURS,
    P4C,
    PASS,
    SKIP,
    CorpusError,
    Outcome,
    Pool,
    Report,
    samples_with_tests,
    share,
)
from p4soft.fidelity.reference import P4C_BM2_SS, SIMPLE_SWITCH_GRPC, Bmv2Grpc, ReferenceFault, available
from p4soft.messages import p4info_pb2
from p4soft.stf import Case, OpenDevice, Options, embedded_opener, load_json, run_case
from p4soft.stf.device import Device, Output, Recorder
from p4soft.stf.parser import parse_file
from p4soft.stf.remote import Encoder, Frames, RemoteDevice, open_session
from p4soft.stf.statements import Expect, RefusedError, Statement, StfError

# --- The real switch as a device -------------------------------------------------------------------------------------


def reference_available() -> bool:
    return available(P4C_BM2_SS) and available(SIMPLE_SWITCH_GRPC)


class PacketSocket(Frames):
    """simple_switch's nanomsg packet socket, which carries every port."""

    def __init__(self, switch: Bmv2Grpc) -> None:
        self._switch = switch

    @override
    def send(self, port: int, frame: bytes) -> None:
        try:
            self._switch.send(port, frame)
        except ReferenceFault as fault:
            raise RefusedError(str(fault)) from None

    @override
    def receive(self, seconds: float) -> Output | None:
        try:
            return Output(*self._switch.receive()) if self._switch.readable(seconds) else None
        except ReferenceFault as fault:
            raise RefusedError(str(fault)) from None


def open_bmv2(case: Case, _statements: Sequence[Statement], _recorder: Recorder | None) -> RemoteDevice:
    """An `OpenDevice`: a fresh simple_switch_grpc for each compiled case; raises StfError."""
    if case.p4info is None:
        raise StfError(f"{case.program}: a compiled program needs its P4Info here")
    with ExitStack() as undo:
        work = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="stf-")))
        try:
            switch = undo.enter_context(Bmv2Grpc(work))
            text, p4info = case.program.read_text(), p4info_pb2.P4Info()
            text_format.Parse(case.p4info.read_text(), p4info)
            session = open_session(switch.address, Bmv2Grpc.device_id, p4info, text.encode(), undo)
            switch.attach()
            program = load_json(text, str(case.program))
        except (ReferenceFault, OSError, text_format.ParseError) as error:
            raise StfError(str(error)) from None
        return RemoteDevice(program, Encoder(p4info), session, PacketSocket(switch), undo.pop_all())


# --- The measurement -------------------------------------------------------------------------------------------------


_WANTED_SHARE = 0.95
_ROW_PASS = "passes"
_ROW_BASELINE = "real BMv2 fails it as well"
_ROW_NOT_COMPILED = "not compiled"


class Run(Struct, frozen=True):
    """One test on one pairing: pass, fail or error as `p4soft.stf.Result` has it, and the frames by port."""

    result: str
    text: str
    frames: dict[int, list[bytes]]


def measure_stf(corpus: Path, compiler: str, target: str, pool: Pool, engine: EngineChoice = "auto") -> Report:
    """Run every test.

    Args:
        corpus: a checkout of p4c.
        compiler: whose JSON, `ours` or `p4c`.
        target: on which switch, `embedded` or `bmv2`.
        pool: where to run them.
        engine: what runs them on the embedded switch.

    Raises:
        CorpusError: a program this needs is not on the PATH, or there is no corpus.
    """
    if compiler == P4C and not available(P4C_BM2_SS):
        raise CorpusError("--json p4c: p4c-bm2-ss is not on the PATH")
    if target == BMV2 and not reference_available():
        raise CorpusError("--target bmv2: p4c-bm2-ss and simple_switch_grpc must be on the PATH")
    programs = samples_with_tests(corpus)
    title = f"STF: JSON of {compiler} on {target}"
    if (compiler, target) == (OURS, BMV2):
        return _compared(title, pool.run(title, _compare, programs))
    outcomes = pool.run(title, partial(_run_one, compiler, target, engine), programs)
    if target == BMV2:
        return Report(title, outcomes, "", True)
    return _against_baseline(title, compiler, outcomes)


def _against_baseline(title: str, compiler: str, outcomes: Sequence[Outcome]) -> Report:
    counted = [o for o in outcomes if o.result != SKIP]
    passed = sum(o.result == PASS for o in counted)
    if compiler == P4C:
        target, holds = "every program that real BMv2 passes", passed == len(counted)
    else:
        target = f"at least {_WANTED_SHARE:.0%} of those that real BMv2 passes"
        holds = passed >= _WANTED_SHARE * len(counted)
    remarks = [f"passed {share(passed, len(counted))}"]
    if not reference_available():
        remarks.append("real BMv2 is not on the PATH: what it fails too is counted as ours")
    return Report(title, outcomes, target, holds and bool(passed), remarks)


def _compared(title: str, outcomes: Sequence[Outcome]) -> Report:
    counted = [o for o in outcomes if o.result != SKIP]
    same = sum(o.result == PASS for o in counted)
    target = "the same results as p4c's JSON for every program we compile"
    return Report(title, outcomes, target, same == len(counted) and bool(same), [f"same {share(same, len(counted))}"])


def _run_one(compiler: str, target: str, engine: EngineChoice, program: Path) -> Outcome:
    """One test; a failure of ours is tried on real BMv2 with p4c's JSON, when there, to see whether it is ours."""
    run = run_pairing(compiler, target, program, engine=engine)
    if run.result == PASS:
        return Outcome(str(program), PASS, _ROW_PASS)
    if target == EMBEDDED and reference_available():
        reference = run_pairing(P4C, BMV2, program)
        if reference.result != PASS:
            return Outcome(str(program), SKIP, _ROW_BASELINE, f"{run.text}\nreal BMv2: {reference.text}")
    row = {FAIL: "other packets or counters than expected", ERROR: "cannot be compiled or run"}[run.result]
    return Outcome(str(program), run.result, row, run.text)


def _compare(program: Path) -> Outcome:
    """Our JSON against p4c's, both on real BMv2: the results of the test, and every frame that came out."""
    ours = run_pairing(OURS, BMV2, program, refused=SKIP)
    if ours.result == SKIP:
        return Outcome(str(program), SKIP, _ROW_NOT_COMPILED, ours.text)
    theirs = run_pairing(P4C, BMV2, program)
    if ours.result != theirs.result:
        detail = f"ours: {ours.result} {ours.text}\np4c's: {theirs.result} {theirs.text}"
        return Outcome(str(program), FAIL, "another result than p4c's JSON", detail)
    if ours.frames == theirs.frames:
        row = "same result and the same frames" if ours.result == PASS else "same frames, and neither passes"
        return Outcome(str(program), PASS, row, ours.text)
    detail = _frames_differ(ours.frames, theirs.frames)
    if ours.result == PASS and _expects_each(program, ours.frames) and _expects_each(program, theirs.frames):
        # Both frames meet the same expectation, so they differ in digits that it leaves open.
        return Outcome(str(program), PASS, "same result; frames differ where the test allows anything", detail)
    return Outcome(str(program), FAIL, "same result, other frames", detail)


def _expects_each(program: Path, frames: dict[int, list[bytes]]) -> bool:
    """Whether the test has an expectation for each frame that came out."""
    expected = Counter(s.port for s in parse_file(program.with_suffix(".stf")) if isinstance(s, Expect))
    return all(len(f) == expected[port] for port, f in frames.items())


def _frames_differ(ours: dict[int, list[bytes]], theirs: dict[int, list[bytes]]) -> str:
    lines = []
    for port in sorted({*ours, *theirs}):
        mine, other = ours.get(port, []), theirs.get(port, [])
        if mine != other:
            lines.append(f"port {port}: ours   {[f.hex() for f in mine]}")
            lines.append(f"port {port}: p4c's  {[f.hex() for f in other]}")
    return "\n".join(lines)


def run_pairing(
    compiler: str, target: str, program: Path, *, refused: str = ERROR, engine: EngineChoice = "auto"
) -> Run:
    """Compile with one compiler and run the test beside the program; `refused`: the result when it is not compiled."""
    opened: list[Device] = []
    opener: OpenDevice = embedded_opener(Options(engine=engine)) if target == EMBEDDED else open_bmv2

    def open_and_keep(case: Case, statements: Sequence[Statement], recorder: Recorder | None) -> Device:
        opened.append(opener(case, statements, recorder))
        return opened[-1]

    with tempfile.TemporaryDirectory(prefix="corpus-") as work:
        try:
            files = compile_with(compiler, program, Path(work))
        except Refused as refusal:
            return Run(refused, str(refusal), {})
        case = Case(files.json, program.with_suffix(".stf"), is_json=True, p4info=files.p4info_file)
        result = run_case(case, open_and_keep)
        outputs: Sequence[Output] = opened[0].outputs() if opened else ()
    frames: dict[int, list[bytes]] = {}
    for output in outputs:
        frames.setdefault(output.port, []).append(output.frame)
    return Run(result.outcome, result.text, frames)

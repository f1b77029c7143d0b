# SPDX-License-Identifier: Apache-2.0
"""The options of `python -m targets.stf`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from targets import TARGET_NAMES
from targets.stf.programs import Options
from targets.stf.suite import Case

_USAGE = """%(prog)s [options] PROG.p4 TEST.stf... [PROG.p4 TEST.stf...]...
       %(prog)s [options] --json PROG.json [--p4info FILE] TEST.stf..."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The command line, understood."""

    cases: tuple[Case, ...]
    options: Options
    target: str
    junit: Path | None
    with_trace: bool
    verbose: bool


def parse(argv: Sequence[str] | None) -> Arguments:
    """Read the command line; a wrong one ends the process with status 2 and a message."""
    parser = argparse.ArgumentParser(
        prog="python -m targets.stf",
        usage=_USAGE,
        description="Runs tests of the Simple Test Framework: packets in, packets out, in virtual time and in process.",
        epilog="Exit status: 0 every test passed, 1 one did not, 2 the command line is wrong.",
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="programs, each followed by its tests (default: PROG.stf)"
    )
    parser.add_argument("--json", type=Path, metavar="PROG.json", help="run this compiled program (BMv2 JSON)")
    parser.add_argument("--p4info", type=Path, metavar="FILE", help="the P4Info (text) of --json; bmv2 needs it")
    parser.add_argument("--target", choices=TARGET_NAMES, default="embedded", help="what to run on (default: embedded)")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument(
        "--trace", action="store_true", help="show what the switch did with the packet behind each failure"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="also show what read commands found")
    parser.add_argument("-I", dest="include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]")
    parser.add_argument("--cpu-port", type=int, metavar="PORT", help="port of packet-in and packet-out, 1..510")
    args = parser.parse_args(argv)
    if args.p4info is not None and args.json is None:
        parser.error("--p4info belongs to a program given with --json")
    if args.json is not None and args.target == "bmv2" and args.p4info is None:
        parser.error("--json on --target bmv2 needs --p4info FILE")
    if args.cpu_port is not None and not 1 <= args.cpu_port <= 510:
        parser.error(f"--cpu-port {args.cpu_port} is out of range; accepted: 1..510")
    defines: dict[str, str | None] = {}
    for text in args.define:
        name, equals, value = text.partition("=")
        defines[name] = value if equals else None
    if args.target == "bmv2" and (args.include or defines):
        parser.error("-I and -D are for the embedded compiler; with --target bmv2 compile first and use --json")
    return Arguments(
        cases=tuple(_cases(parser, args)),
        options=Options(tuple(args.include), defines, args.cpu_port),
        target=args.target,
        junit=args.junit,
        with_trace=args.trace,
        verbose=args.verbose,
    )


def _cases(parser: argparse.ArgumentParser, args: argparse.Namespace) -> list[Case]:
    files: list[Path] = args.files
    if args.json is not None:
        wrong = next((f for f in files if f.suffix != ".stf"), None)
        if wrong is not None:
            parser.error(f"{wrong}: with --json only tests (.stf) may follow")
        return [Case(args.json, f, is_json=True, p4info=args.p4info) for f in files]
    cases: list[Case] = []
    program: Path | None = None
    for at, path in enumerate(files):
        if path.suffix == ".stf":
            if program is None:
                parser.error(f"{path}: the program (PROG.p4) comes before its tests")
            cases.append(Case(program, path))
            continue
        program = path
        if at + 1 == len(files) or files[at + 1].suffix != ".stf":
            cases.append(Case(path, path.with_suffix(".stf")))
    return cases

# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.fidelity stf|p4info|errors --corpus DIR`; `--help` says the rest."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.fidelity.corpus import CorpusError
from tools.fidelity.corpus_compilers import OURS, P4C
from tools.fidelity.corpus_errors import measure_errors
from tools.fidelity.corpus_p4info import measure_p4info
from tools.fidelity.corpus_pool import Pool
from tools.fidelity.corpus_report import Report
from tools.fidelity.corpus_stf import BMV2, EMBEDDED, measure_stf


def main(argv: Sequence[str] | None = None) -> int:
    """Measure; the exit status."""
    args = _arguments(argv)
    try:
        report = _measure(args)
        if args.junit is not None:
            report.write_junit(args.junit)
    except CorpusError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return 130
    print(report.text(with_list=args.list))
    return 0 if report.holds else 1


def _measure(args: argparse.Namespace) -> Report:
    pool = Pool(args.corpus, args.jobs)
    if args.command == "stf":
        return measure_stf(args.corpus, args.json, args.target, pool)
    return measure_p4info(args.corpus, pool) if args.command == "p4info" else measure_errors(args.corpus, pool)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.fidelity",
        description="Measures compiler and switch against p4c and BMv2 on p4c's public test programs.",
        epilog="Exit status: 0 the target of the measurement holds, 1 it does not, 2 it could not be measured.",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="a checkout of the p4c repository")
    common.add_argument("--list", action="store_true", help="also list what does not pass, or just so, and why")
    common.add_argument("--junit", type=Path, metavar="FILE", help="write the results as JUnit XML")
    common.add_argument("--jobs", type=_positive, default=2, metavar="N", help="programs at a time (default: 2)")
    commands = parser.add_subparsers(dest="command", required=True, metavar="stf|p4info|errors")
    stf = commands.add_parser("stf", parents=[common], help="run the v1model programs that have an STF test")
    stf.add_argument("--json", choices=(OURS, P4C), default=OURS, help="whose compiler (default: ours)")
    stf.add_argument("--target", choices=(EMBEDDED, BMV2), default=EMBEDDED, help="which switch (default: embedded)")
    commands.add_parser("p4info", parents=[common], help="compare our P4Info with p4c's")
    commands.add_parser("errors", parents=[common], help="compile the wrong programs that p4c refuses")
    return parser.parse_args(argv)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes; accepted: 1 or more")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""`python -m targets.stf PROG.p4 TEST.stf`; `--help` says the rest."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence

from targets.stf import junit
from targets.stf.command_line import Arguments, parse
from targets.stf.errors import StfError
from targets.stf.programs import embedded_opener
from targets.stf.suite import OpenDevice, Result, run_case


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tests; the exit status."""
    arguments = parse(argv)
    logging.getLogger("targets").addHandler(logging.NullHandler())
    try:
        open_device = _opener(arguments)
        results = []
        for case in arguments.cases:
            results.append(run_case(case, open_device, with_trace=arguments.with_trace))
            _show(results[-1], arguments.verbose)
        if arguments.junit is not None:
            junit.write(arguments.junit, results)
    except StfError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    passed = sum(r.passed for r in results)
    if len(results) > 1:
        print(f"{passed} of {len(results)} tests passed")
    return 0 if passed == len(results) else 1


def _opener(arguments: Arguments) -> OpenDevice:
    if arguments.target == "embedded":
        return embedded_opener(arguments.options)
    # P4Runtime is a large import that the switch in this process does not need.
    from targets.stf.remote import remote_opener  # noqa: PLC0415

    return remote_opener(arguments.target, arguments.options)


def _show(result: Result, verbose: bool) -> None:
    for note in result.notes if verbose else ():
        print(note)
    word = {"pass": "PASS", "fail": "FAIL", "error": "ERROR"}[result.outcome]
    print(f"{word} {result.case.program} {result.case.test}")
    if result.outcome == "error":
        print(f"error: {result.text}", file=sys.stderr)
    elif result.text:
        print(result.text)


if __name__ == "__main__":
    sys.exit(main())

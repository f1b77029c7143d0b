# SPDX-License-Identifier: Apache-2.0
"""Explains a P4 program: `python -m targets.explain PROG.p4`, or a compiled one: `--json PROG.json`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from targets.compiler import CompileErrors, compile_file
from targets.explain import to_svg, to_text
from targets.softswitch import Program, ProgramError, load_program


class ExplainError(Exception):
    """Something is wrong with a file the user named; the message is complete and meant for people."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    given = _arguments(argv)
    try:
        program = _load(given)
        if given.svg is not None:
            _write(given.svg, to_svg(program))
        sys.stdout.write(to_text(program))
        sys.stdout.flush()
    except CompileErrors as errors:
        for diagnostic in errors.diagnostics:
            print(diagnostic, file=sys.stderr)
        print(f"error: {given.source}: does not compile", file=sys.stderr)
        return 1
    except (ExplainError, ProgramError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m targets.explain",
        description="Prints the pipeline of a v1model program as a text diagram: parser, controls, tables, deparser.",
        epilog="Exit status: 0 explained, 1 the program is wrong or a file cannot be used, 2 wrong command line.",
    )
    parser.add_argument("source", nargs="?", type=Path, metavar="PROG.p4", help="P4_16 program")
    parser.add_argument("--json", type=Path, metavar="PROG.json", help="explain this compiled program (BMv2 JSON)")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="also draw it")
    parser.add_argument("-I", dest="include", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("-D", dest="define", type=_define, action="append", default=[], metavar="NAME[=VALUE]")
    given = parser.parse_args(argv)
    if (given.source is None) == (given.json is None):
        parser.error("give either a P4 program or, with --json, a compiled one")
    return given


def _define(text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    if not name.isidentifier():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME or NAME=VALUE")
    return name, value if equals else None


def _load(given: argparse.Namespace) -> Program:
    if given.json is None:
        result = compile_file(given.source, include_dirs=given.include, defines=dict(given.define))
        for warning in result.warnings:
            print(warning, file=sys.stderr)
        return load_program(result.json, source=str(given.source))
    try:
        text = given.json.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text"
        raise ExplainError(f"{given.json}: cannot read: {reason}") from None
    return load_program(text, source=str(given.json))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ExplainError(f"--svg {path}: cannot write: {error.strerror}") from None


if __name__ == "__main__":
    raise SystemExit(main())

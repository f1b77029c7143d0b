# SPDX-License-Identifier: Apache-2.0
"""The command line: the part of p4c-bm2-ss's that people use.

`python -m targets.compiler IN.p4 -o OUT.json --p4runtime-files OUT.p4info.txtpb`
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from outputs import OutputError, write_all
from targets.compiler import CompileErrors, compile_file, p4info
from targets.compiler.outputs import check_outputs


def _define(text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    if not name.isidentifier():
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME or NAME=VALUE")
    return name, value if equals else None


def _p4info_files(text: str) -> list[Path]:
    files = [Path(part) for part in text.split(",") if part]
    for file in files:
        if file.suffix not in p4info.FORMATS:
            raise argparse.ArgumentTypeError(
                f"'{file}': the suffix says the format; accepted: {', '.join(p4info.FORMATS)}"
            )
    return files


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m targets.compiler", description="Compile a P4_16 v1model program to BMv2 JSON and P4Info."
    )
    parser.add_argument("source", type=Path, metavar="IN.p4")
    parser.add_argument("-o", dest="output", type=Path, metavar="OUT.json", help="where to write the BMv2 JSON")
    parser.add_argument(
        "--p4runtime-files",
        type=_p4info_files,
        default=[],
        metavar="FILE[,FILE...]",
        help="where to write P4Info; the suffix says the format: .txtpb, .txt, .json, .bin",
    )
    parser.add_argument("-I", dest="include", type=_directory, action="append", default=[], metavar="DIR")
    parser.add_argument("-D", dest="define", type=_define, action="append", default=[], metavar="NAME[=VALUE]")
    parser.add_argument("--std", choices=["p4_16", "p4-16", "16"], default="p4_16", help="language version")
    parser.add_argument("--arch", choices=["v1model"], default="v1model", help="architecture")
    return parser.parse_args(argv)


def _directory(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' is not a directory")
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    args = _arguments(argv)
    outputs = [*([args.output] if args.output is not None else []), *args.p4runtime_files]
    try:
        check_outputs(args.source, outputs)
        return _compile(args)
    except OutputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return 130


def _compile(args: argparse.Namespace) -> int:
    try:
        result = compile_file(args.source, include_dirs=args.include, defines=dict(args.define))
    except CompileErrors as errors:
        for diagnostic in errors.diagnostics:
            print(diagnostic, file=sys.stderr)
        count = len(errors.errors)
        print(f"error: {args.source}: {count} error{'s' if count != 1 else ''}", file=sys.stderr)
        return 1
    for diagnostic in result.warnings:
        print(diagnostic, file=sys.stderr)
    files: list[tuple[Path, bytes]] = []
    if args.output is not None:
        files.append((args.output, (json.dumps(result.json, indent=2) + "\n").encode()))
    files.extend((path, p4info.serialise(result.p4info, path.suffix)) for path in args.p4runtime_files)
    write_all(files)
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""P4_16 compiler for v1model: source in, BMv2 JSON and P4Info out (as `p4c-bm2-ss` does).

The front end (`front_end`: `preprocessor`, `parsing`, `checking`) makes a typed syntax tree (`ast`, `types`).
`evaluation` finds what the program instantiates. The back end (`backend`, `p4info`) lowers that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from p4soft.compiler import p4info
from p4soft.compiler.backend import lower_program
from p4soft.compiler.diagnostics import NOWHERE, CompileErrors, Diagnostic, Unsupported
from p4soft.compiler.evaluation import evaluate
from p4soft.compiler.front_end import TOO_DEEP, InternalError, TypedProgram, check_file, internal_errors, nearest_span
from p4soft.compiler.p4info import InitialEntry
from p4soft.interpreter import deep_recursion, no_collections
from p4soft.messages import p4info_pb2

__all__ = ["CompileErrors", "CompileResult", "Diagnostic", "InternalError", "compile_file"]


class CompileResult(Struct, frozen=True):
    """What a compilation makes: BMv2 JSON (format 2.23, with source_info), P4Info, and the warnings in source order.

    `p4info_errors` say why p4c writes no P4Info for the program, although there is one here. `initial_entries` has by
    the table's name what the JSON does not say of the entries that the program gives it.
    """

    json: dict[str, object]
    p4info: p4info_pb2.P4Info
    warnings: tuple[Diagnostic, ...]
    p4info_errors: tuple[Diagnostic, ...] = ()
    initial_entries: Mapping[str, tuple[InitialEntry, ...]] = field(default_factory=dict)


def compile_file(
    source: str | Path,
    *,
    include_dirs: Sequence[str | Path] = (),
    defines: Mapping[str, str | None] | None = None,
    left_out: Collection[str] = (),
) -> CompileResult:
    """Compile a P4_16 program for v1model.

    Args:
        source: the program's main file.
        include_dirs: where `#include` looks after the directory of the including file and before the standard includes.
        defines: preprocessor macros; None defines an empty one.
        left_out: extern functions without a result whose calls are left out (`p4c --ndebug`: assert and assume).

    Raises:
        CompileErrors: the program cannot be read, is wrong, or asks for something simple_switch cannot do;
            `InternalError` when the compiler itself is wrong.
    """
    with internal_errors(str(source)), no_collections():
        program = check_file(Path(source), [Path(each) for each in include_dirs], defines)
        return _compile(program, frozenset(left_out))


def _compile(program: TypedProgram, left_out: frozenset[str]) -> CompileResult:
    try:
        with deep_recursion():
            root, evaluator = evaluate(program)
            json = lower_program(program, root, evaluator, left_out)
            info, entries, refused = p4info.build(program, root, evaluator)
    except Unsupported as error:
        span = nearest_span(error, program.source) if error.span.file == NOWHERE.file else error.span
        program.diagnostics.error(span, error.message, expected=error.expected)
    except RecursionError as error:
        program.diagnostics.error(nearest_span(error, program.source), TOO_DEEP)
    program.diagnostics.raise_if_errors()
    return CompileResult(json, info, program.diagnostics.warnings, refused, entries)

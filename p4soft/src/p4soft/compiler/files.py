# SPDX-License-Identifier: Apache-2.0
"""A compilation from file to files, all of them or none: what every compiler command does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from p4soft.compiler import CompileErrors, compile_file, p4info
from p4soft.compiler.output_checks import check_outputs
from p4soft.compiler.preprocessing.dependencies import rule
from p4soft.compiler.preprocessing.text import Preprocessed, preprocessed
from p4soft.compiler.source import Diagnostic
from p4soft.outputs import write_all

Show = Callable[[Sequence[Diagnostic]], int]
"""Shows people errors and warnings; returns how many of them count as errors."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """A rule for `make`: the file it goes to, its targets as they are to stand there; `phony` as `rule` has it."""

    file: Path
    targets: Sequence[str]
    phony: bool = False


@dataclass(frozen=True, kw_only=True)
class Job:
    """What to compile, and what to write.

    Attributes:
        source: the program's main file.
        json: where BMv2 JSON goes, None for nowhere.
        preprocessed: where the program goes as the preprocessor leaves it, None for nowhere.
        p4info: where P4Info goes, with the suffix that says in which format.
        entries: where the entries that the program gives its tables go, as a P4Runtime WriteRequest, likewise.
        dependencies: where a rule for `make` goes, if anywhere, and what it says.
        left_out: extern functions whose calls are left out.
        include_dirs: as `compile_file` takes them; `defines` likewise.
    """

    source: Path
    json: Path | None = None
    preprocessed: Path | None = None
    p4info: Sequence[tuple[Path, str]] = ()
    entries: Sequence[tuple[Path, str]] = ()
    dependencies: Dependencies | None = None
    left_out: Collection[str] = ()
    include_dirs: Sequence[Path] = ()
    defines: Mapping[str, str | None] = field(default_factory=dict)


def compile_to_files(job: Job, show: Show) -> None:
    """Compile and write; nothing is written when `show` counts errors.

    Raises:
        OutputError: an output cannot be written, or would destroy something.
        SystemExit: the program is wrong; people have been told.
    """
    rule_file = job.dependencies.file if job.dependencies is not None else None
    outputs = [path for path in (job.json, job.preprocessed, rule_file) if path is not None]
    check_outputs(job.source, [*outputs, *(path for path, _ in [*job.p4info, *job.entries])])
    try:
        result = compile_file(job.source, include_dirs=job.include_dirs, defines=job.defines, left_out=job.left_out)
        count = show([*result.warnings, *(result.p4info_errors if job.p4info or job.entries else ())])
    except CompileErrors as errors:
        count = show(errors.diagnostics)
    _stop_on_errors(job, count)
    files: list[tuple[Path, bytes]] = []
    if job.json is not None:
        files.append((job.json, (json.dumps(result.json, indent=2) + "\n").encode()))
    if job.preprocessed is not None or job.dependencies is not None:
        program = preprocessed(job.source, job.include_dirs, job.defines)
        if job.preprocessed is not None:
            files.append((job.preprocessed, program.text.encode()))
        if job.dependencies is not None:
            files.append((job.dependencies.file, rule_of(job.dependencies, program).encode()))
    files.extend((path, p4info.serialise(result.p4info, suffix)) for path, suffix in job.p4info)
    if job.entries:
        request = p4info.write_request(result.json, result.p4info, result.initial_entries)
        files.extend((path, p4info.serialise(request, suffix)) for path, suffix in job.entries)
    write_all(files)


def preprocess(job: Job, show: Show) -> Preprocessed:
    """Preprocess only.

    Raises:
        SystemExit: the program is wrong; people have been told.
    """
    try:
        return preprocessed(job.source, job.include_dirs, job.defines)
    except CompileErrors as errors:
        _stop_on_errors(job, show(errors.diagnostics))
        raise


def rule_of(dependencies: Dependencies, program: Preprocessed) -> str:
    """The rule for `make` of a program that was preprocessed."""
    return rule(dependencies.targets, program.files, phony=dependencies.phony)


def _stop_on_errors(job: Job, count: int) -> None:
    if count:
        print(f"error: {job.source}: {count} error{'s' if count != 1 else ''}", file=sys.stderr)
        sys.exit(1)


def show_all(diagnostics: Sequence[Diagnostic]) -> int:
    """A `Show` that shows everything on standard error."""
    for diagnostic in diagnostics:
        print(diagnostic, file=sys.stderr)
    return sum(diagnostic.severity == "error" for diagnostic in diagnostics)

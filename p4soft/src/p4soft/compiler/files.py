# SPDX-License-Identifier: Apache-2.0
"""What every compiler command does: its options, and a compilation from file to files, all of them or none."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import click
from msgspec import Struct, field
from typing_extensions import override

from p4soft.compiler import CompileErrors, compile_file, p4info
from p4soft.compiler.diagnostics import Diagnostic
from p4soft.compiler.preprocessor import Preprocessed, preprocessed
from p4soft.outputs import OutputError, write_all

# --- Files -----------------------------------------------------------------------------------------------------------


Show = Callable[[Sequence[Diagnostic]], int]
"""Shows people errors and warnings; returns how many of them count as errors."""


class Dependencies(Struct, frozen=True):
    """A rule for `make`: the file it goes to, its targets as they are to stand there; `phony` as `rule` has it."""

    file: Path
    targets: Sequence[str]
    phony: bool = False


class Job(Struct, frozen=True, kw_only=True):
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
    """Preprocess only. Raises SystemExit: the program is wrong; people have been told."""
    try:
        return preprocessed(job.source, job.include_dirs, job.defines)
    except CompileErrors as errors:
        _stop_on_errors(job, show(errors.diagnostics))
        raise


def rule_of(dependencies: Dependencies, program: Preprocessed) -> str:
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


# --- What the output files may not be --------------------------------------------------------------------------------


def check_outputs(source: Path, outputs: Sequence[Path]) -> None:
    """Refuse outputs that would destroy something, before anything is compiled.

    Raises:
        OutputError: two outputs, or an output and the source, are one file; an output exists and is not a regular file,
            or its directory is missing.
    """
    seen = {source.resolve(): "the source"}
    for path in outputs:
        if path.exists() and not path.is_file():
            raise OutputError(f"{path}: cannot write: not a regular file")
        target = path.resolve()
        if not target.parent.is_dir():  # as p4c, which makes none
            raise OutputError(f"{path}: cannot write: No such file or directory")
        if target in seen:
            raise OutputError(f"{path}: cannot write: it is {seen[target]} as well; give each output a name of its own")
        seen[target] = f"the output {path}"


# --- A rule for `make`: which files a program is read from, as `cc -M` writes it -------------------------------------


_WIDTH = 78
_CONTINUED = " \\\n "


def rule(targets: Sequence[str], files: Sequence[str], *, phony: bool) -> str:
    """The rule that `targets` depend on `files`.

    Args:
        targets: as they are to stand there; see `quoted`.
        files: names of files.
        phony: also write a rule without prerequisites for each file but the first, so that `make` does not stop when
            one of them is gone.
    """
    lines = [" ".join(targets) + ":"]
    for word in map(quoted, dict.fromkeys(files)):
        if len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    text = _CONTINUED.join(lines) + "\n"
    return text + "".join(f"\n{quoted(file)}:\n" for file in list(dict.fromkeys(files))[1:] if phony)


def quoted(name: str) -> str:
    """A file name in which nothing means anything to `make`."""
    return name.replace("$", "$$").replace(" ", "\\ ").replace("#", "\\#")


# --- Options ---------------------------------------------------------------------------------------------------------


class P4InfoFiles(click.ParamType[list[Path]]):
    """Files for P4Info or entries, with commas between them; each suffix says the format."""

    name = "files"

    @override
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> list[Path]:
        files = [Path(part) for part in value.split(",") if part]
        for file in files:
            if file.suffix not in p4info.FORMATS:
                accepted = ", ".join(p4info.FORMATS)
                self.fail(f"'{file}': the suffix says the format; accepted: {accepted}", param, ctx)
        return files

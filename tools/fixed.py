# SPDX-License-Identifier: Apache-2.0
"""`python -m tools.fixed`: the LLVM IR of the project's C files (`p4soft.llvm`), made again.

The compiler is clang from PyPI: `pip install ziglang==0.17.1`, 100 MB to load and 410 MB on disk, which is why no group
of packages has it. Each .ll file names the compiler, and a digest of the C files that it is made of.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from llvmlite import binding as llvm

from common import PROJECT_ROOT
from fabric.emulation.native.machine import LOOP
from host_stack.native.data_path import DATA_PATH
from p4soft.command_line import run_command
from p4soft.llvm import Fixed
from p4soft.llvm.bounds import RUNTIME
from p4soft.llvm.child import FEW_PASSES, few_passes
from p4soft.outputs import write_text
from p4soft.switch.native.fixed import ENTRIES, EXTERNS, TABLES
from p4soft.switch.ports.bursts import BURSTS

ALL: tuple[Fixed, ...] = (RUNTIME, TABLES, ENTRIES, EXTERNS, BURSTS, LOOP, DATA_PATH)
COMPILER = "0.17.1"
"""Version of ziglang."""

SHARED = RUNTIME.folder
"""The headers that C files of all folders include."""

_DRIVEN: dict[Path, Path] = {LOOP.folder: DATA_PATH.folder}
"""A folder whose C files include headers of another one, too."""

_OPTIONS = (
    "-std=c11", "-target", "x86_64-linux-gnu", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-sanitize=all",
    "-fno-stack-protector", "-fno-builtin", "-fwrapv", "-g0", "-Wall", "-Wextra", "-Werror",
    "-Wno-unused-command-line-argument", "-S", "-emit-llvm",
)  # fmt: skip
_SHORT: tuple[Fixed, ...] = (LOOP, DATA_PATH)
"""Whose variables are put into registers at once. `bounds` looks at the others, and knows C's own loads and stores."""
_LAYOUT = "e-i64:64-i128:128-n32:64-S128"
"""What the processors have in common for which this is compiled in the end."""
_KEPT = ("alwaysinline", "noinline", "nounwind", "noreturn", "returns_twice", "cold")
"""Attributes of functions that stay; the others name a processor, or say what LLVM sees itself."""


class NoCompilerError(Exception):
    """The compiler is not installed, or another version of it; the message says what to do."""


def sources() -> Iterator[Path]:
    """All C files of which there is LLVM IR."""
    for fixed in ALL:
        for name in fixed.names:
            yield fixed.folder / f"{name}.c"


def header(source: Path) -> str:
    """What the .ll file of a C file begins with: another header means that it is not of this file."""
    return (
        "; SPDX-License-Identifier: Apache-2.0\n"
        f"; Made of {source.name} by `python -m tools.fixed`, with ziglang {COMPILER}.\n"
        f"; Sources: sha256 {_digest(source)}\n"
    )


def compiled(source: Path) -> str:
    """The LLVM IR of a C file, as its .ll file has it.

    Raises:
        NoCompilerError: see there.
        subprocess.CalledProcessError: the compiler does not take it, and has said why.
    """
    if importlib.util.find_spec("ziglang") is None:
        raise NoCompilerError(f"no C compiler: pip install ziglang=={COMPILER}")
    zig = [sys.executable, "-m", "ziglang"]
    version = subprocess.run([*zig, "version"], capture_output=True, text=True, check=True).stdout.strip()
    if version != COMPILER:
        raise NoCompilerError(f"ziglang {version}: another compiler; accepted: pip install ziglang=={COMPILER}")
    folders = [f"-I{folder}" for folder in _folders(source)]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.ll"
        subprocess.run([*zig, "cc", *_OPTIONS, *folders, "-o", str(out), source.name], cwd=source.parent, check=True)
        text = _plain(out.read_text())
    return header(source) + (_plain(_in_registers(text)) if _is_short(source) else text)


def _is_short(source: Path) -> bool:
    return any(source.parent == fixed.folder for fixed in _SHORT)


def _in_registers(text: str) -> str:
    """LLVM IR with variables in registers, where whoever compiles it would begin by putting them: half as long."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine(cpu="x86-64")
    module = llvm.parse_assembly(text)
    module.data_layout = _LAYOUT
    few_passes(FEW_PASSES).run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    return str(module)


def _folders(source: Path) -> list[Path]:
    """Where headers are that a C file may include."""
    return [SHARED, source.parent, *([_DRIVEN[source.parent]] if source.parent in _DRIVEN else [])]


def _digest(source: Path) -> str:
    """Of a C file, and of the headers that it may include."""
    digest = hashlib.sha256(" ".join((*_OPTIONS, *[_LAYOUT] * _is_short(source))).encode())
    headers = {path for folder in _folders(source) for path in folder.glob("*.h")}
    for path in (source, *sorted(headers, key=lambda path: path.name)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _plain(text: str) -> str:
    """LLVM IR without what names a machine or only some versions of LLVM read."""
    groups = {
        number: " ".join(word for word in words.split() if word in _KEPT)
        for number, words in re.findall(r"^attributes (#\d+) = \{ (.*) \}$", text, flags=re.MULTILINE)
    }
    lines = []
    for line in text.splitlines():
        if line.startswith((";", "attributes ", "!", "target ", "source_filename ")) or "@llvm.lifetime." in line:
            continue
        plain = re.sub(r"\s*; preds = .*|, !\w+(\.\w+)* !\d+|\b(dso_local|local_unnamed_addr) | noundef\b", "", line)
        if line.startswith("declare "):
            plain = re.sub(r" (readonly|writeonly|readnone|noalias|immarg|captures\(none\))", "", plain)
        for number in re.findall(r" (#\d+)", plain):
            plain = plain.replace(f" {number}", f" {groups[number]}" if line.startswith("define ") else "")
        lines.append(plain.rstrip())
    return re.sub(r"\n{2,}", "\n\n", "\n".join(lines)).strip() + "\n"


@click.command()
def _make() -> None:
    """Make the LLVM IR of the project's C files again."""
    for source in sources():
        try:
            text = compiled(source)
        except NoCompilerError as error:
            raise click.ClickException(str(error)) from None
        except subprocess.CalledProcessError:
            raise click.ClickException(f"{source.relative_to(PROJECT_ROOT)}: does not compile") from None
        write_text(source.with_suffix(".ll"), text)
        click.echo(f"{source.with_suffix('.ll').relative_to(PROJECT_ROOT)}: {len(text):,} bytes")


if __name__ == "__main__":
    run_command(_make, (), status=1)

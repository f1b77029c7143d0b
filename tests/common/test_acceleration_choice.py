# SPDX-License-Identifier: Apache-2.0
"""Which modules are compiled, when a build is taken, and that it changes nothing but speed."""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from common import acceleration as build_files
from common.acceleration import BUILD, ROOT, STAMP, AccelerationError, digest, modules
from tools.accelerate import compile_modules

_ASK = "import host_stack.nic as m; from common import acceleration; print(acceleration.is_accelerated(), m.__file__)"
_BUILT = (BUILD / STAMP).is_file() and (BUILD / STAMP).read_text(encoding="ascii").strip() == digest()


def _python(*arguments: str, accelerated: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "MRC_ACCELERATED"}
    if accelerated is not None:
        environment["MRC_ACCELERATED"] = accelerated
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300
    )


def _tree(root: Path, **files: str) -> Path:
    package = root / "host_stack"
    package.mkdir()
    for name, text in files.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    return root


def test_what_is_compiled_is_what_only_this_project_writes(tmp_path: Path) -> None:
    root = _tree(
        tmp_path,
        __init__="",
        protocol="X = 1\n",
        interface="from typing import Protocol\nclass P(Protocol):\n    ...\n",
        errors="class E(Exception):\n    ...\nclass F(E, ValueError):\n    ...\n",
        abstract="from abc import ABC\nclass A(ABC):\n    ...\n",
        packets="from scapy.packet import Packet\n",
        command='if __name__ == "__main__":\n    print()\n',
        beside="from pathlib import Path\nHERE = Path(__file__)\n",
    )
    assert modules(root) == [Path("host_stack/protocol.py")]


def test_a_source_that_is_no_python_is_named(tmp_path: Path) -> None:
    root = _tree(tmp_path, broken="def\n")
    with pytest.raises(AccelerationError, match=r"broken\.py"):
        modules(root)


def test_any_change_of_a_source_changes_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_files, "_RULES", ())
    root = _tree(tmp_path, one="A = 1\n", two="B = 2\n")
    before = digest(root)
    (root / "host_stack" / "one.py").write_text("A = 3\n", encoding="utf-8")
    changed = digest(root)
    (root / "host_stack" / "one.py").rename(root / "host_stack" / "three.py")
    assert len({before, changed, digest(root)}) == 3


def test_sources_run_unless_somebody_asks() -> None:
    for accelerated in (None, "", "0"):
        done = _python("-c", _ASK, accelerated=accelerated)
        assert done.stdout.split() == ["False", str(ROOT / "host_stack" / "nic.py")]
        assert done.stderr == ""


def test_a_wrong_value_is_refused_and_the_sources_run() -> None:
    done = _python("-c", _ASK, accelerated="yes")
    assert done.stdout.startswith("False ")
    assert done.stderr == (
        "notice: MRC_ACCELERATED=yes: accepted: 1 (compiled), 0 or nothing (Python); the Python sources run\n"
    )


@pytest.mark.parametrize(
    ("stamp", "reason"),
    [
        (None, "nothing is built in build/accelerated; make accelerate builds it"),
        ("0" * 64, "was made of other sources"),
    ],
)
def test_a_build_that_does_not_fit_is_never_taken(
    stamp: str | None, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from common import acceleration as choice

    monkeypatch.setattr(choice, "BUILD", tmp_path / "build" / "accelerated")
    monkeypatch.setattr(choice, "ROOT", tmp_path)
    monkeypatch.setenv("MRC_ACCELERATED", "1")
    if stamp is not None:
        choice.BUILD.mkdir(parents=True)
        (choice.BUILD / STAMP).write_text(stamp, encoding="ascii")
    choice.is_accelerated.cache_clear()
    try:
        assert not choice.is_accelerated()
    finally:
        choice.is_accelerated.cache_clear()
    assert reason in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_second_build_compiles_what_has_changed_only(tmp_path: Path) -> None:
    objects, root = tmp_path / "objects", tmp_path / "first"
    root.mkdir()
    _tree(
        root,
        __init__="",
        one="from host_stack.two import twice\n\n\ndef answer(x: int) -> int:\n    return twice(x) + 2\n",
        two="def twice(x: int) -> int:\n    return 2 * x\n",
    )
    files = [Path("host_stack/one.py"), Path("host_stack/two.py")]
    ask = "import host_stack.one as m; print(m.answer(20), m.__file__.endswith('.so'))"

    def built(folder: Path) -> tuple[tuple[int, int], str]:
        counts = compile_modules(files, folder, objects, 2)
        return counts, subprocess.check_output([sys.executable, "-c", ask], cwd=folder, text=True).strip()

    (compiled, kept), said = built(root)
    assert (kept, said) == (0, "42 True") and compiled > 3
    again = tmp_path / "again"
    shutil.copytree(root, again, ignore=shutil.ignore_patterns("*.so", "build"))
    assert built(again) == ((0, compiled), "42 True")
    (again / "host_stack" / "two.py").write_text("def twice(x: int) -> int:\n    return x + x + x\n", encoding="utf-8")
    changed = tmp_path / "changed"
    shutil.copytree(again, changed, ignore=shutil.ignore_patterns("*.so", "build"))
    (recompiled, kept), said = built(changed)
    assert (recompiled + kept, said) == (compiled, "62 True") and recompiled < compiled / 2


@pytest.mark.skipif(not _BUILT, reason="no build of these sources: run `make accelerate` (needs a C compiler)")
def test_compiled_modules_give_the_same_bytes(tmp_path: Path) -> None:
    assert _python("-c", _ASK, accelerated="1").stdout.startswith(f"True {BUILD}")
    scenario = "topologies/scenarios/demo.yaml"
    for name, accelerated in (("python", None), ("compiled", "1")):
        _python("-m", "fabric", "run", scenario, "--out", str(tmp_path / name), accelerated=accelerated)
    compared = filecmp.dircmp(tmp_path / "python", tmp_path / "compiled")
    assert compared.common_files
    assert "result.json" in compared.same_files
    assert not compared.diff_files
    captures = filecmp.dircmp(tmp_path / "python" / "captures", tmp_path / "compiled" / "captures")
    assert captures.same_files and not captures.diff_files and not captures.left_only and not captures.right_only

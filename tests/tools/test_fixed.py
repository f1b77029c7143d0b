# SPDX-License-Identifier: Apache-2.0
"""The LLVM IR of the project's C files is that of these files."""

import importlib.util

import pytest

from common import PROJECT_ROOT
from tools import fixed


@pytest.mark.parametrize("source", list(fixed.sources()), ids=lambda path: path.stem)
def test_the_ir_is_made_of_the_source_as_it_is(source):
    made = source.with_suffix(".ll").read_text()
    assert made.startswith(fixed.header(source)), f"python -m tools.fixed: {source.name} has changed since"


@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason=f"needs ziglang=={fixed.COMPILER}")
@pytest.mark.parametrize("source", list(fixed.sources()), ids=lambda path: path.stem)
def test_the_compiler_makes_the_same_again(source):
    assert source.with_suffix(".ll").read_text() == fixed.compiled(source)


def test_every_c_file_of_the_project_is_known():
    found = {path for room in ("p4soft/src", "fabric", "host_stack") for path in (PROJECT_ROOT / room).rglob("*.c")}
    assert found == set(fixed.sources())


def test_a_changed_source_has_another_header(tmp_path):
    source = tmp_path / "it.c"
    source.write_text('#include "it.h"\n')
    (tmp_path / "it.h").write_text("// one\n")
    before = fixed.header(source)
    assert fixed.header(source) == before
    (tmp_path / "it.h").write_text("// two\n")
    assert fixed.header(source) != before


def test_without_the_compiler_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(fixed.NoCompilerError, match=rf"^no C compiler: pip install ziglang=={fixed.COMPILER}$"):
        fixed.compiled(next(fixed.sources()))

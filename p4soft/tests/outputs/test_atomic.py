# SPDX-License-Identifier: Apache-2.0
"""Files appear whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from p4soft import outputs
from p4soft.outputs import OutputError


def test_files_appear_whole_or_not_at_all(tmp_path):
    file = tmp_path / "deep" / "x.bin"
    outputs.write_bytes(file, b"first")

    def fail():
        with outputs.atomic_file(file) as stream:
            stream.write(b"second, but")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert file.read_bytes() == b"first"
    assert [each.name for each in file.parent.iterdir()] == ["x.bin"]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match=r"file/x: cannot write"):
        outputs.write_bytes(tmp_path / "file" / "x", b"")


def test_who_is_interrupted_as_soon_as_the_file_is_there_leaves_none(tmp_path, monkeypatch):
    """A signal came between the file and its name, which nobody knew then."""
    create = Path.open

    def interrupted(path, mode):
        create(path, mode).close()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "open", interrupted)
    with pytest.raises(KeyboardInterrupt), outputs.atomic_file(tmp_path / "x"):
        pass
    assert list(tmp_path.iterdir()) == []

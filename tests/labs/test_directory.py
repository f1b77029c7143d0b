# SPDX-License-Identifier: Apache-2.0
"""Where a lab keeps its things: one holder at a time, and nobody else's directory."""

import os
import subprocess
import sys

import pytest

from common import PROJECT_ROOT
from labs.directory import LabDirectory, LabError, lab_directories, lab_directory
from labs.starting import _processes


@pytest.fixture(autouse=True)
def own_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


def test_one_holds_it_and_it_is_free_when_he_is_gone():
    here = lab_directory("one")
    descriptor = here.lock()
    assert descriptor is not None
    assert here.is_up() and here.lock() is None
    assert [each.name for each in lab_directories()] == ["one"]
    os.close(descriptor)
    assert not here.is_up()


def test_a_lock_on_a_directory_that_was_just_removed_is_none(monkeypatch):
    """The lab before us removes its directory between our opening the file and our locking it."""
    here = lab_directory("one")
    import fcntl

    really, removed = fcntl.flock, []

    def slow(descriptor, operation):
        if not removed:
            removed.append(True)
            here.clean()
        really(descriptor, operation)

    monkeypatch.setattr("fcntl.flock", slow)
    descriptor = here.lock()
    assert descriptor is not None and os.fstat(descriptor).st_nlink == 1
    os.close(descriptor)


def test_a_directory_that_others_may_enter_is_refused(tmp_path):
    folder = tmp_path / "mrc-lab" / "one"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    with pytest.raises(LabError, match="not a directory of yours that nobody else may enter"):
        lab_directory("one").lock()


@pytest.mark.parametrize("name", ["", "UP", "a/b", "..", "-x", "a" * 33])
def test_names_that_are_none(name):
    with pytest.raises(LabError, match="is no name of a lab; accepted: 1 to 32 of"):
        lab_directory(name)


def test_a_directory_of_labs_that_others_may_write_to_is_refused(tmp_path):
    (tmp_path / "mrc-lab").mkdir()
    (tmp_path / "mrc-lab").chmod(0o777)
    with pytest.raises(LabError, match="not a directory of yours that nobody else may write to; remove it"):
        lab_directory("one").lock()


def test_a_link_instead_of_a_directory_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "mrc-lab").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LabError, match="not a directory of yours"):
        lab_directory("one").lock()
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_path_too_long_for_a_socket_is_refused_before_anything_is_made(tmp_path, monkeypatch):
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    with pytest.raises(
        LabError, match=r"/one/control: longer than a socket's path may be; accepted: 107 bytes; let XDG"
    ):
        lab_directory("one").lock()
    assert not list(deep.iterdir())


def test_a_runtime_directory_that_is_not_ours_is_not_used(tmp_path, monkeypatch):
    """As after `su`, which leaves the variable as it was."""
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    for others in ("/proc/1/no-such", str(tmp_path / "none")):
        monkeypatch.setenv("XDG_RUNTIME_DIR", others)
        assert lab_directory("one").folder == tmp_path / f"mrc-lab-{os.getuid()}" / "one"
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("os.getuid", lambda: 12345)
    assert lab_directory("one").folder == tmp_path / "mrc-lab-12345" / "one"


def test_no_directory_can_be_made(tmp_path, monkeypatch):
    monkeypatch.setattr("labs.directory._root", lambda: tmp_path / "none" / "mrc-lab")
    with pytest.raises(LabError, match="none/mrc-lab: No such file or directory"):
        lab_directory("one").lock()
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("labs.directory._root", lambda: tmp_path / "file")
    with pytest.raises(LabError, match="file"):
        lab_directory("one").lock()
    with pytest.raises(LabError, match="file: Not a directory"):
        lab_directories()


def test_whoever_holds_it_says_who_that_is():
    here = lab_directory("one")
    assert here.holder() is None
    descriptor = here.lock()
    assert here.holder() is None
    here.sign(descriptor, 4711)
    assert here.holder() == 4711
    os.close(descriptor)
    assert here.holder() is None  # what the file says is of nobody who lives


def test_cleaning_leaves_other_labs_and_no_empty_directory(tmp_path):
    for name in ("one", "two"):
        os.close(lab_directory(name).lock())
    lab_directory("one").clean()
    assert [each.name for each in lab_directories()] == ["two"]
    lab_directory("two").clean()
    assert not list(tmp_path.iterdir()) and lab_directories() == []


def test_what_is_no_lab_is_not_listed(tmp_path):
    os.close(lab_directory("one").lock())
    (tmp_path / "mrc-lab" / "a file").write_text("")
    (tmp_path / "mrc-lab" / "Not A Lab").mkdir()
    assert [each.name for each in lab_directories()] == ["one"]


ASKS = """
import os, sys
from pathlib import Path
from labs.directory import LabDirectory
from labs.starting import _processes
found = _processes(LabDirectory("one", Path(sys.argv[1])))
print(os.getpid() in found, len(found))
"""
KEEPS = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[3], sys.argv[2]], check=True)"


def test_who_asks_is_none_of_the_processes_that_must_go(tmp_path):
    """From a shell below the lab's supervisor, say: neither it nor the supervisor is waited for, and killed."""
    command = [sys.executable, "-c", KEEPS, "labs.supervisor", str(tmp_path), ASKS]
    told = subprocess.run(command, cwd=PROJECT_ROOT, capture_output=True, text=True, check=True).stdout
    assert told.split() == ["False", "0"]
    other = subprocess.Popen([sys.executable, "-c", "input()", "labs.supervisor", str(tmp_path)], stdin=subprocess.PIPE)
    try:
        assert _processes(LabDirectory("one", tmp_path)) == {other.pid}
    finally:
        other.communicate(b"\n")

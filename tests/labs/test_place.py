# SPDX-License-Identifier: Apache-2.0
"""Where a lab keeps its things: one holder at a time, and nobody else's directory."""

import os

import pytest

from labs.errors import LabError
from labs.place import place, places


@pytest.fixture(autouse=True)
def own_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


def test_one_holds_it_and_it_is_free_when_he_is_gone():
    here = place("one")
    descriptor = here.lock()
    assert descriptor is not None
    assert here.is_up() and here.lock() is None
    assert [each.name for each in places()] == ["one"]
    os.close(descriptor)
    assert not here.is_up()


def test_a_lock_on_a_directory_that_was_just_removed_is_none(monkeypatch):
    """The lab before us removes its directory between our opening the file and our locking it."""
    here = place("one")
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
        place("one").lock()


@pytest.mark.parametrize("name", ["", "UP", "a/b", "..", "-x", "a" * 33])
def test_names_that_are_none(name):
    with pytest.raises(LabError, match="is no name of a lab; accepted: 1 to 32 of"):
        place(name)

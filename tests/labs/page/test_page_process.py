# SPDX-License-Identifier: Apache-2.0
"""The page's process says in one line why it does not start."""

import os
import socket

import pytest
from page_kit import FakeLab

from labs.directory import LabDirectory
from labs.page import server as process


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """The directory of a lab that is up, as far as the page can see."""
    place = LabDirectory("lab", tmp_path / "mrc-lab" / "lab")
    lock = place.lock()
    place.sign(lock, os.getpid())
    monkeypatch.setattr(process, "PageLab", lambda *_: FakeLab())
    yield place.folder
    os.close(lock)


def test_a_port_in_use_is_named_once(lab, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert process.main([str(lab), str(port)]) == 1
    assert capsys.readouterr().out == f"error: port {port} of 127.0.0.1: Address already in use\n"


def test_a_directory_that_takes_no_file(lab, capsys):
    (lab / "page").mkdir()
    assert process.main([str(lab), "0"]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"error: {lab}/page: ") and said.count("\n") == 1

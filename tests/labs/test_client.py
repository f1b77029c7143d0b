# SPDX-License-Identifier: Apache-2.0
"""Answers that are none: the lab was brought up by another version of the program."""

import os
import tempfile
import threading

import pytest

from fabric.live.messages import Telling
from labs.control_socket import ControlServer, Look, State, ask
from labs.directory import LabError, lab_directory


class Older(Telling, frozen=True, tag="state"):
    """What another version says of itself."""

    name: str
    what_was: str


def test_a_lab_of_another_version_is_told(monkeypatch):
    with tempfile.TemporaryDirectory() as folder:  # a socket's path has 107 bytes at most; pytest's may be longer
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        where = lab_directory("lab")
        lock = where.lock()
        with ControlServer(where.socket, lambda _line: Older("lab", "renamed"), lambda: False) as server:
            thread = threading.Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            with pytest.raises(LabError, match=r"another version brought it up; end it with `.* down`"):
                ask(where, Look(), State)
            server.shutdown()
            thread.join(10)
        os.close(lock)

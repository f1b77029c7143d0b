# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from msgspec.structs import replace

from p4soft.fidelity import wild
from p4soft.fidelity.corpus import Pool


@pytest.fixture
def no_processes(monkeypatch):
    """A pool measures in the tests' own process: starting another one takes longer than what most of them do."""

    def run(self, _title, measure, programs):
        return [replace(measure(each), program=each.relative_to(self.root).as_posix()) for each in programs]

    monkeypatch.setattr(Pool, "run", run)
    monkeypatch.setattr(wild.resource, "setrlimit", lambda *_: None)

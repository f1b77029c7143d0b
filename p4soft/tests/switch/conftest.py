# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from process_kit import Process, write_loopback


class Clock:
    """Time that only tests move, in microseconds."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def start():
    """Starts switch processes; ends those that are left."""
    processes = []

    def begin(*arguments: object) -> Process:
        processes.append(Process(*arguments))
        return processes[-1]

    yield begin
    for process in processes:
        process.close()


@pytest.fixture(scope="session")
def loopback_program(tmp_path_factory):
    return write_loopback(tmp_path_factory.mktemp("loopback"))

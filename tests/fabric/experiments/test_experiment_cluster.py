# SPDX-License-Identifier: Apache-2.0
"""A Dask cluster by the commands of docs/experiments.md: same bytes, also when a worker is killed in mid-run."""

from __future__ import annotations

import multiprocessing
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import Client, LocalCluster
from experiments_kit import MUCH, TINY, Tiny, dashboard_status, made
from waiting_kit import until

from fabric.experiments import running
from fabric.experiments.figure import ExperimentError
from fabric.experiments.running import plan
from fabric.experiments.store import Store

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
DOCUMENTED = re.findall(r"^(\.venv/bin/python -m dask .*?)(?: +#.*)?$", PAGE, re.MULTILINE)
PATIENCE_S = 120


def free_port():
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


@pytest.fixture
def start():
    """Starts a command of the page, as whoever pastes it does, but for Python's place and the port; ends it later."""
    begun = []

    def started(command, port, folder):
        words = shlex.split(command.replace(":8786", f":{port}").replace("--port 8786", f"--port {port}"))
        assert words[0] == ".venv/bin/python"
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        begun.append(
            subprocess.Popen(
                [sys.executable, *words[1:]], cwd=folder, env=environment, start_new_session=True,
                stderr=subprocess.DEVNULL,
            )
        )  # fmt: skip
        return f"tcp://127.0.0.1:{port}"

    yield started
    for process in reversed(begun):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_S)


def listening(port):
    """Wait until somebody does."""

    def somebody():
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", port)) == 0

    until(somebody, PATIENCE_S)


@pytest.mark.long
def test_the_commands_of_the_page_make_a_cluster_that_loses_nothing_with_a_worker(tmp_path, start):
    scheduler, worker = DOCUMENTED
    port = free_port()
    address = start(scheduler, port, ROOT)
    listening(port)
    start(worker, port, ROOT)
    figure, there = Tiny(4, TINY), Store(tmp_path / "out", "small")
    with running.dask(address, 1) as client:
        assert dashboard_status(client) == 200
        client.wait_for_workers(2, timeout=PATIENCE_S)
        workers = list(client.run(os.getpid).values())

        def lose_one(_figure, _run, _there):
            if workers:
                os.kill(workers.pop(), signal.SIGKILL)  # in mid-run: there are more runs than workers
                del workers[:]

        running.run_figures(plan([figure], there, MUCH), there, lambda: client, lose_one)
    for run in figure.runs("small"):
        assert (there.folder(figure, run) / "result.json").read_bytes() == made(run).result
    with Client(address, timeout=PATIENCE_S) as client:  # ours would refuse what begins while it asks
        start(worker.replace("--nworkers 2", "--no-nanny"), port, tmp_path)
        client.wait_for_workers(3, timeout=PATIENCE_S)
    with (
        pytest.raises(ExperimentError, match=r"worker tcp://\S+ cannot import `fabric`; accepted: [^\n]+$"),
        running.dask(address, 1),
    ):
        pass


@pytest.mark.long
def test_a_worker_that_goes_while_it_is_asked_lacks_nothing_and_one_that_cannot_answer_is_named(monkeypatch):
    """Dask starts another in its place, or does not: either way the cluster can be used."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs="CRITICAL"
    ) as cluster:
        address = cluster.scheduler_address
        with Client(address, timeout=PATIENCE_S) as client:
            client.wait_for_workers(2, timeout=PATIENCE_S)
            victim = client.run(os.getpid).popitem()[1]

        def dies(_package):
            return os.getpid() != victim or os._exit(1)

        monkeypatch.setattr(running, "find_spec", dies)
        with running.dask(address, 1) as client:
            client.wait_for_workers(2, timeout=PATIENCE_S)

        def fails(_package):
            return 1 / (multiprocessing.parent_process() is None)

        monkeypatch.setattr(running, "find_spec", fails)
        with (
            pytest.raises(ExperimentError, match=r"worker tcp://\S+ cannot import `fabric`; accepted: [^\n]+$"),
            running.dask(address, 1),
        ):
            pass


def test_a_scheduler_without_the_project_is_refused(tmp_path, start):
    port = free_port()
    address = start(DOCUMENTED[0], port, tmp_path)
    listening(port)
    with (
        pytest.raises(ExperimentError, match=r"the scheduler cannot import `fabric`; accepted: [^\n]+$"),
        running.dask(address, 1),
    ):
        pass

# SPDX-License-Identifier: Apache-2.0
"""One run, wherever Dask puts it: a scenario's text in, `result.json` and what it cost out. No file of it is shared."""

from __future__ import annotations

import gc
import json
import resource
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from fabric.command import result_of
from fabric.errors import FabricError
from fabric.experiments.errors import ExperimentError
from fabric.experiments.identity import Task, require_code
from fabric.results.bounded import MAX_BYTES
from fabric.results.document import dumps

_PEAK = "VmHWM:"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run took.

    Attributes:
        seconds: of one core.
        packets: that NICs sent.
        switch_passes: frames that switches received.
        peak_bytes: of memory, by the run's process.
    """

    seconds: float
    packets: int
    switch_passes: int
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class Done:
    """A finished run: the bytes of its `result.json`, and its cost."""

    result: bytes
    cost: Cost

    def cost_json(self) -> str:
        """The cost as a file's text."""
        return json.dumps(asdict(self.cost), indent=2) + "\n"


def execute(task: Task, code: str) -> Done:
    """Make a run.

    Args:
        task: the run.
        code: digest of the code that has to make it.

    Raises:
        ExperimentError: the code here is other code, or the result is too large.
        FabricError: it is not a scenario that can be run; nothing is left behind.
    """
    require_code(code)
    gc.collect()  # the fabric of the run before, which is full of circles
    _forget_peak()
    began = time.process_time()
    document = result_of(task.load())
    cost = Cost(
        time.process_time() - began,
        sum(flow["packets"] + flow["retransmissions"] for flow in document["flows"]),
        sum(switch["received"] for switch in document["fabric"]["switches"]),
        _peak_bytes(),
    )
    result = dumps(document).encode()
    if len(result) > MAX_BYTES:
        raise ExperimentError(f"its result has {len(result):,} bytes; accepted: {MAX_BYTES:,}, with fewer writes")
    return Done(result, cost)


def attempt(task: Task, code: str) -> Done | str:
    """As `execute`, for Dask, which would print a traceback of whatever is raised: the message of what went wrong."""
    try:
        return execute(task, code)
    except (ExperimentError, FabricError) as problem:
        return str(problem)


def _forget_peak() -> None:
    """Begin anew with this process's highest memory, where the kernel can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:  # then it is the highest of all runs of the process so far
        return


def _peak_bytes() -> int:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(_PEAK))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

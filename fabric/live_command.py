# SPDX-License-Identifier: Apache-2.0
"""`python -m fabric live`: a scenario on real switches, NICs and links; the same verdict, result and report."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError
from rich.console import Console

from controller import ControllerError
from fabric.errors import BuildError, FabricError
from fabric.finish import finish, write_received
from fabric.live.description import BringUp
from fabric.live.fabric import LiveFabric
from fabric.live.messages import NicSettings, TopologySource
from fabric.live.namespaces import CableChoice, ground
from fabric.live.protocol import Message
from fabric.live.scale import Scale, advice, suitable_factor
from fabric.live.scenarios.run import check_live, check_target, execute
from fabric.program import PROGRAM
from fabric.progress import choose
from fabric.results import build, live_facts
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load
from fabric.traffic.payloads import Payload, payloads, with_time_for
from p4soft.command_line import EngineChoice, InterruptedCommandError, interruptible
from p4soft.outputs import OutputError
from p4soft.targets import TargetError, get_target
from p4soft.targets.process import environment
from topologies import TopologyError

LOGS = "logs"
"""Where the processes of a live run say what they have to say, below the output directory."""


class LiveOptions(Message):
    """What one process tells the other, which runs the scenario, in namespaces of its own where there are some.

    Attributes:
        scenario: its file.
        out: output directory.
        payload: a file that every write carries; None for the scenario's data.
        target: of the switches.
        cables: what they are made of.
        engine: what runs the program on the embedded target.
        factor: see `fabric.live.scale.Scale`; None measures what this machine carries.
        progress: show how it goes on.
    """

    scenario: str
    out: str
    payload: str | None
    target: str
    cables: CableChoice
    engine: EngineChoice
    factor: int | None
    progress: bool


def run_live(options: LiveOptions, console: Console) -> int:
    """Run a scenario live, in a process of its own: 0 when all held. Raises FabricError."""
    scenario, carried = _load(options)
    check_target(get_target(options.target))
    found = ground(options.cables, options.target)
    if found.note is not None:
        console.print(found.note, markup=False, highlight=False, soft_wrap=True)
    factor = options.factor or suitable_factor(scenario.topology, options.target, found.cables)
    check_live(scenario, [each.contents for each in carried], factor, console.print)
    settled = options.model_copy(update={"factor": factor, "cables": found.cables})
    command = [*found.prefix, sys.executable, "-m", "fabric.live_command", settled.model_dump_json()]
    # A session of its own: Ctrl-C is for us. It ends when its standard input does, so also when we are killed.
    with (
        _alone_in(Path(options.out)),
        subprocess.Popen(command, stdin=subprocess.PIPE, env=environment(), start_new_session=True) as process,
    ):
        try:
            return process.wait()
        except InterruptedCommandError:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
            raise


@contextlib.contextmanager
def _alone_in(out: Path) -> Iterator[None]:
    """Keep other live runs out of an output directory. Raises BuildError: one is there. Raises OutputError."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise OutputError(f"{error.filename}: {error.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BuildError(f"{out}: another live run writes there; accepted: another --out") from None
        yield
    finally:
        os.close(descriptor)


def _load(options: LiveOptions) -> tuple[Scenario, list[Payload]]:
    scenario = load(Path(options.scenario)).as_live()
    carried = payloads(scenario, Path(options.payload) if options.payload is not None else None)
    return with_time_for(scenario, carried), carried


def _run(options: LiveOptions, console: Console) -> bool:
    """Where a fabric may be."""
    assert options.cables != "auto", "settled by now"
    started = time.monotonic()

    def say(text: str) -> None:
        if options.progress:
            console.print(f"{time.monotonic() - started:6.1f} s  {text}", markup=False, highlight=False, soft_wrap=True)

    scenario, carried = _load(options)
    scale = Scale(options.factor or 1)
    out = Path(options.out)
    logs = out / LOGS
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    say(f"{scenario.title} ({scenario.name}), live on {options.target} at 1 : {scale.factor:,}")
    nics = NicSettings(
        seed=scenario.seed, trimming=scenario.nic.trimming, options=scenario.nic.options,
        signal_ns=scenario.nic.signal_ns,
    )  # fmt: skip
    source = TopologySource(file=scenario.topology_file, overrides=dict(scenario.overrides))
    how = BringUp(
        get_target(options.target), logs, cables=options.cables, seed=scenario.seed, engine=options.engine, say=say
    )
    with LiveFabric(source, scale, PROGRAM, nics, how) as network:
        files = logs / "data"
        files.mkdir()
        progress = choose(console, options.progress)
        run = execute(scenario, network, [each.contents for each in carried], progress=progress, out=out, files=files)
        write_received(scenario, carried, lambda index: run.flows[index].received(), out)
    shutil.rmtree(files)
    facts = live_facts(
        options.target, options.cables, scale.factor,
        delays=network.delays, overloaded=run.overloaded, advice=advice(run.overloaded, scale.factor),
        steering_ns=run.steering_ns,
    )  # fmt: skip
    held = finish(build(scenario, run.measurements, live=facts), out, console)
    for line in run.overloaded:  # below the verdict, which may be the machine's
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if run.overloaded:
        console.print(facts["advice"], style="bold yellow", markup=False, highlight=False, soft_wrap=True)
    return held


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):  # not through a stream, whose lock nobody could take in the end
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main(arguments: Sequence[str]) -> int:
    """Run a scenario where this process is."""
    try:
        with interruptible():
            threading.Thread(target=_end_with_parent, daemon=True).start()
            return 0 if _run(LiveOptions.model_validate_json(arguments[0]), Console()) else 1
    except InterruptedCommandError as interrupted:
        return interrupted.status
    except (FabricError, ControllerError, TargetError, TopologyError, OutputError, ValidationError) as problem:
        print(f"error: {problem}", file=sys.stderr)
    except OSError as problem:
        print(f"error: {problem.filename or 'live'}: {problem.strerror}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

# SPDX-License-Identifier: Apache-2.0
"""A fleet of embedded switches behind servers in several processes, installed and verified by the command.

`make bench` takes a small one. `python -m tools.bench.fleets --switches 2000` is the large one: switches of the paper's
fabric with as many T0s and T1s as v1model has ports for, 4,101 entries each. With ``--faults`` everything goes wrong in
the middle of the install (`drill`), and the command fails if the controller does not cope.

As a program with ``serve`` it is one of the servers: it prints its address, and serves until its input ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import click
from google.protobuf import text_format
from msgspec import Struct
from typing_extensions import override

import topologies
from common import PROJECT_ROOT
from common.written_tables import NoPlaceError, replaced
from controller import journal
from controller.client import SwitchClient
from controller.errors import ControllerError
from controller.pipeline import Pipeline
from controller.program import SWITCH_TRIMMING
from fabric import PROGRAM
from fabric.emulation.switches import compile_program
from p4soft.messages import p4runtime_pb2
from p4soft.outputs import write_text
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device, SharedServer
from p4soft.switch.p4runtime.status import RESOURCE_EXHAUSTED, BatchError, P4RuntimeError
from tools.bench.measurements import Better, Figure, Settings

_MODULE = "tools.bench.fleets"
_SMALL = 24
_FULL_AFTER = 20
_SLOW_S = 0.5
_NAME = "paper-8plane-v1model"

# --- A server --------------------------------------------------------------------------------------------------------

_ENDED = threading.Event()
"""Whether this server was told to end."""


class _Faulty(Device):
    """A switch that is slow, full, or lies: it forgets trim settings that it accepted."""

    def __init__(self, switch: SimpleSwitch, fault: str, forgets: int) -> None:
        super().__init__(switch)
        self._fault = fault
        self._forgets = forgets

    @override
    def write(self, request: p4runtime_pb2.WriteRequest) -> None:
        if self._fault == "slow":
            _ENDED.wait(_SLOW_S)
        elif self._fault == "full":
            taken = request.updates[: max(0, _FULL_AFTER - self.writes)]
            refused = len(request.updates) - len(taken)
            del request.updates[len(taken) :]
            super().write(request)
            if refused:
                full = P4RuntimeError(RESOURCE_EXHAUSTED, "no room")
                raise BatchError("Write", [*[None] * len(taken), *[full] * refused])
            return
        elif self._fault == "lying":
            kept = [update for update in request.updates if update.entity.table_entry.table_id != self._forgets]
            del request.updates[:]
            request.updates.extend(kept)
        super().write(request)


def serve(asked: dict[str, Any]) -> None:
    """Serve the devices that were asked for until standard input ends; then say how much CPU that took."""
    faults = asked["faults"]
    devices = []
    for device_id in asked["devices"]:
        switch = SimpleSwitch(device_id=device_id, priority_queues=8, engine="python")
        fault = faults.get(str(device_id))
        devices.append(Device(switch) if fault is None else _Faulty(switch, fault, asked["forgets"]))
    server = SharedServer(devices, asked["address"])
    server.start()
    print(server.address, flush=True)
    sys.stdin.read()
    _ENDED.set()
    with contextlib.suppress(BrokenPipeError):  # the reader is gone
        print(time.process_time(), flush=True)
    os._exit(0)  # a thousand switches take long to be freed


@dataclass
class _Server:
    """A server in a process.

    Attributes:
        cpu_s: that its processes took, killed ones too.
    """

    asked: dict[str, Any]
    process: subprocess.Popen[str] | None = None
    cpu_s: float = 0.0

    def start(self) -> None:
        """Start it at its address, with empty switches."""
        words = [sys.executable, "-m", _MODULE, "serve", json.dumps(self.asked)]
        self.process = subprocess.Popen(
            words, cwd=PROJECT_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def wait(self) -> str:
        """Its address, when it serves."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.asked["address"] = self.process.stdout.readline().strip()
        return str(self.asked["address"])

    def restart(self, faults: dict[str, str] | None = None) -> None:
        """Kill it, and start it again at its address with empty switches; ``faults`` by device id."""
        self.asked["faults"] = faults or {}
        self.kill()
        self.start()
        self.wait()

    def kill(self) -> None:
        """End it as a power failure would."""
        assert self.process is not None
        self.cpu_s += _cpu_s(self.process.pid)
        self.process.kill()
        self.process.communicate()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """It is silent in here, and goes on then."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End it well."""
        if self.process is not None and self.process.poll() is None:
            out, _ = self.process.communicate("")
            self.cpu_s += float(out or 0)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- A fleet ---------------------------------------------------------------------------------------------------------


@dataclass
class _Fleet:
    """Servers, and the files that commands take."""

    folder: Path
    count: int
    servers: list[_Server] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def start(self, servers: int, *, slow: bool = False, topology: Path | None = None) -> None:
        """Start the servers; ``slow``: one switch of fifty takes `_SLOW_S` longer for each Write."""
        text = _paper() if topology is None else topology.read_text(encoding="utf-8")
        self.topology.write_text(text, encoding="utf-8")
        fabric = topologies.load(self.topology)
        pipeline = compile_program(PROGRAM)
        self.p4info.write_text(text_format.MessageToString(pipeline.p4info), encoding="utf-8")
        self.config.write_bytes(pipeline.device_config)
        switches = [switch for _, switch in zip(range(self.count), _spread(fabric), strict=False)]
        self.names = [switch.name for switch in switches]
        self.count = len(switches)
        parts = [switches[n::servers] for n in range(servers)]
        faults = {str(switch.device_id): "slow" for switch in (switches[5::50] if slow else ())}
        forgets = pipeline.tables[SWITCH_TRIMMING].id
        for part in parts:
            asked = {
                "devices": [s.device_id for s in part],
                "address": "127.0.0.1:0",
                "faults": faults,
                "forgets": forgets,
            }
            self.servers.append(_Server(asked))
            self.servers[-1].start()
        lines = []
        for server, part in zip(self.servers, parts, strict=True):
            address = server.wait()
            lines += [f"{switch.name}: {address}\n" for switch in part]
        self.inventory.write_text("".join(lines), encoding="utf-8")

    @property
    def topology(self) -> Path:
        return self.folder / "topology.yaml"

    @property
    def p4info(self) -> Path:
        return self.folder / "p4info.txtpb"

    @property
    def config(self) -> Path:
        return self.folder / "main.json"

    @property
    def inventory(self) -> Path:
        return self.folder / "inventory.yaml"

    def command(self, name: str, *more: str) -> subprocess.Popen[str]:
        """A command of the controller for all switches."""
        words = [sys.executable, "-m", "controller", name, str(self.topology), "--p4info", str(self.p4info)]
        words += ["--json", str(self.config), "--inventory", str(self.inventory), "--timeout", "60", *more]
        with (self.folder / "output").open("w", encoding="utf-8") as output:
            return subprocess.Popen(
                words, cwd=PROJECT_ROOT, env=self.environment, stdout=output, stderr=subprocess.STDOUT, text=True
            )

    @cached_property
    def environment(self) -> dict[str, str]:
        """Of commands. Their modules are compiled already, as in any environment where they have run before."""
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        variables["PYTHONPYCACHEPREFIX"] = str(self.folder / "compiled")
        words = [sys.executable, "-m", "controller", "install", "--help"]
        subprocess.run(words, cwd=PROJECT_ROOT, env=variables, stdout=subprocess.DEVNULL, check=True)
        return variables

    def cpu_s(self) -> float:
        """What all servers took so far."""
        running = (server.process.pid for server in self.servers if server.process is not None)
        return sum(_cpu_s(pid) for pid in running) + sum(server.cpu_s for server in self.servers)

    def stop(self) -> None:
        """End all servers."""
        for server in self.servers:
            server.stop()


def _paper() -> str:
    """The paper's fabric, with as many T0s and T1s as v1model has ports for."""
    path = PROJECT_ROOT / "topologies" / "paper-8plane.yaml"
    spec, text = topologies.load(path).spec, path.read_text(encoding="utf-8")
    for name, was, now in (("t0s_per_plane", 512, 511), ("t1s_per_plane", 256, 255)):
        assert getattr(spec, name) == was
        text = re.sub(rf"^{name}: {was}", f"{name}: {now}", text, flags=re.MULTILINE)
    return text.replace("name: paper-8plane", f"name: {_NAME}")


def _spread(fabric: topologies.Fabric) -> Iterator[topologies.Switch]:
    """Two T0s for each T1, as the paper's fabric has them, plane by plane."""
    for index in range(max(fabric.t0s, fabric.t1s)):
        for plane in range(fabric.planes):
            for t0 in (2 * index, 2 * index + 1):
                if t0 < fabric.t0s:
                    yield fabric.t0(plane, t0)
            if index < fabric.t1s:
                yield fabric.t1(plane, index)


class Run(Struct, frozen=True):
    """What a command took.

    Attributes:
        cpu_s: its own.
        servers_s: of the servers meanwhile.
        memory: its largest resident set, in bytes.
    """

    status: int
    seconds: float
    cpu_s: float
    servers_s: float
    memory: int
    output: str

    @property
    def share(self) -> float:
        """The controller's share of all CPU time, in per cent."""
        return 100 * self.cpu_s / (self.cpu_s + self.servers_s)


def _run(fleet: _Fleet, name: str, *more: str, meanwhile: Callable[[subprocess.Popen[str]], None] | None = None) -> Run:
    """Run a command, and do something meanwhile."""
    fleet.environment  # noqa: B018 - made before it is measured
    before, began = fleet.cpu_s(), time.monotonic()
    process = fleet.command(name, *more)
    if meanwhile is not None:
        meanwhile(process)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    output = (fleet.folder / "output").read_text(encoding="utf-8")
    return Run(
        process.returncode, time.monotonic() - began, usage.ru_utime + usage.ru_stime, fleet.cpu_s() - before,
        usage.ru_maxrss * 1024, output,
    )  # fmt: skip


def fleet_installed(settings: Settings) -> Iterator[Figure]:
    """A small fleet: entries per second, and the controller's share of the CPU."""
    fleet = _Fleet(settings.scratch, _SMALL)
    try:
        fleet.start(2)
        install = _run(fleet, "install")
        assert install.status == 0, install.output
        entries = _SMALL * 4101
        why = f"{_SMALL} embedded switches behind two processes"
        yield Figure("fleet_installed", entries / install.seconds, "entries/s", why=why)
        yield Figure(
            "fleet_controller_share", install.share, "% of CPU", better=Better.LESS, why=f"{why}, start included"
        )
    finally:
        fleet.stop()


# --- Everything that goes wrong --------------------------------------------------------------------------------------


_SILENT_S = 3.0
"""A silent server is silent for at least so long."""
_LOOK_S = 0.05
_PATIENCE_S = 3600.0
"""For the next switches to hold their plans, on a machine that is busy with other things."""


class UnexpectedError(Exception):
    """A fleet, or the controller, is not as it should be after a fault."""


@dataclass
class _Drill:
    """An install during which servers and switches fail, and those that go on with it.

    Attributes:
        words: of the install, without its journal.
        done: the steps so far: what went wrong, how the command went, and how many switches hold their plans then.
    """

    fleet: _Fleet
    words: Sequence[str]
    done: list[tuple[str, Run, int]] = field(default_factory=list)

    @property
    def noted(self) -> Path:
        return self.fleet.folder / "journal"

    def run(self) -> None:
        """Go through all of it.

        Raises:
            UnexpectedError: the controller answers something else than it should.
        """
        *_, silent, killed, bad = self.fleet.servers

        def first(process: subprocess.Popen[str]) -> None:
            self._until(0.2, process)
            killed.restart()
            self._until(0.35, process)
            with silent.paused():
                self._expect("the install goes on when a server is silent", _ends(process, _SILENT_S), False)
            self._until(0.5, process)
            process.send_signal(signal.SIGINT)

        self._install("a server killed and empty again, one silent, then Ctrl-C", 130, first)
        self._expect("the journal's end", journal.read(self.noted).ended, "interrupted")
        self._expect("some hold their plans", 0 < self._holding() < self.fleet.count, True)
        foreign = self._meddle(silent)
        ids = [str(each) for each in bad.asked["devices"]]
        # Neither is in the first waves of a large fleet, which it would stop; the lie ends the last one at once.
        bad.restart({ids[(len(ids) - 1) // 2]: "full", ids[-1]: "lying"})
        done = self._install("the next run: a switch is full, one lies, others wrote to one", 1)
        self._expect("the lie is named", "does not hold what it accepted" in done.output, True)
        seen = f"{foreign}: others wrote to it" in self.noted.read_text(encoding="utf-8")
        self._expect("what others wrote is named", seen, True)
        bad.restart()
        self._install("the next run: those two are replaced by empty ones", 0)
        self._expect("switches that hold their plans", self._holding(), self.fleet.count)
        self._verify()

    def undisturbed(self) -> None:
        """An install in which nothing fails. Raises UnexpectedError."""
        self._install("", 0)
        self._verify()

    def _install(self, what: str, status: int, meanwhile: Callable[[subprocess.Popen[str]], None] | None = None) -> Run:
        done = _run(self.fleet, "install", *self.words, "--journal", str(self.noted), meanwhile=meanwhile)
        return self._step(f"install: {what}" if what else "install", done, status)

    def _verify(self) -> None:
        self._step("verify", _run(self.fleet, "verify"), 0)

    def _step(self, what: str, run: Run, status: int) -> Run:
        _tell(what, run)
        self._expect(f"{what}: status", run.status, status)
        self.done.append((what, run, self._holding()))
        return run

    def table(self) -> str:
        """The steps in Markdown."""
        head = (
            f"| {self.fleet.count:,} switches | status | hold their plans | time | CPU: controller | servers | memory |"
        )
        rows = [
            f"| {what} | {run.status} | {holding:,} | {run.seconds:.0f} s | {run.cpu_s:.1f} s, {run.share:.1f} % "
            f"| {run.servers_s:.0f} s | {run.memory / 1e6:.0f} MB |"
            for what, run, holding in self.done
        ]
        return "\n".join([head, "|---" * 7 + "|", *rows])

    def _until(self, share: float, process: subprocess.Popen[str]) -> None:
        """Wait until this many of the switches hold their plans."""
        deadline = time.monotonic() + _PATIENCE_S
        wanted = share * self.fleet.count
        while self._holding() < wanted and time.monotonic() < deadline and not _ends(process, _LOOK_S):
            pass
        self._expect(f"the install goes on after {share:.0%} of the switches", _ends(process, 0), False)
        self._expect(f"{share:.0%} of the switches hold their plans in time", self._holding() >= wanted, True)

    def _holding(self) -> int:
        if not self.noted.exists():
            return 0
        with contextlib.suppress(ControllerError):  # it has no first line yet
            return sum(record.state == "holds" for record in journal.read(self.noted).records.values())
        return 0

    def _meddle(self, server: _Server) -> str:
        """Remove an entry of a switch that holds its plan; which switch."""
        records = journal.read(self.noted).records.values()
        address = server.asked["address"]
        found = next(each for each in records if each.state == "holds" and each.address == address)
        pipeline = Pipeline.load(self.fleet.p4info, self.fleet.config)
        with SwitchClient(address, found.device_id, pipeline, timeout_s=60) as client:
            client.become_primary()
            client.delete([next(iter(client.read_entries().values()))])
        return found.switch

    def _expect(self, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            raise UnexpectedError(f"{what}: {found}; expected: {wanted}")


def _ends(process: subprocess.Popen[str], within_s: float) -> bool:
    """Whether a process ends within this many seconds; its status is left for a later wait."""
    descriptor = os.pidfd_open(process.pid)
    try:
        return bool(select.select([descriptor], [], [], within_s)[0])
    finally:
        os.close(descriptor)


# --- The large one ---------------------------------------------------------------------------------------------------


@click.group(invoke_without_command=True)
@click.pass_context
@click.option("--switches", default=2000, show_default=True, type=click.IntRange(4, 6000))
@click.option("--servers", default=4, show_default=True, type=click.IntRange(3, 64), help="Processes with switches.")
@click.option(
    "--topology", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Another fabric than the paper's."
)
@click.option("--rate", type=click.FloatRange(min=1), help="Most updates per second of a switch; no limit.")
@click.option("--at-once", default=16, show_default=True, type=click.IntRange(1, 256), help="Switches at a time.")
@click.option("--faults", is_flag=True, help="Have servers and switches fail in the middle of it.")
@click.option("--write", "writes", is_flag=True, help="With --faults: write the table of docs/fleet.md.")
def main(
    context: click.Context,
    *,
    switches: int,
    servers: int,
    topology: Path | None,
    rate: float | None,
    at_once: int,
    faults: bool,
    writes: bool,
) -> None:
    """Install a fleet of embedded switches and verify it; print what it took."""
    if context.invoked_subcommand is not None:
        return
    if writes and not faults:
        raise click.UsageError("--write writes the table of --faults: give --faults too")
    if faults and switches < 4 * at_once:
        raise click.UsageError(
            f"--faults: {switches} switches, {at_once} at a time, have no middle; accepted: 4 times as many "
            "switches as --at-once, or more"
        )
    words = ["--wave", "1%,10%,100%", "--retries", "8", "--at-once", str(at_once)]
    words += ["--rate", str(rate)] if rate else []
    with tempfile.TemporaryDirectory() as folder:
        fleet = _Fleet(Path(folder), switches)
        try:
            fleet.start(servers, slow=faults, topology=topology)
            drill = _Drill(fleet, words)
            (drill.run if faults else drill.undisturbed)()
            click.echo(drill.table())
            if writes:
                _write(drill.table())
        except UnexpectedError as error:
            raise click.ClickException(str(error)) from None
        finally:
            fleet.stop()


def _write(table: str) -> None:
    page = PROJECT_ROOT / "docs" / "fleet.md"
    try:
        text = replaced(page.read_text(encoding="utf-8"), f"python -m {_MODULE} --faults --write", table)
    except NoPlaceError as error:
        raise click.ClickException(f"{page}: {error}") from None
    write_text(page, text)


def _tell(what: str, run: Run) -> None:
    click.echo(
        f"{what}: status {run.status}, {run.seconds:.1f} s, controller {run.cpu_s:.1f} s of CPU, servers "
        f"{run.servers_s:.1f} s: {run.share:.1f} %; {run.memory / 1e6:.0f} MB\n{run.output}"
    )


@main.command("serve", hidden=True)
@click.argument("asked")
def _serve(asked: str) -> None:
    serve(json.loads(asked))


if __name__ == "__main__":
    main()

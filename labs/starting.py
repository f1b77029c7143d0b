# SPDX-License-Identifier: Apache-2.0
"""Brings a lab up from a file of either kind, and takes it down: starts the lab's supervisor, and ends it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

from msgspec import Struct

from fabric.custom.reading import CustomFabric, is_custom, read_custom
from fabric.live.messages import Done, TopologySource, text_of
from fabric.live.namespaces import CableChoice, ground
from fabric.live.scale import check_network, check_size, suitable_factor
from labs.control_socket import KEEP, READY, CustomSettings, FabricSettings, Settings, Stop, ask
from labs.directory import LabDirectory, LabError, to_type
from p4soft.command_line import EngineChoice
from p4soft.targets.process import environment
from topologies import Fabric

# --- A supervisor, up and down ---------------------------------------------------------------------------------------


_ASK_S = 10.0
_END_S = 20.0
_LINGER_S = 5.0
"""Seconds: ``take_down`` kills a process that outlives its lab by so much."""

Say = Callable[[str], None]


def check_free(where: LabDirectory) -> None:
    """Raise LabError if there is a lab of that name."""
    if where.is_up():
        raise LabError(
            f"the lab {where.name!r} is up already; end it with `{to_type('down', where.name)}`, or choose a --name"
        )


def bring_up(where: LabDirectory, settings: Settings, prefix: Sequence[str], *, say: Say) -> None:
    """Start a supervisor and wait until it is ready; interrupted or killed, this leaves nothing.

    Args:
        where: of the lab.
        settings: what it shall be.
        prefix: what to put before the command of its first process (`fabric.live.namespaces.Ground`).
        say: called with each step.

    Raises:
        LabError: it did not come up; the message is the supervisor's.
    """
    check_free(where)
    command = [*prefix, sys.executable, "-m", "labs.supervisor", str(where.folder), text_of(settings)]
    with tempfile.TemporaryFile() as complaints:
        supervisor = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints,
            env=environment(), start_new_session=True,
        )  # fmt: skip
        try:
            _await_ready(supervisor, complaints, say)
        except BaseException:
            _kill(supervisor)
            _clean_unless_held(where)
            raise


def take_down(where: LabDirectory) -> bool:
    """End a lab with its page, and clean what a crash of it left; False when there was nothing. Raises LabError."""
    if not where.folder.exists():
        return False
    with _gone_at_the_end(where):
        for end in (_ask_to_end, _terminate, _kill_holder):
            if not where.is_up() or (end(where) and _wait_until_free(where)):
                _clean_unless_held(where)
                return True
        raise LabError(f"the lab {where.name!r} does not end; its log: {where.log}")


@contextlib.contextmanager
def _gone_at_the_end(where: LabDirectory) -> Iterator[None]:
    """All processes of a lab that ends in the block are gone after it. Raises LabError."""
    with contextlib.ExitStack() as stack:
        watched: dict[int, int] = {}
        for process in _processes(where):
            with contextlib.suppress(ProcessLookupError):
                watched[process] = descriptor = os.pidfd_open(process)
                stack.callback(os.close, descriptor)
        yield
        deadline = time.monotonic() + _LINGER_S
        for process, descriptor in watched.items():
            if not _has_ended(descriptor, deadline - time.monotonic()):
                with contextlib.suppress(ProcessLookupError):  # it has ended since
                    signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                if not _has_ended(descriptor, _END_S):
                    raise LabError(f"the lab {where.name!r} is down, but its process {process} does not end")


def _has_ended(descriptor: int, patience_s: float) -> bool:
    return bool(select.select([descriptor], [], [], max(0.0, patience_s))[0])


def _processes(where: LabDirectory) -> set[int]:
    """The supervisor and the page of a lab, and all processes below them, but this one and those above it."""
    mine = (b"labs.supervisor", b"labs.page.server")
    found, below, above = set(), dict[int, list[int]](), dict[int, int]()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if os.fsencode(where.folder) in words and any(name in words for name in mine):
                found.add(int(entry.name))
            # After the name in parentheses, which may hold anything: state, then the parent (proc_pid_stat(5)).
            parent = int((entry / "stat").read_bytes().rpartition(b")")[2].split()[1])
            below.setdefault(parent, []).append(int(entry.name))
            above[int(entry.name)] = parent
    left = list(found)
    while left:
        children = below.get(left.pop(), [])
        found.update(children)
        left += children
    asks: int | None = os.getpid()
    while asks is not None:
        found.discard(asks)
        asks = above.get(asks)
    return found


def _ask_to_end(where: LabDirectory) -> bool:
    """Whether it said that it will; one that is still coming up does not listen."""
    try:
        ask(where, Stop(), Done, patience_s=_ASK_S)
    except LabError:
        return False
    return True


def _terminate(where: LabDirectory) -> bool:
    return _signal(where, signal.SIGTERM)


def _kill_holder(where: LabDirectory) -> bool:
    return _signal(where, signal.SIGKILL)


def _signal(where: LabDirectory, number: signal.Signals) -> bool:
    holder = where.holder()
    if holder is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(holder, number)
    return True


def _wait_until_free(where: LabDirectory) -> bool:
    """Whether the lab's lock becomes free; its processes may still be ending."""
    deadline = time.monotonic() + _END_S
    while where.is_up():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _await_ready(supervisor: subprocess.Popen[bytes], complaints: IO[bytes], say: Say) -> None:
    assert supervisor.stdin is not None and supervisor.stdout is not None
    said = ""
    for raw in supervisor.stdout:
        said = raw.decode(errors="replace").rstrip()
        if said == READY:
            with contextlib.suppress(BrokenPipeError):  # ended again already, by who took it down
                supervisor.stdin.write(KEEP)
                supervisor.stdin.flush()
            return
        if said.startswith("error: "):  # and the end of a log below it
            said += "\n" + supervisor.stdout.read().decode(errors="replace").rstrip()
            break
        say(said)
    supervisor.wait()
    if said.startswith("error: "):
        raise LabError(said.removeprefix("error: ").rstrip())
    complaints.seek(0)
    tail = complaints.read().decode(errors="replace").strip().splitlines()
    raise LabError(f"the lab did not come up (exit status {supervisor.returncode}){': ' + tail[-1] if tail else ''}")


def _kill(supervisor: subprocess.Popen[bytes]) -> None:
    """End it and everything in its namespaces: the kernel does when their first process is killed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(supervisor.pid, signal.SIGKILL)
    supervisor.wait()


def _clean_unless_held(where: LabDirectory) -> None:
    """Remove what a lab left, unless another one is there now."""
    if not where.folder.exists() or not _wait_until_free(where):
        return
    lock = where.lock()
    if lock is not None:
        where.clean()
        os.close(lock)


# --- What a file asks for --------------------------------------------------------------------------------------------


class Wanted(Struct, frozen=True):
    """What shall be brought up.

    Attributes:
        prefix: what to put before the command of its first process.
        steps: what one may type then: commands, and what each is for.
    """

    settings: Settings
    prefix: Sequence[str]
    steps: tuple[tuple[str, str], ...]


def wanted(
    topology: Path,
    target: str,
    cables: CableChoice,
    *,
    scale: int | None,
    seed: int,
    engine: EngineChoice,
    traced: bool,
    say: Say,
) -> Wanted:
    """What a file asks for.

    Args:
        topology: the file, of either kind.
        target: of the switches.
        cables: what they shall be made of.
        scale: how many times slower, of a fabric; None to measure it.
        seed: of NICs and switches.
        engine: what runs the program on the embedded target.
        traced: switches write what they do with each packet.
        say: called with warnings, and what a user should know of cables that he did not choose.

    Raises:
        LabError: a scale, for hosts that run in real time; Unix sockets, into which they cannot be plugged.
        FabricError: a network's file that cannot be used, or too large for this machine; cables that are not to be had.
        TopologyError: the file is not a topology.
    """
    file = topology.absolute()
    if is_custom(topology):
        if scale is not None:
            raise LabError(f"--scale: {topology} has hosts, whose programs run in real time; accepted: no --scale")
        if cables == "unix":
            raise LabError(
                f"--cables unix: {topology} has hosts, which are network namespaces; accepted: --cables veth"
            )
        network = read_custom(topology)
        check_network(network.name, len(network.switches), len(network.hosts), say)
        own = CustomSettings(file=str(file), target=target, seed=seed, engine=engine, traced=traced)
        return Wanted(own, ground("veth", target).prefix, _custom_steps(network))
    source = TopologySource(file=str(file))
    fabric = source.load()
    check_size(fabric, say)
    found = ground(cables, target)
    if found.note is not None:
        say(found.note)
    factor = scale if scale is not None else suitable_factor(fabric, target, found.cables)
    settings = FabricSettings(
        source=source, target=target, cables=found.cables, factor=factor, seed=seed, engine=engine, traced=traced
    )
    return Wanted(settings, found.prefix, _fabric_steps(fabric))


def _fabric_steps(fabric: Fabric) -> tuple[tuple[str, str], ...]:
    first, last = (fabric.nic(index).name for index in (0, fabric.nics - 1))
    spine, cable = fabric.t1(0, 0).name, fabric.host_link(0, 0).name
    return (
        ("status", "what there is"),
        (f"write {first} {last} --bytes 4MiB", "every byte is compared"),
        (f"fail switch {spine}", "and `heal all`"),
        (f"capture {cable} -o link.pcapng", "until Ctrl-C"),
        ("down", "ends it"),
    )


def _custom_steps(network: CustomFabric) -> tuple[tuple[str, str], ...]:
    link, switch = list(network.links)[-1:], next(iter(network.switches))
    hosts = [host for host in network.hosts.values() if any(each.addresses for each in host.interfaces)]
    steps = [("status", "what there is")]
    if len(hosts) > 1:
        address = next(each.addresses[0].ip for each in hosts[-1].interfaces if each.addresses)
        steps.append((f"exec {hosts[0].name} -- ping -c 3 {address}", "or any other program"))
    steps.append((f"shell {switch}", "reads and writes its tables"))
    for name in link:
        steps += [(f"fail link {name}", "and `heal all`"), (f"capture {name} -o link.pcapng", "until Ctrl-C")]
    return (*steps, ("down", "ends it"))

# SPDX-License-Identifier: Apache-2.0
"""Commands about one switch, NIC or link of a lab: its network, log, tables and packets; and writes between NICs.

Where a lab has networks, a command runs in that of a process of it. A capture is a process there, which takes the
frames; the command ends it. A trace of a switch begins when the command begins, and ends with it. `write` writes from
one NIC to another and compares every byte. The Tab key offers names of the lab that is up, by click's shell completion.
"""

from __future__ import annotations

import contextlib
import filecmp
import os
import random
import re
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

import click
from click.shell_completion import CompletionItem

import topologies
from common import PROJECT_ROOT
from common.quantities import parse_size
from fabric import PROGRAM
from fabric.errors import unknown
from fabric.live.messages import Done, TopologySource
from fabric.live.namespaces import enter
from fabric.live.scale import Scale
from labs.control_socket import (
    FAIL,
    HEAL,
    LARGEST_BYTES,
    CustomState,
    Fail,
    Fetch,
    Happened,
    Heal,
    Look,
    Looked,
    Posted,
    PostWrite,
    State,
    SwitchState,
    ask,
)
from labs.directory import DEFAULT, LabDirectory, LabError, lab_directories, lab_directory, to_type
from p4soft.command_line import InterruptedCommandError, until_interrupted
from p4soft.outputs import write_text
from p4soft.targets.process import environment, find_program, missing_programs

# --- What is offered -------------------------------------------------------------------------------------------------


_PATIENCE_S = 3.0


def labs_here(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching((each.name for each in lab_directories()), begun)


def nics(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(_names(context, "nic"), begun)


def switches(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(_names(context, "switch"), begun)


def links(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Links of the lab, by their ends: bash takes a name with colons for several words."""
    return _matching(_names(context, "link"), begun)


def networks(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(["fabric", *_names(context, "nic")], begun)


def nodes(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _matching(["keeper", *_names(context, "nic"), *_names(context, "switch")], begun)


def failing(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _words(FAIL, context, parameter, begun)


def healing(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return _words(HEAL, context, parameter, begun)


def _words(
    forms: Iterable[str], context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    given = context.params.get(parameter.name or "") or ()
    if not given:
        return _matching((form.split()[0] for form in forms), begun)
    wanted = next((form.split()[1:2] for form in forms if form.split()[0] == given[0]), [])
    kinds = {"NAME": "switch", "A--B": "link", "N": "plane"}
    if len(given) == 1 and wanted and wanted[0] in kinds:
        return _matching(_names(context, kinds[wanted[0]]), begun)
    return []


def _names(context: click.Context, kind: str) -> list[str]:
    """All names of a kind in the lab that is meant; none when it is not up."""
    where = context.params.get("where")
    try:
        state = ask(
            where if isinstance(where, LabDirectory) else lab_directory("lab"), Look(), Looked, patience_s=_PATIENCE_S
        )
    except LabError:
        return []
    if kind == "nic":
        return list(state.networks)
    if kind == "switch":
        return [switch.name for switch in state.switches]
    if kind == "plane":
        return sorted({switch.name.partition("-")[0].removeprefix("p") for switch in state.switches})
    return [short_name(link) for link in state.taps]


def short_name(link: str) -> str:
    """`nic0--p0-t0-0` of `nic0:0--p0-t0-0:0`: a fabric has one link between two nodes."""
    return "--".join(end.rpartition(":")[0] or end for end in link.split("--"))


def spellings(link: str) -> list[str]:
    """How people may write a link: from either end, without ports, and as a network's file does: `h1-s1`."""
    ends = link.split("--")
    return [dash.join(each) for each in (ends, ends[::-1]) for dash in ("--", "-")] + [short_name(link)]


def _matching(names: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(begun)]


# --- Which lab -------------------------------------------------------------------------------------------------------


class _LabName(click.ParamType[LabDirectory]):
    name = "name"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> LabDirectory:
        try:
            return lab_directory(str(value))
        except LabError as problem:
            self.fail(str(problem), parameter, context)


LAB = click.option(
    "--name",
    "where",
    type=_LabName(),
    default=DEFAULT,
    show_default=True,
    help="Name of the lab.",
    shell_complete=labs_here,
)


# --- Into the networks of a lab --------------------------------------------------------------------------------------


def inside(state: Looked, process_id: int) -> list[str]:
    """What to put before a command to run it in the network of a process of a lab. Raises FabricError: it is gone.

    Args:
        state: of the lab; one whose cables are unix sockets is in this machine's network.
        process_id: as the host has it.
    """
    return enter(process_id) if state.cables == "veth" else []


def inside_node(state: Looked, node: str, process_id: int) -> list[str]:
    """The same for a command of a user in the network of a node of that name, a process of which is `process_id`.

    Raises FabricError. In a host /sys tells of the host's interfaces, as programs that look for `eth0` there expect.
    """
    entered = inside(state, process_id)
    if not isinstance(state, CustomState) or node not in state.hosts:
        return entered
    return [*entered, "unshare", "--mount", "sh", "-c", 'mount -t sysfs sysfs /sys 2>/dev/null; exec "$@"', "sh"]


# --- Captures --------------------------------------------------------------------------------------------------------


_DISSECTOR = PROJECT_ROOT / "docs" / "wireshark" / "mrc" / "mrc.lua"


def capture_link(state: Looked, link: str, output: Path | None, frames: int | None) -> None:
    """Capture a link until interrupted; what came until then is in the file.

    Args:
        state: of the lab.
        link: name of the link.
        output: file; `-` is standard output; None: Wireshark, with MRC's dissector and the names of the topology, until
            its user closes it.
        frames: end after this many; None for no end.

    Raises:
        LabError: no such link, a file that cannot be written, or a capture that ended by itself.
    """
    links = {spelling: name for name in state.taps for spelling in spellings(name)}
    if link not in links:
        raise LabError(str(unknown("link", link, state.taps)))
    link = links[link]
    command = [
        *inside(state, state.process_id), sys.executable, "-m", "fabric.live.capture",
        state.taps[link], link, str(state.factor), str(state.origin_ns), str(frames or 0), "0",
    ]  # fmt: skip
    if output is None:
        _into_wireshark(command, state)
        return
    if str(output) == "-":
        if sys.stdout.isatty():
            raise LabError("a capture is not for a terminal; accepted: -o FILE.pcapng, or a pipe")
        _run(command, sys.stdout.buffer)
        return
    try:
        with output.open("wb") as stream:
            _run(command, stream)
    except OSError as error:
        raise LabError(f"{output}: {error.strerror}") from None


def _into_wireshark(command: list[str], state: Looked) -> None:
    """Let Wireshark show a capture as it comes. Raises LabError."""
    program = find_program("wireshark")
    if program is None:
        raise LabError(str(missing_programs("wireshark")))
    names = ["-o", f"mrc.names:{state.topology}"] if isinstance(state, State) else []
    shown = [program, "-k", "-i", "-", "-X", f"lua_script:{_DISSECTOR}", *names, "-o", _ZERO_CHECKSUMS]
    with subprocess.Popen(shown, stdin=subprocess.PIPE) as wireshark:
        assert wireshark.stdin is not None
        try:
            _run(command, wireshark.stdin)
        except LabError:
            if wireshark.poll() is None:  # or its user closed it, which ends the capture, too
                raise
        finally:
            with contextlib.suppress(BrokenPipeError):
                wireshark.stdin.close()


_ZERO_CHECKSUMS = "udp.ignore_ipv6_zero_checksum:TRUE"
"""MRC sends UDP checksum 0: the ICRC covers more."""


def _run(command: list[str], stream: IO[bytes]) -> None:
    # A session of its own: Ctrl-C is for us. It ends when its standard input does, so also when we are killed.
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stream, start_new_session=True, env=environment()
    ) as process:
        with until_interrupted():
            process.wait()
        assert process.stdin is not None
        process.stdin.close()
        status = process.wait()
    if status:
        raise LabError(f"the capture ended (exit status {status})")


# --- VPP in the place of a switch ------------------------------------------------------------------------------------


@click.command("stand-in")
@LAB
@click.argument("switch", shell_complete=switches)
def stand_in(*, where: LabDirectory, switch: str) -> None:
    """Let VPP forward in the place of SWITCH until Ctrl-C, by the same SIDs and routes; then SWITCH goes on."""
    from fabric.live.stand_in import check_programs, in_place_of  # noqa: PLC0415 - other commands have no device

    state = ask(where, Look(), Looked)
    if not isinstance(state, State) or state.cables == "unix":
        raise LabError("VPP needs the interfaces of an MRC fabric's switch; accepted: a lab with `--cables veth`")
    _must_forward(_switch(state, switch), state.dead.get(switch))
    check_programs()
    entered = inside(state, state.process_id)
    ask(where, Fail(words=["switch", switch]), Happened)
    try:
        with until_interrupted(), in_place_of(switch, TopologySource(file=state.topology), entered) as running:
            click.echo(f"{running.version} forwards in the place of {switch}; Ctrl-C ends it")
            running.process.wait()
    finally:
        ask(where, Heal(words=["switch", switch]), Happened)


# --- Traces ----------------------------------------------------------------------------------------------------------


_ANSWER_S = 10.0
_BUSY = re.compile(r"a trace is being written to (?P<file>[^;]+);")


def follow_trace(switch: SwitchState, supervisor: int) -> None:
    """Let a switch write a trace and show it, until interrupted.

    Raises:
        LabError: the switch cannot do that while it runs, or another user follows it, or the lab has ended.
    """
    if switch.control is None:
        raise LabError(
            f"{switch.name} writes a trace from its start or never (BMv2 writes it into its log); "
            f"end the lab and bring it up with `{to_type('up --trace')}`"
        )
    file = Path(switch.control).with_name("trace")
    # A session of its own: Ctrl-C is for us. It ends when we do, also when we are killed.
    command = ["tail", "-n", "+1", "-f", f"--pid={os.getpid()}", str(file)]
    with (
        _traced(switch, Path(switch.control), file),
        subprocess.Popen(command, start_new_session=True) as shown,
        until_interrupted(),
    ):
        try:
            _wait(shown.pid, supervisor)
            if shown.poll() is None:
                raise LabError("the lab has ended")
        finally:
            shown.terminate()


def _wait(*processes: int) -> None:
    with contextlib.ExitStack() as stack:
        watched = []
        for each in processes:
            try:
                watched.append(os.pidfd_open(each))
            except ProcessLookupError:
                return
            stack.callback(os.close, watched[-1])
        select.select(watched, [], [])


@contextlib.contextmanager
def _traced(switch: SwitchState, control: Path, file: Path) -> Iterator[None]:
    said = _ask(switch, control, f"trace_start {file}")
    if busy := _BUSY.search(said):
        raise LabError(
            f"{switch.name}: somebody else follows its trace ({busy['file']}); if he is gone, "
            f"`{to_type(f'trace {switch.name} --stop')}` ends it"
        )
    if said != "ok":
        raise LabError(f"{switch.name}: {said.removeprefix('error: ')}")
    there = True
    try:
        yield
    except LabError:
        there = False  # the lab has ended, and this switch with it
        raise
    finally:
        if there:
            stop_trace(switch)
        file.unlink(missing_ok=True)


def stop_trace(switch: SwitchState) -> None:
    """End the trace that a switch writes. Raises LabError: there is none."""
    if switch.control is None:
        raise LabError(f"{switch.name} has no trace that could be ended while it runs")
    said = _ask(switch, Path(switch.control), "trace_stop")
    if said != "ok":
        raise LabError(f"{switch.name}: {said.removeprefix('error: ')}")


def _ask(switch: SwitchState, control: Path, command: str) -> str:
    received = b""
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(_ANSWER_S)
            sock.connect(str(control))
            sock.sendall(f"{command}\n".encode())
            while not re.search(rb"^(ok|error: .*)\n\Z", received, re.MULTILINE):
                data = sock.recv(1 << 16)
                if not data:
                    raise LabError(f"{switch.name} ended while it was asked")
                received += data
    except TimeoutError:
        raise LabError(f"{switch.name} does not answer within {_ANSWER_S:.0f} s") from None
    except OSError as error:
        raise LabError(f"{switch.name}: {control}: {error.strerror}") from None
    return received.decode(errors="replace").splitlines()[-1]


# --- The commands ----------------------------------------------------------------------------------------------------


_READ_ONLY = "0,0"
"""An election id below that of `fabric.live.network`, which is there: no primary (P4Runtime, "Client Arbitration")."""
_MAY_WRITE = "1,1"
"""One above the fabric's own: primary until the shell ends."""
_NOT_FOUND = 127
"""The status with which a shell says that there is no such program (POSIX, 2.8.2)."""


@click.command("exec", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@LAB
@click.argument("node", shell_complete=networks)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def execute(*, where: LabDirectory, node: str, command: tuple[str, ...]) -> None:
    """Run COMMAND in the network of NODE, a NIC or a host; `fabric` is the network of all switches."""
    state = ask(where, Look(), Looked)
    if state.cables == "unix":
        raise LabError(
            "nothing in this lab has a network of its own: its cables are unix sockets; "
            "accepted: `exec` in a lab that was brought up with `--cables veth`"
        )
    processes = {"fabric": state.process_id, **state.networks}
    process = processes[_known("network", node, processes)]
    if node in state.dead and state.dead[node] != "does not answer":
        raise LabError(f"{node} is gone ({state.dead[node]}), and its network with it; its log: {state.logs[node]}")
    program = command[1:] if command[0] == "--" else command
    if missing := missing_programs(*program[:1]):  # told here: nsenter's and the shell's words name no package
        click.echo(f"error: {missing}", err=True)
        raise SystemExit(_NOT_FOUND)
    os.environ.pop("PYTHONSAFEPATH", None)  # `mrc` sets it for our programs, and this is the user's
    _become([*inside_node(state, node, process), *program])


@click.command()
@LAB
@click.argument("node", shell_complete=nodes)
@click.option("--follow", is_flag=True, help="Follow the log as it grows.")
def logs(*, where: LabDirectory, node: str, follow: bool) -> None:
    """Show what the process of NODE said: a switch, a NIC, a host, or `keeper`."""
    found = ask(where, Look(), Looked).logs
    _become(_tail(found[_known("node", node, found)], follow=follow))


@click.command()
@LAB
@click.argument("switch", shell_complete=switches)
@click.option("--follow", is_flag=True, help="Follow the trace as it grows (`up --trace`).")
@click.option("--stop", is_flag=True, help="End a trace that was left on, and show nothing.")
def trace(*, where: LabDirectory, switch: str, follow: bool, stop: bool) -> None:
    """Show what SWITCH does with each packet, and why: from now until Ctrl-C, or all since `up --trace`."""
    state = ask(where, Look(), Looked)
    found = _switch(state, switch)
    if found.trace is not None:
        _become(_tail(found.trace, follow=follow))
    _must_forward(found, state.dead.get(switch))
    if stop:
        stop_trace(found)
    else:
        follow_trace(found, state.process_id)


@click.command()
@LAB
@click.argument("switch", shell_complete=switches)
@click.option("--write", "writes", is_flag=True, help="May write: nobody puts right afterwards what you break.")
def shell(*, where: LabDirectory, switch: str, writes: bool) -> None:
    """Open p4runtime-shell at SWITCH: tables, counters, registers; read-only at switches of an MRC fabric."""
    state = ask(where, Look(), Looked)
    found = _switch(state, switch)
    _must_forward(found, state.dead.get(switch))
    options = ["--grpc-addr", found.grpc_address, "--device-id", str(found.device_id)]
    if isinstance(state, State):  # switches of a custom network have no idle primary
        options += ["--election-id", _MAY_WRITE if writes else _READ_ONLY]
    _become([*inside(state, state.process_id), sys.executable, "-m", "p4soft.p4runtime_client.shell", *options])


@click.command()
@LAB
@click.option("--folder", required=True, type=click.Path(file_okay=False, path_type=Path), help="A new folder.")
def read(*, where: LabDirectory, folder: Path) -> None:
    """Read the tables of all switches into a folder, which `python -m topologies prove --tables` judges.

    Beside it, in FOLDER.yaml, is the topology as the switches know it: its links are slowed down as the lab is.
    """
    state = ask(where, Look(), Looked)
    if not isinstance(state, State):
        raise LabError("a network of your own has no plan to compare with; accepted: a lab of an MRC fabric")
    for each in state.switches:
        _must_forward(each, state.dead.get(each.name))
    entered = inside(state, state.process_id)
    folder = folder.absolute()
    slow = write_text(folder.with_name(f"{folder.name}.yaml"), _slowed(Path(state.topology), Scale(state.factor)))
    program = where.folder / "program" / PROGRAM.stem  # as the target compiled it
    _become([
        *entered, sys.executable, "-m", "controller", "read", str(slow), "--folder", str(folder),
        *("--p4info", f"{program}.p4info.txtpb", "--json", f"{program}.json"),
        *(word for each in state.switches for word in ("--switch", f"{each.name}={each.grpc_address}")),
    ])  # fmt: skip


def _slowed(topology: Path, scale: Scale) -> str:
    """The file of a topology, with the links that its switches have at a scale."""
    import yaml  # noqa: PLC0415 - other commands read no file

    from common import documents  # noqa: PLC0415 - the same

    links = scale.slowed(topologies.load(topology)).spec.links
    slow: dict[str, object] = {
        role: {"rate": f"{kind.rate} b/s", "delay": f"{kind.delay} ns"}
        for role, kind in (("host", links.host), ("fabric", links.fabric))
    }
    slow["rates"] = {name: f"{rate} b/s" for name, rate in links.rates.items()}
    head = f"# SPDX-License-Identifier: Apache-2.0\n# {topology}, {scale.factor:,} times as slow.\n"
    return head + yaml.safe_dump({**documents.read(topology).data, "links": slow}, sort_keys=False)


@click.command()
@LAB
@click.argument("link", shell_complete=links)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="FILE.pcapng, or - for standard output.",
)  # fmt: skip
@click.option("--wireshark", is_flag=True, help="Show it in Wireshark, with MRC's dissector and the fabric's names.")
@click.option("--frames", type=click.IntRange(1), metavar="N", help="End after N frames.")
def capture(*, where: LabDirectory, link: str, output: Path | None, wireshark: bool, frames: int | None) -> None:
    """Capture LINK (`nic0:0--p0-t0-0:0`, `nic0--p0-t0-0`, `h1-s1`), both ways, until Ctrl-C; in the time of the lab."""
    if wireshark == (output is not None):
        raise click.UsageError("where to? accepted: one of -o FILE and --wireshark")
    capture_link(ask(where, Look(), Looked), link, output, frames)


def _must_forward(switch: SwitchState, dead: str | None) -> None:
    if not switch.forwards:
        raise LabError(f"{switch.name} does not answer: it is {dead or 'stopped'}")


def _switch(state: Looked, name: str) -> SwitchState:
    switches = {each.name: each for each in state.switches}
    return switches[_known("switch", name, switches)]


def _known(kind: str, name: str, names: Iterable[str]) -> str:
    found = list(names)
    if name in found:
        return name
    raise LabError(str(unknown(kind, name, found)))


def _tail(file: str, *, follow: bool) -> list[str]:
    return ["tail", "-n", "+1", *(["-F"] if follow else []), file]


def _become(command: Sequence[str]) -> None:
    """Let this process be that command: signals, exit status and terminal are its own. Raises LabError."""
    program = find_program(command[0])
    if program is None:
        raise LabError(str(missing_programs(command[0])))
    sys.stdout.flush()
    os.execve(program, list(command), environment())


# --- Writing ---------------------------------------------------------------------------------------------------------


_CHUNK = 1 << 20


def random_file(file: Path, size: str, largest: int = LARGEST_BYTES) -> Path:
    """Fill a file with bytes that depend on how many they are.

    Raises:
        LabError: `size` is no size, or out of range.
        OSError: the file cannot be written.
    """
    try:
        wanted = parse_size(size)
    except ValueError as problem:
        raise LabError(f"--bytes: {problem}") from None
    if not 1 <= wanted <= largest:
        raise LabError(f"--bytes: {wanted:,} is out of range; accepted: 1..{largest:,}")
    drawn = random.Random(wanted)
    with file.open("wb") as stream:
        for begin in range(0, wanted, _CHUNK):
            stream.write(drawn.randbytes(min(_CHUNK, wanted - begin)))
    return file


_POLL_S = 0.2


@click.command()
@LAB
@click.argument("source", shell_complete=nics)
@click.argument("destination", shell_complete=nics)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--bytes", "size", help="Write random bytes, such as 4MiB, in place of a file.")
@click.option("--wait/--no-wait", default=True, help="Wait until it is complete, and compare what arrived.")
def write(
    *, where: LabDirectory, source: str, destination: str, file: Path | None, size: str | None, wait: bool
) -> None:
    """Write FILE (or --bytes) from NIC SOURCE to NIC DESTINATION; exit status 0 when every byte arrived."""
    if (file is None) == (size is None):
        raise click.UsageError("give FILE or --bytes, one of them")
    try:
        with tempfile.TemporaryDirectory(prefix="mrc-write-") as folder:
            sent = file if file is not None else random_file(Path(folder) / "noise", size or "")
            request = PostWrite(source=source, destination=destination, file=str(sent.absolute()))
            index = ask(where, request, Posted).index
            try:
                click.echo(f"write {index}: {source} to {destination}, {sent.stat().st_size:,} bytes")
                if wait:
                    _wait_complete(where, index)
            except InterruptedCommandError:
                click.echo(f"write {index} goes on; `{to_type('status', where.name)}` shows it", err=True)
                raise
            if wait:
                _compare(where, index, sent, Path(folder) / "received")
    except OSError as problem:
        raise LabError(f"{problem.filename or tempfile.gettempdir()}: {problem.strerror}") from None


def _wait_complete(where: LabDirectory, index: int) -> None:
    from rich.console import Console  # noqa: PLC0415 - most commands draw nothing
    from rich.progress import BarColumn, Progress, TextColumn, TransferSpeedColumn  # noqa: PLC0415 - the same

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TransferSpeedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"write {index}", total=None)
        while True:
            state = ask(where, Look(), State).writes[index]
            progress.update(task, total=state.size, completed=state.placed)
            if state.failure is not None:
                raise LabError(f"write {index}: {state.failure}")
            if state.completed_ns is not None:
                return
            time.sleep(_POLL_S)


def _compare(where: LabDirectory, index: int, sent: Path, received: Path) -> None:
    ask(where, Fetch(index=index, file=str(received)), Done)
    if not filecmp.cmp(received, sent, shallow=False):
        raise LabError(f"write {index}: complete, but not what was sent")
    click.echo("every byte arrived")

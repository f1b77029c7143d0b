# SPDX-License-Identifier: Apache-2.0
"""Start, watch and stop one switch process, so that nothing is left behind whatever happens; find programs to start."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import overload

from p4soft.targets import TargetError

_STOP_GRACE_S = 5.0
_LOG_TAIL_LINES = 12
_ADMINISTRATORS = ("/usr/local/sbin", "/usr/sbin", "/sbin")
_PACKAGES = {
    **dict.fromkeys(("bridge", "ip", "ss", "tc"), "iproute2"),
    **dict.fromkeys(("mount", "umount"), "mount"),
    **dict.fromkeys(("lsns", "nsenter", "setpriv", "unshare"), "util-linux"),
    **dict.fromkeys(("pgrep", "pkill", "ps", "sysctl", "watch"), "procps"),
    **dict.fromkeys(("ifconfig", "netstat", "route"), "net-tools"),
    "arping": "iputils-arping", "curl": "curl", "ethtool": "ethtool", "hping3": "hping3", "iperf": "iperf",
    "iperf3": "iperf3", "mtr": "mtr-tiny", "nc": "netcat-openbsd", "nft": "nftables", "ping": "iputils-ping",
    "socat": "socat", "tcpdump": "tcpdump", "tcpreplay": "tcpreplay", "traceroute": "traceroute",
    "tracepath": "iputils-tracepath", "tshark": "tshark", "wireshark": "wireshark",
}  # fmt: skip
"""Debian's package, and Ubuntu's, of what live labs need, and of what people run in their hosts."""
_CHANNEL_OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.min_reconnect_backoff_ms", 20),
    ("grpc.max_reconnect_backoff_ms", 100),
    ("grpc.enable_http_proxy", 0),
)


class SwitchProcess:
    """A switch process in its own session.

    The process (or its supervisor) must exit when its standard input closes: that is how it dies with its parent, even
    when the parent is killed.
    """

    def __init__(self, command: Sequence[str], log: Path) -> None:
        """Start `command`; standard error is appended to `log`, standard output is a pipe.

        Raises:
            TargetError: the program cannot be started.
        """
        self.log = log
        self.command = tuple(command)
        try:
            with log.open("ab") as stream:
                self._process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=stream,
                    start_new_session=True,
                    env=environment(),
                )
        except OSError as error:
            raise TargetError(f"cannot start {command[0]}: {error.strerror}: {error.filename}") from None
        self.process_id = self._process.pid

    def read_line(self, deadline: float) -> str:
        """The first line of standard output.

        Raises:
            TargetError: the process exited, or `deadline` (of `time.monotonic()`) passed.
        """
        pipe = self._process.stdout
        assert pipe is not None
        os.set_blocking(pipe.fileno(), False)
        poller = select.poll()
        poller.register(pipe.fileno(), select.POLLIN | select.POLLHUP)
        received = b""
        while b"\n" not in received:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise TargetError(f"{self._name()} did not say that it is ready in time{self._log_tail()}")
            if poller.poll(remaining * 1000):
                chunk = os.read(pipe.fileno(), 4096)
                if not chunk:
                    self.raise_if_exited(wait_s=_STOP_GRACE_S)
                    raise TargetError(f"{self._name()} closed its standard output{self._log_tail()}")
                received += chunk
        return received.split(b"\n", 1)[0].decode(errors="replace")

    def raise_if_exited(self, wait_s: float = 0.0) -> None:
        """Raise TargetError with the end of the log if the process is gone (within `wait_s` seconds)."""
        try:
            status = self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            return
        raise TargetError(f"{self._name()} stopped ({exit_of(status)}){self._log_tail()}")

    def wait_for_p4runtime(self, address: str, deadline: float) -> None:
        """Wait until the switch answers a Capabilities request at `address`.

        Raises:
            TargetError: the process exited, or `deadline` (of `time.monotonic()`) passed.
        """
        if not answers_p4runtime(address, deadline, self.raise_if_exited):
            raise TargetError(f"{self._name()} does not answer P4Runtime at {address}{self._log_tail()}")

    def stop(self) -> None:
        """Ask the process to exit, then make it. Idempotent; afterwards nothing of its session is alive."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            self._process.wait(_STOP_GRACE_S)
        except subprocess.TimeoutExpired:
            self._signal_group(signal.SIGTERM)
            try:
                self._process.wait(_STOP_GRACE_S)
            except subprocess.TimeoutExpired:
                self._signal_group(signal.SIGKILL)
                self._process.wait()
        # The leader is gone; whatever it left in its group goes too.
        self._signal_group(signal.SIGKILL)

    def _signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process_id, number)

    def _name(self) -> str:
        return " ".join(self.command[:3]) if self.command[0] == sys.executable else self.command[0]

    def _log_tail(self) -> str:
        try:
            lines = self.log.read_text(errors="replace").splitlines()
        except OSError as error:
            return f"; its log {self.log} cannot be read: {error.strerror}"
        if not lines:
            return f"; its log {self.log} is empty"
        return f"; the end of its log {self.log}:\n" + "\n".join(f"  {line}" for line in lines[-_LOG_TAIL_LINES:])


def answers_p4runtime(address: str, deadline: float, check: Callable[[], None]) -> bool:
    """Whether a switch answers a Capabilities request by `deadline`; `check` raises if its process has ended."""
    import grpc  # noqa: PLC0415 (most who import this module wait for no switch, and this takes longer than they do)

    from p4soft.messages import messages_alone, p4runtime_pb2  # noqa: PLC0415 (the same)

    with messages_alone():
        from finsy.proto.p4.v1 import p4runtime_pb2_grpc  # noqa: PLC0415 (it imports gRPC)

    with grpc.insecure_channel(address, options=_CHANNEL_OPTIONS) as channel:
        stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
        while True:
            check()
            try:
                stub.Capabilities(p4runtime_pb2.CapabilitiesRequest(), timeout=0.25, wait_for_ready=True)
                return True
            except grpc.RpcError as error:
                if error.code() not in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE):
                    return True  # Any other answer comes from a P4Runtime server that is up.
            if time.monotonic() >= deadline:
                return False


@overload
def exit_of(status: int) -> str: ...
@overload
def exit_of(status: int | None) -> str | None: ...
def exit_of(status: int | None) -> str | None:
    """How a process ended, for people, from what `subprocess` says: `signal 9`, `exit status 1`; None while it runs."""
    if status is None:
        return None
    return f"signal {-status}" if status < 0 else f"exit status {status}"


def environment() -> dict[str, str]:
    """This process's, in which `python -m` finds the modules that it finds, and the system administrators' programs.

    An ordinary user of Debian has no `sbin` on the PATH, and `ip` and `tc` lie there.
    """
    installed = (sys.prefix, sys.base_prefix)
    own = [str(Path(place).absolute()) for place in sys.path if not place.startswith(installed)]
    path = os.pathsep.join(dict.fromkeys([*own, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]))
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    folders += [folder for folder in _ADMINISTRATORS if folder not in folders]
    return {**os.environ, "PATH": os.pathsep.join(folders), "PYTHONPATH": path}


def find_program(name: str) -> str | None:
    """The path of a program, as `environment` has its processes find it; None where there is none."""
    return shutil.which(name, path=environment()["PATH"])


def reference_program(name: str) -> str | None:
    """The path of a program of p4c or BMv2; None where there is none, or only p4soft's command of that name."""
    found = shutil.which(name)
    if found is None:
        return None
    try:
        with Path(found).open("rb") as stream:
            return None if b"p4soft.drop_in" in stream.read(4096) else found
    except OSError:  # executable, and not to be read: none that pip wrote
        return found


def missing_programs(*names: str) -> str | None:
    """Which of these programs this machine lacks, and how to get them; None when all are there."""
    missing = [name for name in names if find_program(name) is None]
    if not missing:
        return None
    said = f"not on the PATH: {', '.join(map(shlex.quote, missing))}"
    packages = list(dict.fromkeys(_PACKAGES[name] for name in missing if name in _PACKAGES))
    return said + (f"; on Debian and Ubuntu: `apt-get install {' '.join(packages)}`" if packages else "")


def free_ports(count: int) -> list[int]:
    """Distinct TCP ports that nobody listens on, on any address (BMv2's Thrift server cannot be told one)."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for sock in sockets:
            sock.bind(("", 0))
        return [sock.getsockname()[1] for sock in sockets]

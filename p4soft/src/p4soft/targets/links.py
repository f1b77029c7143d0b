# SPDX-License-Identifier: Apache-2.0
"""Network interfaces for switch ports: veth pairs by iproute2, and the tester's end of any port.

The kernel sends nothing on them by itself. simple_switch_grpc does not notice when the process that started it is
gone. This module as a small process does, even when that parent was killed, and so leaves neither switch nor veth
behind:

    python -m p4soft.targets.links LINK[,LINK...] COMMAND [ARGUMENT...]

runs a command until it ends or standard input closes, then removes its interfaces.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

from msgspec import Struct

from p4soft.packet_socket import MAX_FRAME, is_up, open_interface, receive_frame
from p4soft.targets import TargetError
from p4soft.targets.process import environment, missing_programs

# --- iproute2 --------------------------------------------------------------------------------------------------------


MTU = 9500
"""Room for jumbo frames with encapsulations; the value p4lang's own set-up scripts use."""

_UP_S = 10.0
_IPV6_SETTINGS = Path("/proc/sys/net/ipv6/conf")


class BatchError(TargetError):
    """A program of iproute2 refused a line of a batch.

    Attributes:
        program: `ip` or `tc`.
        line: the refused one; "" when the program did not say which.
        said: what it said, in one line.
    """

    def __init__(self, program: str, line: str, said: str) -> None:
        self.program, self.line, self.said = program, line, said
        super().__init__(f"{program} ({line}): {said}" if line else f"{program}: {said}")


def batch(program: str, lines: Iterable[str], *, within: Sequence[str] = ()) -> None:
    """Run lines of `ip -batch` or `tc -batch`, if there are any.

    Args:
        program: `ip` or `tc`.
        lines: of the batch.
        within: what to put before the command, so that it runs in another network.

    Raises:
        BatchError: a line was refused.
        TargetError: the program is missing.
    """
    text = "".join(f"{line}\n" for line in lines)
    if not text:
        return
    if missing := missing_programs(program, *within[:1]):
        raise TargetError(missing)
    command = [*within, program, "-batch", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=environment())
    if result.returncode:
        said = result.stderr.strip() or f"exit status {result.returncode}"
        refused = re.search(r"Command failed -:(\d+)", said)
        raise BatchError(program, text.splitlines()[int(refused[1]) - 1] if refused else "", said.splitlines()[0])


def await_up(interfaces: Iterable[str]) -> None:
    """Wait until the kernel has noticed that interfaces of this network namespace are up and have a carrier.

    For up to a second, and longer on a busy machine, it drops what they send until then.

    Raises:
        TargetError: one is not up after ten seconds.
    """
    deadline = time.monotonic() + _UP_S
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for interface in interfaces:
            while not is_up(sock, interface):
                if time.monotonic() > deadline:
                    raise TargetError(f"interface {interface}: not up {_UP_S:g} s after it was set up")
                time.sleep(0.002)


def disable_ipv6(interface: str) -> None:
    """No router or neighbour discovery, no MLD: IPv6 of the host's stack off. Raises TargetError."""
    setting = _IPV6_SETTINGS / interface / "disable_ipv6"
    if _IPV6_SETTINGS.is_dir():  # a kernel without IPv6 is silent anyway
        try:
            setting.write_text("1")
        except OSError as error:
            raise TargetError(f"interface {interface}: cannot disable IPv6 ({setting}): {error.strerror}") from None


# --- veth pairs ------------------------------------------------------------------------------------------------------


class VethPair(Struct, frozen=True):
    """Interface names of one port; at most 15 characters each (IFNAMSIZ)."""

    port: int
    switch_end: str
    tester_end: str


def create_pairs(ports: Sequence[int]) -> list[VethPair]:
    """Create one veth pair for each port: both ends up, MTU 9500, IPv6 off (no router or neighbour discovery, no MLD).

    Raises:
        TargetError: `ip` failed; whatever was created is removed again.
    """
    tag = secrets.token_hex(3)
    pairs = [VethPair(port, f"sw{tag}s{port}", f"sw{tag}t{port}") for port in ports]
    try:
        _ip(f"link add {pair.switch_end} mtu {MTU} type veth peer name {pair.tester_end} mtu {MTU}" for pair in pairs)
        for pair in pairs:
            for name in (pair.switch_end, pair.tester_end):
                disable_ipv6(name)
        names = [name for pair in pairs for name in (pair.switch_end, pair.tester_end)]
        _ip(f"link set {name} up" for name in names)
        await_up(names)
    except BaseException:
        delete_links(pair.switch_end for pair in pairs)
        raise
    return pairs


def delete_links(names: Iterable[str]) -> None:
    """Delete interfaces; a veth's peer goes with it. Names that do not exist are skipped."""
    for name in names:
        # Exit status 1 here means that it is already gone, which is what is wanted.
        with contextlib.suppress(OSError):
            subprocess.run(["ip", "link", "delete", name], capture_output=True, check=False, env=environment())


def _ip(lines: Iterable[str]) -> None:
    try:
        batch("ip", lines)
    except BatchError as error:
        which = f" ({error.line})" if error.line else ""
        raise TargetError(f"cannot set up veth interfaces: ip: {error.said}{which}") from None


# --- The process that cleans up --------------------------------------------------------------------------------------


_GRACE_S = 3.0


def main(arguments: list[str]) -> int:
    """Supervise; returns the command's exit status, or 0 when it was stopped on request."""
    links = [name for name in arguments[0].split(",") if name]
    # A pidfd makes "the child ended" something that poll() can wait for together with standard input.
    try:
        with subprocess.Popen(arguments[1:], stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno()) as child:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                if signal.getsignal(number) is not signal.SIG_IGN:  # a shell's background job, nohup
                    signal.signal(number, lambda *_: child.terminate())
            ended = os.pidfd_open(child.pid)
            poller = select.poll()
            poller.register(ended, select.POLLIN)
            poller.register(sys.stdin.fileno(), select.POLLIN | select.POLLHUP)
            ready = {descriptor for descriptor, _ in poller.poll()}
            os.close(ended)
            if sys.stdin.fileno() not in ready:
                return child.wait()
            _end(child)
            return 0
    except OSError as error:
        print(f"error: cannot start {arguments[1]}: {error.strerror}", file=sys.stderr)
        return 1
    finally:
        delete_links(links)


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        child.wait()


# --- The tester's end of a port --------------------------------------------------------------------------------------


UNIX_PREFIX = "unix:"
_RECEIVE_BUFFER = 8 << 20
_SEND_TIMEOUT_S = 10.0


class AttachError(Exception):
    """The attachment cannot be opened or went away; the message is complete and meant for people."""


class FrameTooLongError(AttachError):
    """The interface takes no frame of this length; shorter ones it does."""


class PortSocket:
    """A tester attached to one switch port. Not thread-safe; one thread per direction is fine."""

    def __init__(self, spec: str, sock: socket.socket, *, is_interface: bool) -> None:
        self.spec = spec
        self._sock = sock
        self._is_interface = is_interface

    def fileno(self) -> int:
        """File descriptor, for `select` and friends."""
        return self._sock.fileno()

    def send(self, frame: bytes) -> None:
        """Send one frame into the switch.

        Raises:
            ValueError: an empty frame, or one over 65,535 bytes.
            FrameTooLongError: more than the interface's MTU.
            AttachError: the switch, or the interface, is gone.
        """
        if not 1 <= len(frame) <= MAX_FRAME:
            raise ValueError(f"{self.spec}: a frame of {len(frame)} bytes; accepted: 1..{MAX_FRAME}")
        while True:
            try:
                self._sock.send(frame)
                return
            except BlockingIOError:
                # The switch is busy: wait for room, as a cable with flow control would.
                if not self._wait(select.POLLOUT, _SEND_TIMEOUT_S):
                    raise AttachError(f"{self.spec}: the switch took no frame for {_SEND_TIMEOUT_S:.0f} s") from None
            except OSError as error:
                kind = FrameTooLongError if error.errno == errno.EMSGSIZE else AttachError
                raise kind(f"{self.spec}: cannot send {len(frame)} bytes: {error.strerror}") from None

    def recv(self, deadline: float) -> bytes | None:
        """The next frame from the switch, or None when `deadline` (of `time.monotonic()`) passes first.

        A deadline in the past still returns a frame that is already waiting.

        Raises:
            AttachError: the switch closed the port, or the interface is gone.
        """
        while True:
            try:
                frame = receive_frame(self._sock) if self._is_interface else self._sock.recv(MAX_FRAME)
            except BlockingIOError:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return None
                self._wait(select.POLLIN, remaining)
                continue
            except OSError as error:
                raise AttachError(f"{self.spec}: cannot receive: {error.strerror}") from None
            if frame is None:
                continue
            if not frame:
                raise AttachError(f"{self.spec}: the switch closed the port")
            return frame

    def _wait(self, event: int, seconds: float) -> bool:
        poller = select.poll()
        poller.register(self._sock, event)
        return bool(poller.poll(seconds * 1000))

    def close(self) -> None:
        """Let the port go, for the next tester; idempotent."""
        self._sock.close()

    def __enter__(self) -> PortSocket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_attachment(spec: str) -> PortSocket:
    """Attach to a switch port.

    Args:
        spec: `unix:/path` (a SOCK_SEQPACKET listener of the software switch, one frame per message) or the name of
            a network interface (the tester's end of a veth pair; needs CAP_NET_RAW).

    Raises:
        AttachError: no such path or interface, nobody listening, or no permission.
    """
    if spec.startswith(UNIX_PREFIX):
        path = spec.removeprefix(UNIX_PREFIX)
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            sock.connect(path)
        except OSError as error:
            sock.close()
            raise AttachError(f"{spec}: cannot attach: {error.strerror or error}; is the switch running?") from None
        sock.setblocking(False)
        return PortSocket(spec, sock, is_interface=False)
    try:
        sock = open_interface(spec)
    except OSError as error:
        raise AttachError(str(error.strerror or error)) from None
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
    return PortSocket(spec, sock, is_interface=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

# SPDX-License-Identifier: Apache-2.0
"""The control socket: what simple_switch_CLI does over Thrift to ports and queues, and traces, as lines of text.

One command per line; the answer is any number of lines, the last of which is `ok` or `error: <why>`.
"""

from __future__ import annotations

import contextlib
import selectors
import shlex
import socket
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

from msgspec import Struct

from p4soft.switch import SimpleSwitch
from p4soft.switch.ports import PortError
from p4soft.switch.ports.unix import Listener
from p4soft.switch.trace import JsonTracer, TextTracer, Tracer, with_tracer, without_tracer

if TYPE_CHECKING:
    from p4soft.switch.ports.loop import PortLoop

# --- A trace that begins and ends while the switch runs --------------------------------------------------------------


JSON_SUFFIX = ".jsonl"


class LiveTrace:
    """At most one at a time. Every call under the switch's lock."""

    def __init__(self, switch: SimpleSwitch) -> None:
        self._switch = switch
        self._tracer: Tracer | None = None
        self._out: TextIO | None = None

    def start(self, path: Path) -> None:
        """Write what happens to each packet to a file, which begins empty: JSON lines if it ends in `.jsonl`, or text.

        Raises:
            PortError: there is a trace already, or the file cannot be written.
        """
        if self._out is not None:
            raise PortError(f"a trace is being written to {self._out.name}; end it with trace_stop")
        try:
            self._out = path.open("w", buffering=1, encoding="utf-8")
        except OSError as error:
            raise PortError(f"{path}: cannot write: {error.strerror}") from None
        self._tracer = JsonTracer(self._out) if path.suffix == JSON_SUFFIX else TextTracer(self._out)
        self._switch.tracer = with_tracer(self._switch.tracer, self._tracer)

    def stop(self) -> None:
        """End the trace: the switch runs as before. Raises PortError when there is none."""
        if self._out is None or self._tracer is None:
            raise PortError("no trace is being written; begin one with trace_start")
        self._switch.tracer = without_tracer(self._switch.tracer, self._tracer)
        self._out.close()
        self._out = self._tracer = None


# --- Commands --------------------------------------------------------------------------------------------------------


_MAX_LINE = 4096
_CLIENT_TIMEOUT_S = 1.0
_MAX_CLIENTS = 32


class Service(Protocol):
    @property
    def counts(self) -> Counter[str]:
        """Clients that were refused, cut off or missed something, by reason."""


class _Command(Struct, frozen=True):
    usage: str
    words: range
    """How many arguments it takes."""
    run: Callable[[list[str]], Sequence[str]]


class Commands:
    """Executes command lines. Every call on the event loop's thread, under the switch's lock."""

    def __init__(self, ports: PortLoop, services: Mapping[str, Service]) -> None:
        self._ports = ports
        self._services = services
        self._switch = ports.switch
        self._trace = LiveTrace(ports.switch)
        self._table = {
            "help": _Command("", range(1), self._help),
            "port_add": _Command("<interface or unix:/path> <port>", range(2, 3), self._port_add),
            "port_remove": _Command("<port>", range(1, 2), self._port_remove),
            "port_up": _Command("<port>", range(1, 2), lambda words: self._port_state(words, up=True)),
            "port_down": _Command("<port>", range(1, 2), lambda words: self._port_state(words, up=False)),
            "show_ports": _Command("", range(1), self._show_ports),
            "set_queue_depth": _Command("<packets> [<port> [<priority>]]", range(1, 4), self._queue_depth),
            "set_queue_rate": _Command("<packets/s> [<port> [<priority>]]", range(1, 4), self._queue_rate),
            "show_engine": _Command("", range(1), self._show_engine),
            "show_drops": _Command("", range(1), self._show_drops),
            "trace_start": _Command("<file>", range(1, 2), self._trace_start),
            "trace_stop": _Command("", range(1), self._trace_stop),
            "show_clients": _Command("", range(1), self._show_clients),
            "get_time_elapsed": _Command("", range(1), lambda _: [str(self._ports.now_us())]),
        }

    def execute(self, line: str) -> list[str]:
        try:
            name, *words = shlex.split(line)
        except ValueError as error:
            return [f"error: {error}"]
        command = self._table.get(name)
        if command is None:
            return [f"error: command {name!r} is unknown; accepted: {', '.join(self._table)}"]
        if len(words) not in command.words:
            return [f"error: accepted: {name} {command.usage}".rstrip()]
        try:
            return [*command.run(words), "ok"]
        except (PortError, ValueError) as error:
            return [f"error: {error}"]

    def _help(self, _words: list[str]) -> list[str]:
        return [f"{name} {command.usage}".rstrip() for name, command in self._table.items()]

    def _port_add(self, words: list[str]) -> list[str]:
        self._ports.add_port(_number("port", words[1], 511), words[0])
        return []

    def _port_remove(self, words: list[str]) -> list[str]:
        self._ports.remove_port(_number("port", words[0], 511))
        return []

    def _port_state(self, words: list[str], *, up: bool) -> list[str]:
        self._switch.set_port_up(_number("port", words[0], 511), up)
        return []

    def _show_ports(self, _words: list[str]) -> list[str]:
        states = self._switch.ports
        return [f"{number} {'up' if states.is_up(number) else 'down'}" for number in self._ports.port_numbers()]

    def _queue_depth(self, words: list[str]) -> list[str]:
        self._switch.set_queue_depth(_number("packets", words[0]), *_queue(words))
        return []

    def _queue_rate(self, words: list[str]) -> list[str]:
        self._switch.set_queue_rate(_number("packets/s", words[0]), *_queue(words))
        return []

    def _show_drops(self, _words: list[str]) -> list[str]:
        drops = [*sorted(self._switch.drops.items()), *sorted(self._ports.losses().items())]
        return [f"{count} {reason}" for reason, count in drops]

    def _show_engine(self, _words: list[str]) -> list[str]:
        switch = self._switch
        if switch.waits_for_machine_code:
            return ["python until its machine code is made"]
        return [switch.engine if switch.engine_reason is None else f"{switch.engine}: {switch.engine_reason}"]

    def _trace_start(self, words: list[str]) -> list[str]:
        self._trace.start(Path(words[0]))
        return []

    def _trace_stop(self, _words: list[str]) -> list[str]:
        self._trace.stop()
        return []

    def _show_clients(self, _words: list[str]) -> list[str]:
        services = sorted(self._services.items())
        return [f"{n} {name}: {reason}" for name, service in services for reason, n in sorted(service.counts.items())]


class ControlSocket:
    """A Unix stream socket that takes command lines. Every method runs on the event loop's thread."""

    def __init__(
        self, path: Path, ports: PortLoop, selector: selectors.BaseSelector, services: Mapping[str, Service]
    ) -> None:
        """Listen at `path`. Raises PortError.

        `services` are those that clients may overload, by name, looked up for each request.
        """
        self._commands = Commands(ports, services)
        self._switch = ports.switch
        self._selector = selector
        self._clients: dict[socket.socket, bytearray] = {}
        self._listener = Listener(f"--control {path}", path, socket.SOCK_STREAM)
        selector.register(self._listener.socket, selectors.EVENT_READ, self._accept)

    def close(self) -> None:
        """Close everything, the socket file included. Idempotent."""
        for client in list(self._clients):
            self._drop(client)
        if self._listener.socket.fileno() >= 0:
            self._selector.unregister(self._listener.socket)
            self._listener.close()

    def _accept(self, _events: int) -> None:
        client = self._listener.accept()
        if client is None:
            return
        if len(self._clients) >= _MAX_CLIENTS:
            self._drop(next(iter(self._clients)))  # the one longest here
        # An answer is short; a client that does not read it is cut off rather than waited for.
        client.settimeout(_CLIENT_TIMEOUT_S)
        self._clients[client] = bytearray()
        self._selector.register(client, selectors.EVENT_READ, lambda _: self._readable(client))

    def _readable(self, client: socket.socket) -> None:
        try:
            data = client.recv(_MAX_LINE)
        except OSError:
            data = b""
        buffer = self._clients[client]
        buffer += data
        if not data:
            self._drop(client)
            return
        while (end := buffer.find(b"\n")) >= 0:
            line = buffer[:end].decode(errors="replace").strip()
            del buffer[: end + 1]
            if not line:
                continue
            with self._switch.lock:
                answer = self._commands.execute(line)
            try:
                client.sendall("".join(f"{text}\n" for text in answer).encode())
            except OSError:
                self._drop(client)
                return
        if len(buffer) > _MAX_LINE:  # of one line: any number of whole ones may come at once
            self._drop(client)

    def _drop(self, client: socket.socket) -> None:
        del self._clients[client]
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(client)
        client.close()


def _number(what: str, text: str, limit: int = 2**63 - 1) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > limit:
        raise ValueError(f"{what} {text!r}; accepted: 0..{limit}")
    return int(text)


def _queue(words: list[str]) -> list[int]:
    """The optional port and priority."""
    return [_number(what, text, 511) for what, text in zip(("port", "priority"), words[1:], strict=False)]

# SPDX-License-Identifier: Apache-2.0
"""The server: one thread per client, on loopback only, with a limit for everything that a client can make grow."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from p4soft.switch import SimpleSwitch
from p4soft.switch.notifications import Publisher
from p4soft.switch.thrift.arrays import Arrays, ValueSetsAndHashes
from p4soft.switch.thrift.device import Device, Learning, Mirroring, Programs, Queues, Replication, Time
from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard
from p4soft.switch.thrift.protocol import Allowance, Dispatcher, FramingError, MessageReader, RefusalError, Service
from p4soft.switch.thrift.tables import Profiles, Tables
from p4soft.switch.thrift.values import Context

if TYPE_CHECKING:
    from p4soft.switch.ports.loop import PortDirectory

# --- Clients: one that has never called makes room for one that may --------------------------------------------------


MAX_CLIENTS = 64


class Clients:
    """The connections of one server.

    Attributes:
        counts: what became of clients that were not served to the end, by reason.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        # In the order in which they came, with whether they have called.
        self._connected: dict[socket.socket, bool] = {}
        self._stopping = False

    def admit(self, client: socket.socket) -> bool:
        """Whether there is a place for `client`; the one longest here without a call loses its own if need be."""
        with self._lock:
            if self._stopping:
                return False
            if len(self._connected) >= MAX_CLIENTS:
                silent = next((each for each, called in self._connected.items() if not called), None)
                if silent is None:
                    self.counts["refused: too many clients"] += 1
                    return False
                self.counts["closed for another client, without ever a call"] += 1
                del self._connected[silent]
                _shut(silent)
            self._connected[client] = False
            return True

    def has_called(self, client: socket.socket) -> None:
        with self._lock:
            if client in self._connected:
                self._connected[client] = True

    def failed(self, client: socket.socket, reason: str) -> None:
        """`client` cannot be served any longer; one that has lost its place already is counted."""
        with self._lock:
            if client in self._connected and not self._stopping:
                self.counts[reason] += 1

    def close(self, client: socket.socket) -> None:
        with self._lock:
            self._connected.pop(client, None)
            client.close()  # under the lock: `admit` must not shut a descriptor that is somebody else's by then

    def stop(self) -> None:
        """Admit no more clients, and end every connection. Idempotent."""
        with self._lock:
            self._stopping = True
            for client in self._connected:
                _shut(client)


def _send(client: socket.socket, answer: bytes) -> None:
    """Send a whole answer. Raises TimeoutError: the client does not read."""
    with contextlib.suppress(BlockingIOError):
        # A socket with a time-out does not block, but `send` would wait for what is left of it.
        sent = (
            client.send(answer, socket.MSG_DONTWAIT)
            if client.gettimeout() is None
            else os.write(client.fileno(), answer)
        )
        answer = answer[sent:]
    if answer:
        client.settimeout(_ANSWER_TIMEOUT_S)
        client.sendall(answer)


def _shut(client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)


# --- The server ------------------------------------------------------------------------------------------------------


_ANSWER_TIMEOUT_S = 30.0
"""For a client that does not read its answer."""
_HOST = "127.0.0.1"
_LOG = logging.getLogger(__name__)


class ThriftServerError(Exception):
    """The server cannot start; the message is complete and meant for people."""


class ThriftServer:
    """Serves one switch.

    Attributes:
        port: the TCP port bound, on loopback.
    """

    def __init__(
        self,
        switch: SimpleSwitch,
        port: int = 0,
        *,
        clock: Callable[[], int] | None = None,
        on_change: Callable[[], None] | None = None,
        ports: PortDirectory | None = None,
        swappable: bool = True,
        publisher: Publisher | None = None,
    ) -> None:
        """Bind, but do not serve yet.

        Args:
            switch: the switch to serve.
            port: 0 takes a free one.
            clock: the switch's time in microseconds; None: it stands still at 0.
            on_change: called after every call that may have changed something.
            ports: the switch's ports; None: they cannot be changed or shown.
            swappable: whether clients may load another program.
            publisher: of digests, which clients acknowledge; None: there is none.

        Raises:
            ThriftServerError: the port is in use, or not for us.
        """
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._listener.bind((_HOST, port))
            self._listener.listen(MAX_CLIENTS)
        except OSError as error:
            self._listener.close()
            raise ThriftServerError(f"--thrift-port {port}: cannot listen on {_HOST}: {error.strerror}") from None
        self.port: int = self._listener.getsockname()[1]
        context = Context(switch, clock or (lambda: 0), on_change or (lambda: None))
        address = None if publisher is None else publisher.address
        device = [
            Device(context, self.port, ports, address),
            Programs(context, swappable=swappable),
            Learning(context, publisher),
        ]
        tables = [Tables(context), Profiles(context), Arrays(context), ValueSetsAndHashes(context)]
        self._dispatcher = Dispatcher(
            {
                "standard": Service(standard.Standard, [*tables, *device]),
                "simple_pre_lag": Service(simple_pre_lag.SimplePreLAG, [Replication(context)]),
                "simple_switch": Service(
                    simple_switch.SimpleSwitch, [Mirroring(context), Queues(context), Time(context)]
                ),
            }
        )
        self._clients = Clients()
        self._allowance = Allowance()
        self._stopping = False
        self._thread = threading.Thread(target=self._accept, name="thrift", daemon=True)

    @property
    def counts(self) -> Counter[str]:
        """Clients that were refused or cut off, by reason."""
        return self._clients.counts

    def start(self) -> None:
        """Serve. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Stop serving and close every connection. Idempotent."""
        self._stopping = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._clients.stop()
        if self._thread.ident is not None:
            self._thread.join(timeout=5)
        self._listener.close()

    def _accept(self) -> None:
        while not self._stopping:
            try:
                client, (host, port) = self._listener.accept()
            except OSError as error:
                if not self._stopping:  # too many open files: the next one may find room
                    _LOG.warning("thrift: cannot accept a connection: %s", error.strerror)
                    threading.Event().wait(0.1)
                continue
            if not self._clients.admit(client):
                _LOG.warning("thrift: %s:%d refused: %d clients are connected", host, port, MAX_CLIENTS)
                client.close()
                continue
            # A client that is gone without a word must not keep its place for ever.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._serve, args=(client, f"{host}:{port}"), name="thrift", daemon=True).start()

    def _serve(self, client: socket.socket, peer: str) -> None:
        reader = MessageReader(client, self._allowance)
        try:
            while (message := reader.read()) is not None:
                self._clients.has_called(client)
                answer = self._dispatcher.answer(message)
                if answer is not None:
                    _send(client, answer)
        except (FramingError, RefusalError) as error:
            self._clients.failed(client, "no message" if isinstance(error, FramingError) else "no call")
            _LOG.warning("thrift: %s: %s; connection closed", peer, error)
        except TimeoutError:
            self._clients.failed(client, "answer not read")
            _LOG.warning("thrift: %s: the answer is not read; connection closed", peer)
        except OSError as error:
            if not self._stopping:
                _LOG.info("thrift: %s: %s", peer, error)
        except Exception:  # noqa: BLE001 - one client's message must not end the service
            _LOG.exception("thrift: %s: internal error; connection closed", peer)
        finally:
            reader.close()
            self._clients.close(client)

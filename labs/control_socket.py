# SPDX-License-Identifier: Apache-2.0
"""A lab's control socket: requests and answers, a line of JSON each, between short commands and the supervisor.

The supervisor's end serves many clients at once, none of which can hold up the others for long.
"""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from typing_extensions import override

from fabric.live.messages import Message, Refused, line_of
from labs.directory import LabDirectory, LabError, to_type
from labs.messages import REPLIES, Reply, Request

# --- The commands' end -----------------------------------------------------------------------------------------------


_ANSWER_S = 60.0
_R = TypeVar("_R", bound=Message)


def ask(where: LabDirectory, request: Request, answer: type[_R], *, patience_s: float = _ANSWER_S) -> _R:
    """Ask the supervisor of a lab. Raises LabError: it is not up, does not answer within `patience_s`, or refuses."""
    reply = _exchange(where, request, patience_s)
    if isinstance(reply, answer):
        return reply
    raise LabError(
        reply.why if isinstance(reply, Refused) else f"{where.name}: answered {reply.tell!r} to {request.ask!r}"
    )


def _exchange(where: LabDirectory, request: Request, patience_s: float) -> Reply:
    if not where.is_up():
        raise LabError(f"the lab {where.name!r} is not up; bring it up with `{to_type('up', where.name)}`")
    pending = b""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(patience_s)
        try:
            sock.connect(str(where.socket))
            sock.sendall(line_of(request))
            while not pending.endswith(b"\n"):
                data = sock.recv(1 << 20)
                if not data:
                    raise LabError(f"the lab {where.name!r} ended while it was asked")
                pending += data
        except (FileNotFoundError, ConnectionRefusedError):
            raise LabError(f"the lab {where.name!r} is just coming up, or ending; try again") from None
        except TimeoutError:
            raise LabError(f"the lab {where.name!r} did not answer within {patience_s:.0f} s") from None
        except OSError as error:
            raise LabError(f"the lab {where.name!r}: {error.strerror}") from None
    try:
        return REPLIES.read(pending)
    except ValueError:  # it was brought up before this program was changed
        raise LabError(
            f"the lab {where.name!r} answers as this program does not: another version brought it up; end it with "
            f"`{to_type('down', where.name)}`"
        ) from None


# --- The supervisor's end --------------------------------------------------------------------------------------------


REQUEST_BYTES = 1 << 16
"""The longest request."""
CLIENTS = 64
"""Served at once; the next is told so."""
_PATIENCE_S = 5.0
"""How long a whole request may take, and a client to take its answer."""


class ControlServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Serves a control socket: one thread per client, one request at a time.

    Use `serve_forever`; it ends when an answer has ended what is asked, and that answer was sent.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(
        self, path: Path, answer: Callable[[bytes], Reply], ended: Callable[[], bool],
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """Listen.

        Args:
            path: of the socket; what was there goes.
            answer: what to say to a request; never called by two threads at once.
            ended: whether there is nothing more to ask.
            meanwhile: called at each poll of `serve_forever`.

        Raises:
            OSError: no socket can be there.
        """
        path.unlink(missing_ok=True)  # of a supervisor that was killed
        super().__init__(str(path), _Conversation)
        path.chmod(0o600)
        self._answer = answer
        self._ended = ended
        self._meanwhile = meanwhile
        self._busy = threading.Lock()
        self._seats = threading.BoundedSemaphore(CLIENTS)

    def answer(self, line: bytes) -> Reply:
        with self._busy:
            return self._answer(line)

    def after_answer(self) -> None:
        """An answer was sent, or its client is gone."""
        if self._ended():
            self.shutdown()

    @override
    def service_actions(self) -> None:
        self._meanwhile()

    @override
    def process_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        if self._seats.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        with contextlib.suppress(OSError):
            request.setblocking(False)
            request.sendall(line_of(Refused(why=f"the lab has {CLIENTS} clients already; try again")))
        self.shutdown_request(request)

    @override
    def process_request_thread(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._seats.release()


class _Conversation(socketserver.BaseRequestHandler):
    @override
    def handle(self) -> None:
        server, peer = self.server, self.request
        assert isinstance(server, ControlServer)
        with contextlib.suppress(OSError):  # the client may be gone, or say nothing
            for line in _requests(peer):
                reply = Refused(why=_TOO_LONG) if line is None else server.answer(line)
                try:
                    peer.settimeout(_PATIENCE_S)
                    peer.sendall(line_of(reply))
                finally:
                    server.after_answer()


_TOO_LONG = f"a request of more than {REQUEST_BYTES:,} bytes; accepted: one line of JSON"


def _requests(peer: socket.socket) -> Iterator[bytes | None]:
    """The lines that a client sends; None, and the end, for one that is too long. Raises OSError."""
    pending = b""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        line, found, rest = pending.partition(b"\n")
        if len(line) > REQUEST_BYTES:
            yield None
            return
        if found:
            yield line
            pending = rest
            deadline = time.monotonic() + _PATIENCE_S
            continue
        peer.settimeout(max(0.001, deadline - time.monotonic()))
        data = peer.recv(REQUEST_BYTES)
        if not data:
            return
        pending += data

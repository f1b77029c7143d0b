# SPDX-License-Identifier: Apache-2.0
"""Serves the page of a lab: `python -m labs.page FOLDER PORT`, started by `labs.page.opening`.

It prints its URL, or one line `error: ...`; it ends when the lab does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from typing_extensions import override

from fabric.errors import FabricError
from labs.directory import LabDirectory, LabError, to_type
from labs.page.lab import PageLab
from labs.page.opening import ADDRESS, note
from labs.page.server import application
from p4soft.outputs import OutputError
from topologies import TopologyError

_CONNECTIONS = 64
_GRACE_S = 1
_PATIENCE_S = 20.0


async def _serve(app: Starlette, sock: socket.socket, supervisor: int) -> None:
    """Serve until the lab's supervisor ends or a signal ends this process."""
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws="none", loop="asyncio", http="h11",
        limit_concurrency=_CONNECTIONS, timeout_graceful_shutdown=_GRACE_S, server_header=False, date_header=False,
    )  # fmt: skip
    server = _Server(config)
    loop = asyncio.get_running_loop()
    loop.add_reader(supervisor, server.stop)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # ignored by the process that started the lab
            loop.add_signal_handler(number, server.stop)
    try:
        await server.serve(sockets=[sock])
    finally:
        loop.remove_reader(supervisor)


class _Server(uvicorn.Server):
    """A server that leaves signals to its caller."""

    def stop(self) -> None:
        """End when running requests are answered, or after `_GRACE_S`."""
        self.should_exit = True

    @override
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def main(arguments: Sequence[str]) -> int:
    folder, port = arguments
    where = LabDirectory(Path(folder).name, Path(folder))
    try:
        holder = where.holder()
        if holder is None:
            raise LabError(f"the lab {where.name!r} is not up; bring it up with `{to_type('up', where.name)}`")
        with (
            tempfile.TemporaryDirectory(prefix="mrc-page-") as files,
            _listen(int(port)) as sock,
        ):
            supervisor = os.pidfd_open(holder)
            number = sock.getsockname()[1]
            key = secrets.token_urlsafe(16)
            app = application(PageLab(where, Path(files)), port=number, key=key)
            url = f"http://{ADDRESS}:{number}/?key={key}"
            note(where, url)
            print(url, flush=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the caller reads one line only
            asyncio.run(_serve(app, sock, supervisor))
    except (LabError, FabricError, TopologyError, OutputError) as problem:
        print(f"error: {problem}", flush=True)
        return 1
    except OSError as problem:
        print(f"error: {problem.filename or 'the page'}: {problem.strerror}", flush=True)
        return 1
    return 0


def _listen(port: int) -> socket.socket:
    """Take a port of `ADDRESS`; 0 takes any free one. Raises LabError."""
    try:
        return socket.create_server((ADDRESS, port))
    except OSError as problem:
        raise LabError(f"port {port} of {ADDRESS}: {os.strerror(problem.errno or 0)}") from None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

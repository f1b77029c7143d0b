# SPDX-License-Identifier: Apache-2.0
"""The page's web server: its files, the fabric, moments as they come, and what its buttons ask for.

It answers a browser on this machine that has the URL, and no other page in that browser. A page of another site can
reach a server on loopback by its address (its requests have that site as their origin), or by a name that it points
here (DNS rebinding: its requests have that name as their host). Both are refused. Other users of this machine are
refused, too: they do not have the key.

`python -m labs.page.server FOLDER PORT`, started by `labs.page.open_page`, serves the page of a lab. It prints its URL,
or one line `error: ...`; it ends when the lab does.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Annotated, TypeVar
from urllib.parse import parse_qs

import uvicorn
from msgspec import to_builtins
from pydantic import Field, StringConstraints, ValidationError
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage
from typing_extensions import override

from common.model import Model
from common.pages import environment, stylesheet
from fabric import viewer
from fabric.errors import FabricError
from fabric.live.messages import Message, text_of
from labs.directory import LabDirectory, LabError, to_type
from labs.page import ADDRESS, note
from labs.page.lab import PageLab
from labs.page.moments import Follower, TooManyError, Watch
from p4soft.outputs import OutputError
from topologies import TopologyError

# --- Who is let in ---------------------------------------------------------------------------------------------------


_ALLOWED_SITES = ("same-origin", "none")
"""Fetch Metadata: the page itself, or a person at the address bar."""
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class AccessControl:
    """Passes requests on to `app`, or refuses them."""

    def __init__(self, app: ASGIApp, *, port: int, key: str) -> None:
        """Guard an application.

        Args:
            app: answers the allowed requests.
            port: it is served at, of 127.0.0.1.
            key: in the URL that a person opens; a cookie from then on.
        """
        self._app = app
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        self._cookie = f"mrc-lab-{port}"  # cookies are of a host, whatever its port
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # what uvicorn asks at its start; there are no websockets
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope) or self._without_key(scope)
        if answer is not None:
            for name, value in _HEADERS.items():
                answer.headers[name] = value
            await answer(scope, receive, send)
            return

        async def with_headers(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                message["headers"].extend((name.lower().encode(), value.encode()) for name, value in _HEADERS.items())
            await send(message)

        await self._app(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return _refused(421, f"this is not that host; accepted: {', '.join(sorted(self._hosts))}")
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return _refused(403, "requests of other pages are refused")
        if scope["method"] != "GET" and headers.get("sec-fetch-site", "none") not in _ALLOWED_SITES:
            return _refused(403, "requests of other pages are refused")
        return None

    def _without_key(self, scope: Scope) -> Response | None:
        """The answer to a request whose cookie does not have the key; a URL with the key gets the cookie."""
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        if asked and self._fits(asked):
            answer = RedirectResponse(scope["path"] if scope["path"] == "/" else "/", 303)
            answer.set_cookie(self._cookie, self._key, httponly=True, samesite="strict")
            return answer
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(Headers(scope=scope).get("cookie", ""))
        except CookieError:
            cookies.clear()
        given = cookies.get(self._cookie)
        if given is not None and self._fits(given.value):
            return None
        return _refused(403, f"no key; open the URL that `{to_type('page')}` prints")

    def _fits(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self._key.encode())


def _refused(status: int, why: str) -> Response:
    return JSONResponse({"error": why}, status)


# --- The application -------------------------------------------------------------------------------------------------


BODY_BYTES = 1 << 12
"""The longest request."""
_BUSY = 4
"""Requests of buttons that are carried out at once; the next wait."""
_FILES = Path(__file__).parent / "static"
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

_Text = Annotated[str, StringConstraints(min_length=1, max_length=200)]
_T = TypeVar("_T", bound=Model)


class Write(Model):
    source: _Text
    destination: _Text
    size: _Text


class Words(Model):
    """A fault, in the words of `labs fail` and `labs heal`."""

    words: Annotated[list[_Text], Field(min_length=1, max_length=4)]


class OfLink(Model):
    link: _Text


class _Events(StreamingResponse):
    """A follower's events, until the browser or the lab ends."""

    def __init__(self, follower: Follower) -> None:
        super().__init__(follower.events(), media_type="text/event-stream")
        self._follower = follower

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._follower.leave()


class Pages:
    def __init__(self, lab: PageLab) -> None:
        self._lab = lab
        self.watch = Watch(lab.moment)
        self._busy = asyncio.Semaphore(_BUSY)
        self._looking = asyncio.Lock()

    async def file(self, request: Request) -> Response:
        """A file of the page, or the page. Raises HTTPException."""
        name = request.path_params.get("name", "index.html")
        if name == "index.html":
            return Response(environment(_FILES).get_template("page.html.j2").render(), media_type="text/html")
        if name == "theme.css":
            return Response(stylesheet(), media_type="text/css")
        return _file(files(), name)

    async def viewer(self, request: Request) -> Response:
        """A file of the viewer. Raises HTTPException."""
        return _file(viewer.files(), request.path_params["name"])

    async def fabric(self, _request: Request) -> Response:
        return _json(self._lab.fabric())

    async def moments(self, request: Request) -> Response:
        """Server-sent events, from the moment after the browser's last one. Raises HTTPException."""
        last = request.headers.get("last-event-id", "")
        after = int(last) if last.isascii() and last.isdecimal() and len(last) < 10 else -1
        try:
            return _Events(self.watch.join(after))
        except TooManyError as problem:
            raise HTTPException(503, str(problem)) from None

    async def write(self, request: Request) -> Response:
        asked = await _body(request, Write)
        index = await self._do(lambda: self._lab.write(asked.source, asked.destination, asked.size))
        return JSONResponse({"said": [f"write {index}: {asked.source} to {asked.destination}, {asked.size}"]})

    async def fail(self, request: Request) -> Response:
        words = (await _body(request, Words)).words
        return JSONResponse({"said": await self._do(lambda: self._lab.fail(words))})

    async def heal(self, request: Request) -> Response:
        words = (await _body(request, Words)).words
        return JSONResponse({"said": await self._do(lambda: self._lab.heal(words)) or ["nothing to heal"]})

    async def frames(self, request: Request) -> Response:
        """Frames of a link, as the lab captures them. Raises HTTPException."""
        link = (await _body(request, OfLink)).link
        if self._looking.locked():
            raise HTTPException(409, "a link is being looked into; wait a few seconds")
        async with self._looking:
            found = await self._do(lambda: self._lab.frames(link))
        return JSONResponse({"frames": to_builtins(found)})

    async def _do(self, act: Callable[[], _R]) -> _R:
        async with self._busy:
            try:
                return await asyncio.to_thread(act)
            except (LabError, FabricError) as problem:
                raise HTTPException(409, str(problem)) from None
            except OSError as problem:
                raise HTTPException(409, f"{problem.filename or 'lab'}: {problem.strerror}") from None


_R = TypeVar("_R")


def application(lab: PageLab, *, port: int, key: str) -> Starlette:
    """The page of a lab, as an ASGI application.

    Args:
        lab: the lab on the page.
        port: of 127.0.0.1, at which the page is served.
        key: a request without it gets no answer.
    """
    pages = Pages(lab)

    @contextlib.asynccontextmanager
    async def watching(_app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(pages.watch.run())
        try:
            yield
        finally:
            pages.watch.end()
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    return Starlette(
        routes=[
            Route("/", pages.file, methods=["GET"]),
            Route("/fabric", pages.fabric, methods=["GET"]),
            Route("/moments", pages.moments, methods=["GET"]),
            Route("/write", pages.write, methods=["POST"]),
            Route("/fail", pages.fail, methods=["POST"]),
            Route("/heal", pages.heal, methods=["POST"]),
            Route("/frames", pages.frames, methods=["POST"]),
            Route("/{name}", pages.file, methods=["GET"]),
            Route("/fabric/viewer/{name}", pages.viewer, methods=["GET"]),
        ],
        middleware=[Middleware(AccessControl, port=port, key=key)],
        exception_handlers={HTTPException: _complain, Exception: _broken},
        lifespan=watching,
    )


def files() -> Mapping[str, Path]:
    return {path.name: path for path in _FILES.iterdir() if path.suffix in _KINDS}


def _file(known: Mapping[str, Path], name: str) -> Response:
    path = known.get(name)
    if path is None:
        raise HTTPException(404, f"no file {name!r}")
    return Response(path.read_bytes(), media_type=_KINDS[path.suffix])


async def _body(request: Request, kind: type[_T]) -> _T:
    """The message in a request. Raises HTTPException."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "accepted: application/json")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_BYTES:
            raise HTTPException(413, f"more than {BODY_BYTES:,} bytes")
    try:
        return kind.model_validate_json(body)
    except ValidationError as problem:
        first = problem.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise HTTPException(400, f"{field or 'request'}: {first['msg']}") from None


async def _complain(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    return JSONResponse({"error": problem.detail}, problem.status_code)


async def _broken(_request: Request, _problem: Exception) -> Response:
    return JSONResponse({"error": "the page's server made a mistake; its log says which"}, 500)


def _json(message: Message) -> Response:
    return Response(text_of(message), media_type="application/json")


# --- The process -----------------------------------------------------------------------------------------------------


_CONNECTIONS = 64
_GRACE_S = 1


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

# SPDX-License-Identifier: Apache-2.0
"""Who may talk to the page: a browser on this machine that was given the URL, and no page of anybody else in it.

A page of another site reaches a server on loopback by its address (its requests name that page as their origin) or by
a name of its own that it lets point here (DNS rebinding: they name that name as their host). Both are refused; so is
another user of this machine, who does not have the key.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from labs.invocation import to_type

_OF_OURS = ("same-origin", "none")
"""Fetch Metadata: the page itself, or somebody at the address bar."""
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets requests through to `app`, or refuses them."""

    def __init__(self, app: ASGIApp, *, port: int, key: str) -> None:
        """Guard an application.

        Args:
            app: which answers what is let through.
            port: it is served at, of 127.0.0.1.
            key: in the URL that a person opens; a cookie from then on.
        """
        self._app = app
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        self._cookie = f"mrc-lab-{port}"  # cookies are of a host, whatever its port
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":  # what uvicorn asks at its start; there are no websockets
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope) or self._greeting(scope)
        if answer is not None:
            for name, value in _HEADERS.items():
                answer.headers[name] = value
            await answer(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
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
        if scope["method"] != "GET" and headers.get("sec-fetch-site", "none") not in _OF_OURS:
            return _refused(403, "requests of other pages are refused")
        return None

    def _greeting(self, scope: Scope) -> Response | None:
        """To who has the key nothing is said, unless he brings it in the URL: then a cookie is given for it."""
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

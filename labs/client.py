# SPDX-License-Identifier: Apache-2.0
"""The commands' end of a lab's control socket."""

from __future__ import annotations

import socket
from typing import TypeVar

from fabric.live.messages import Message, Refused, line_of
from labs.errors import LabError
from labs.invocation import to_type
from labs.place import Place
from labs.requests import Reply, Request, read_reply

_ANSWER_S = 60.0
_R = TypeVar("_R", bound=Message)


def ask(where: Place, request: Request, answer: type[_R], *, patience_s: float = _ANSWER_S) -> _R:
    """Ask the keeper of a lab. Raises LabError: it is not up, does not answer within `patience_s`, or refuses."""
    reply = _exchange(where, request, patience_s)
    if isinstance(reply, answer):
        return reply
    raise LabError(
        reply.why if isinstance(reply, Refused) else f"{where.name}: answered {reply.tell!r} to {request.ask!r}"
    )


def _exchange(where: Place, request: Request, patience_s: float) -> Reply:
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
        return read_reply(pending)
    except ValueError:  # it was brought up before this program was changed
        raise LabError(
            f"the lab {where.name!r} answers as this program does not: another version brought it up; end it with "
            f"`{to_type('down', where.name)}`"
        ) from None

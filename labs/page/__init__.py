# SPDX-License-Identifier: Apache-2.0
"""The live page: a lab in a browser. A client of the lab's control socket, as the commands are.

`open_page` starts the page of a lab, or finds the one that there is.
"""

from __future__ import annotations

import contextlib
import importlib.util
import socket
import subprocess
import sys
from urllib.parse import urlsplit

from labs.directory import LabDirectory, LabError, to_type
from p4soft.outputs import write_text
from p4soft.targets.process import environment

ADDRESS = "127.0.0.1"
"""Where pages are, and nowhere else."""
_ASK_S = 1.0


def note(where: LabDirectory, url: str) -> None:
    """Write the URL of a lab's page into its folder. Raises OutputError."""
    write_text(where.folder / "page", url)  # nobody else may enter that folder


def open_page(where: LabDirectory, port: int) -> str:
    """The URL of a lab's page, which is started if nobody serves it.

    Args:
        where: of the lab.
        port: to serve it at; 0 for any that is free.

    Raises:
        LabError: the lab is not up, the port is taken, or what serves pages is not installed.
    """
    if not where.is_up():
        raise LabError(f"the lab {where.name!r} is not up; bring it up with `{to_type('up', where.name)}`")
    url = _there(where)
    if url is not None and port in (0, urlsplit(url).port):
        return url
    missing = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
    if missing:
        raise LabError(
            f"the page needs {missing[0]}: `pip install 'mrc-fabric[live]'`, in a checkout `make .venv/.live`"
        )
    command = [sys.executable, "-m", "labs.page.server", str(where.folder), str(port)]
    try:
        log = (where.folder / "page.log").open("ab")
    except OSError as problem:
        raise LabError(f"{problem.filename}: {problem.strerror}") from None
    with log:
        server = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
            env=environment(), start_new_session=True, text=True,
        )  # fmt: skip
    assert server.stdout is not None
    with server.stdout:
        said = server.stdout.readline().strip()
    if said.startswith("http://"):
        return said
    server.wait()
    raise LabError(said.removeprefix("error: ") or f"the page did not start; its log: {where.folder / 'page.log'}")


def _there(where: LabDirectory) -> str | None:
    """The URL of a page that is served; None when there is none."""
    with contextlib.suppress(OSError, ValueError):
        url = (where.folder / "page").read_text(encoding="ascii")
        with socket.create_connection((ADDRESS, urlsplit(url).port or 0), _ASK_S):
            return url
    return None

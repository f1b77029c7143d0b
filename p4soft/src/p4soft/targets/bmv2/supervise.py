# SPDX-License-Identifier: Apache-2.0
"""Run a command until it ends or standard input closes, then remove its interfaces.

simple_switch_grpc does not notice that whoever started it is gone. This small process does, even when that parent was
killed, and so leaves neither switch nor veth behind. Usage:

    python -m p4soft.targets.bmv2.supervise LINK[,LINK...] COMMAND [ARGUMENT...]
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys

from p4soft.targets.bmv2.links import delete_links

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


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

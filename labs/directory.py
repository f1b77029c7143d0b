# SPDX-License-Identifier: Apache-2.0
"""The directory of a lab that is up, one per name and user; and the command lines that a user types for a lab.

The process that holds the lock is the lab, and its number is in the lock's file. The lock goes with its holder, however
that ends, so a directory without a lock is what a lab left behind.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shlex
import shutil
import stat
import sys
import tempfile
import time
from pathlib import Path

from msgspec import Struct


class LabError(Exception):
    """Something the user can put right; shown as `error: <message>`."""


# --- The directory ---------------------------------------------------------------------------------------------------


DEFAULT = "lab"
"""Name of the lab that is meant when none is given."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)
_SOCKET_BYTES = 107
"""Longest path of a Unix socket: sockaddr_un holds 108, the last is 0 (unix(7))."""
_CLEAN_S = 5.0
_OTHERS, _OTHERS_WRITE = 0o077, 0o022
"""Bits of a directory's mode."""


class LabDirectory(Struct, frozen=True):
    """The directory of one lab."""

    name: str
    folder: Path

    @property
    def socket(self) -> Path:
        return self.folder / "control"

    @property
    def _lock(self) -> Path:
        return self.folder / "lock"

    @property
    def log(self) -> Path:
        return self.folder / "keeper.log"

    def lock(self) -> int | None:
        """Take the lock: a descriptor to keep open, None when another has it. Raises LabError."""
        if len(os.fsencode(self.socket)) > _SOCKET_BYTES:
            raise LabError(
                f"{self.socket}: longer than a socket's path may be; accepted: {_SOCKET_BYTES} bytes; "
                "let XDG_RUNTIME_DIR or TMPDIR be a shorter directory"
            )
        while True:
            try:
                _make(self.folder.parent, _OTHERS_WRITE, "nobody else may write to")
                _make(self.folder, _OTHERS, "nobody else may enter")
                descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            except FileNotFoundError as error:
                if not self.folder.parent.parent.is_dir():
                    raise LabError(f"{self.folder.parent}: {error.strerror}") from None
                continue  # the lab before us is just removing its directory
            except OSError as error:
                raise LabError(f"{error.filename}: {error.strerror}") from None
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return None
            if os.fstat(descriptor).st_nlink:
                return descriptor
            os.close(descriptor)  # of a directory that is gone

    def is_up(self) -> bool:
        """Whether a supervisor holds the lock."""
        try:
            descriptor = os.open(self._lock, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    def sign(self, descriptor: int, process_id: int) -> None:
        """Write into the lock that one holds which process that is, as the host has it. Raises OSError."""
        os.pwrite(descriptor, f"{process_id}\n".encode(), 0)

    def holder(self) -> int | None:
        """The process that holds the lock; None without one, or when it has not signed yet."""
        if not self.is_up():
            return None
        with contextlib.suppress(OSError, ValueError):
            return int(self._lock.read_text())
        return None

    def clean(self) -> None:
        """Remove everything in the directory. The caller holds the lock, or knows that it is free."""
        deadline = time.monotonic() + _CLEAN_S
        while self.folder.exists() and time.monotonic() < deadline:
            shutil.rmtree(self.folder, ignore_errors=True)  # processes that are just ending may still write here
        with contextlib.suppress(OSError):
            self.folder.parent.rmdir()  # unless there is another lab


def _make(folder: Path, forbidden: int, accepted: str) -> None:
    """Make it, unless it is there. Raises LabError if it is not ours alone: another user may have made it before us."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & forbidden:
        raise LabError(f"{folder}: not a directory of yours that {accepted}; remove it")


def lab_directory(name: str) -> LabDirectory:
    """The place of the lab of that name. Raises LabError for a name that is none."""
    if not _NAME.fullmatch(name):
        raise LabError(f"{name!r} is no name of a lab; accepted: 1 to 32 of a-z, 0-9 and '-'")
    return LabDirectory(name, _root() / name)


def lab_directories() -> list[LabDirectory]:
    """All labs of this user that are up, or were and left something. Raises LabError."""
    root = _root()
    try:
        names = sorted(each.name for each in root.iterdir() if each.is_dir() and _NAME.fullmatch(each.name))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LabError(f"{root}: {error.strerror}") from None
    return [LabDirectory(name, root / name) for name in names]


def _root() -> Path:
    # What somebody else's XDG_RUNTIME_DIR names, as after `su`, is not for us (XDG Base Directory Specification).
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    with contextlib.suppress(OSError):
        if runtime and stat.S_ISDIR((found := Path(runtime).stat()).st_mode) and found.st_uid == os.getuid():
            return Path(runtime).absolute() / "mrc-lab"
    return Path(tempfile.gettempdir()) / f"mrc-lab-{os.getuid()}"


# --- What one types --------------------------------------------------------------------------------------------------


COMMAND = "mrc-lab"
"""What `make tools` calls the program."""


def program() -> str:
    """How the user started it: `mrc-lab`, `mrc lab`, or else `.venv/bin/python -m labs` with the Python that runs this.

    That Python is named from this directory if it lies below it.
    """
    started = Path(sys.argv[0]).name
    if started == COMMAND and shutil.which(COMMAND):
        return COMMAND
    if started == "mrc":  # as pip installs it
        return f"{started if shutil.which(started) else shlex.quote(sys.argv[0])} lab"
    return f"{_python()} -m labs"


def to_type(words: str, lab: str = DEFAULT) -> str:
    """A command line: `words` begin with a command's name, `lab` is the name of the lab that it is for."""
    command, *rest = words.split(" ", 1)
    return " ".join([program(), command, *(["--name", lab] if lab != DEFAULT else []), *rest])


def _python() -> str:
    ours = Path(sys.executable)
    for name in ("python", "python3"):
        if shutil.which(name) == str(ours):
            return name
    here = Path.cwd()
    if ours.is_relative_to(here):
        below = ours.relative_to(here)
        return shlex.quote(str(below) if len(below.parts) > 1 else f"./{below}")
    return shlex.quote(str(ours))

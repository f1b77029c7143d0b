# SPDX-License-Identifier: Apache-2.0
"""Where a lab keeps what it needs while it is up: one directory per name and user.

Whoever holds the lock is the lab. The lock goes with its holder, however that ends, so a directory that nobody has
locked is what a lab left behind.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from labs.errors import LabError

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """The directory of one lab.

    Attributes:
        name: of the lab.
        folder: the directory.
    """

    name: str
    folder: Path

    @property
    def socket(self) -> Path:
        """Where its keeper listens."""
        return self.folder / "control"

    @property
    def _lock(self) -> Path:
        return self.folder / "lock"

    @property
    def log(self) -> Path:
        """What its keeper said."""
        return self.folder / "keeper.log"

    def lock(self) -> int | None:
        """Take the lock: a descriptor to keep open, None when another has it. Raises LabError."""
        while True:
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._check()
                descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            except FileNotFoundError:  # the lab before us is just removing its directory
                continue
            except OSError as error:
                raise LabError(f"{self.folder}: {error.strerror}") from None
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return None
            if os.fstat(descriptor).st_nlink:
                return descriptor
            os.close(descriptor)  # of a directory that is gone

    def is_up(self) -> bool:
        """Whether a keeper holds the lock."""
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

    def clean(self) -> None:
        """Remove everything in the directory; for who holds the lock, or knows that nobody does."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _check(self) -> None:
        """Raise LabError if the directory is not ours alone: somebody may have put it there before us."""
        found = self.folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise LabError(f"{self.folder}: not a directory of yours that nobody else may enter; remove it")


def place(name: str) -> Place:
    """The place of the lab of that name. Raises LabError for a name that is none."""
    if not _NAME.fullmatch(name):
        raise LabError(f"{name!r} is no name of a lab; accepted: 1 to 32 of a-z, 0-9 and '-'")
    return Place(name, _root() / name)


def places() -> list[Place]:
    """All labs of this user that are up, or were and left something."""
    root = _root()
    return [Place(folder.name, folder) for folder in sorted(root.iterdir())] if root.is_dir() else []


def _root() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return Path(runtime) / "mrc-lab" if runtime else Path(tempfile.gettempdir()) / f"mrc-lab-{os.getuid()}"

# SPDX-License-Identifier: Apache-2.0
"""`mrc` as pip installs it, without pip: a wheel of this checkout, unpacked, beside the packages of these tests."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import house_kit
import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 300
FOLDERS = ("common", "controller", "docs", "fabric", "host_stack", "labs", "p4src", "ptf_tests", "tools", "topologies")
_HOME = Path(tempfile.gettempdir(), "mrc-tests-home")  # made, if it is, by what keeps caches there
BARE = {"HOME": str(_HOME), "PATH": os.defpath, "LANG": "C.UTF-8", "COLUMNS": "200"}


def built(source, folder):
    """Build the wheel of a checkout into a folder, in a process of its own, as pip does."""
    pytest.importorskip("hatchling", reason="hatchling is in the group dev: make .venv/.dev")
    program = (
        f"import sys; sys.path.insert(0, 'tools'); import build_backend as b; print(b.build_wheel({str(folder)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def unpacked(wheel, site):
    """A folder for PYTHONPATH with what is in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


@dataclass(frozen=True)
class Installation:
    """A checkout, its wheel, and the wheel unpacked. Nobody writes there; Python keeps its bytecode in the site."""

    folder: Path

    @property
    def source(self):
        return self.folder / "checkout of the 'whole'"

    @property
    def site(self):
        return self.folder / "site"

    @property
    def wheel(self):
        (found,) = self.folder.glob("*.whl")
        return found

    def make(self):
        """The files that Git knows, and what is built of them."""
        for name in house_kit.files():
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, self.source / name)
        unpacked(built(self.source, self.folder), self.site)


def installation(tmp_path_factory):
    """One for all modules of a session, whichever worker is the first: building takes seconds, as does compiling it."""
    own = tmp_path_factory.getbasetemp()
    made = Installation((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "installation")
    made.folder.mkdir(exist_ok=True)
    with (made.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made.folder / "made").exists():
            shutil.rmtree(made.source, ignore_errors=True)
            made.make()
            (made.folder / "made").touch()
    return made


def listing(folder):
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*"))


def mrc(site, cwd, *words, **variables):
    """`mrc WORDS` in `cwd`; nothing it says may be a traceback."""
    program = (
        f"import sys; sys.argv[0] = 'mrc'; sys.path[0] = {str(site)!r}; from mrc_fabric.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)], cwd=cwd, env=BARE | variables, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done

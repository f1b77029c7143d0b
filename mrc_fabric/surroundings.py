# SPDX-License-Identifier: Apache-2.0
"""Where `mrc` runs: which files and versions it finds there, and whether it can write and print."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from mrc_fabric import INSTALLED, ROOT, VERSION

NAME = "mrc-fabric"
"""Of the distribution."""


class SurroundingsError(Exception):
    """`mrc` cannot work here. The message says what to do."""


def use_own_packages() -> None:
    """Let this process and the Python processes that it starts import the packages of this `mrc`, and no others.

    The current folder may be a checkout of another version, so Python must not look for modules there.
    """
    place = str(ROOT)
    sys.path[:] = [place, *(other for other in sys.path if other != place)]
    others = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each and each != place]
    os.environ["PYTHONPATH"] = os.pathsep.join([place, *others])
    os.environ["PYTHONSAFEPATH"] = "1"


def check() -> None:
    """Raise SurroundingsError if a command would fail here, or would run with files of another version."""
    _check_streams()
    _check_installed()
    _check_folder()


def check_writable(out: Path) -> None:
    """Raise SurroundingsError if a folder cannot be written, before an hour's work is lost."""
    existing = next(folder for folder in (out.absolute(), *out.absolute().parents) if folder.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return
    why = "no permission to write" if existing.is_dir() else "not a folder"
    raise SurroundingsError(f"{out}: results go there, and {existing} is {why}; say --out DIR, or go to another folder")


# --- Streams ---------------------------------------------------------------------------------------------------------


def _check_streams() -> None:
    if sys.stdout is None:
        raise SurroundingsError("standard output is closed; send it somewhere, such as >/dev/null")
    encoding = getattr(sys.stdout, "encoding", None)
    for found in (encoding, sys.getfilesystemencoding()):
        if found is not None and codecs.lookup(found).name != "utf-8":
            raise SurroundingsError(
                f"this locale's character set is {found}, and mrc reads and prints UTF-8; set LC_ALL=C.UTF-8"
                f"{' and PYTHONUTF8=1' if 'PYTHONUTF8' in os.environ else ''}"
            )


# --- Versions --------------------------------------------------------------------------------------------------------


def _check_installed() -> None:
    if not INSTALLED:
        return  # a checkout runs its own files, whatever is installed beside it
    found = list(_installed(NAME))
    if len({version for version, _, _ in found}) > 1:
        places = ", ".join(f"{version} in {place}" for version, place, _ in found)
        raise SurroundingsError(
            f"two versions of {NAME} are installed: {places}; run `{_python()} -m pip uninstall {NAME}` until none is "
            "left, and install one"
        )
    for version, place, required in found:
        if version != VERSION:
            raise SurroundingsError(
                f"{ROOT} has the files of {VERSION}, and pip says {version} in {place}; run "
                f"`{_python()} -m pip install --force-reinstall {NAME}=={version}`"
            )
        wanted = next((match[1] for each in required if (match := re.match(r"p4soft\s*==\s*([\w.+!-]+)", each))), None)
        for other, where, _ in _installed("p4soft"):
            if wanted not in (None, other):
                raise SurroundingsError(
                    f"{NAME} {version} needs p4soft {wanted}, and {where} has {other}; run `{_python()} -m pip install "
                    f"p4soft=={wanted}`"
                )


def _installed(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Version, folder and requirements of each installed distribution of that name."""
    places = set()
    for each in metadata.distributions(name=name):
        place = str(each.locate_file(""))
        if (each.version, place) not in places:
            places.add((each.version, place))
            yield each.version, place, each.requires or []


def _python() -> str:
    return sys.executable or "python3"


# --- The current folder ----------------------------------------------------------------------------------------------


def _check_folder() -> None:
    try:
        here = Path.cwd()
    except OSError as error:
        raise SurroundingsError(f"the current folder cannot be used: {error.strerror}; go to another one") from None
    for folder in (here, *here.parents):
        version = checkout_version(folder)
        if version is not None and folder.resolve() != ROOT and version != VERSION:
            raise SurroundingsError(
                f"{folder} is a checkout of {NAME} {version}, and this mrc is {VERSION} ({ROOT}); run make in the "
                "checkout, or go to another folder"
            )


def checkout_version(folder: Path) -> str | None:
    """The version of the checkout whose top is `folder`; None if it is none."""
    try:
        if f'name = "{NAME}"' not in (folder / "pyproject.toml").read_text(encoding="utf-8", errors="replace"):
            return None
        text = (folder / "mrc_fabric" / "__init__.py").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.search(r'^VERSION: Final = "([^"]+)"', text, re.MULTILINE)
    return found[1] if found else "unknown"

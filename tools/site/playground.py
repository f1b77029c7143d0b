# SPDX-License-Identifier: Apache-2.0
"""Puts the playground into a site: Pyodide, one zip of Python, and the page.

Pyodide and the wheels with machine code for it (pydantic's core, msgspec) come from npm and PyPI, at pinned versions
with their hashes. Everything else is pure Python: this project, and the libraries as this environment has them.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import jinja2
from msgspec import Struct

from common import PROJECT_ROOT
from common.pages import environment, stylesheet
from p4soft import outputs

_HERE = Path(__file__).parent
FOLDER = "playground"
"""The page's folder below the site's."""

# --- What is downloaded ----------------------------------------------------------------------------------------------


class PlaygroundError(Exception):
    """The playground cannot be built. The message is meant for people."""


class Pinned(Struct, frozen=True):
    """A file of a registry."""

    name: str
    version: str
    file: str
    sha256: str


PYODIDE = Pinned(
    "pyodide", "314.0.7", "pyodide-314.0.7.tgz", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
)
CORE = Pinned(
    "pydantic_core",
    "2.50.4",
    "pydantic_core-2.50.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e",
)
RECORDS = Pinned(
    "msgspec",
    "0.22.0",
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)
WHEELS = (CORE, RECORDS)
_OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def missing(files: Path) -> str | None:
    """Why a folder does not have what is downloaded, or None."""
    for pinned in (PYODIDE, *WHEELS):
        file = files / pinned.file
        if not file.is_file():
            return f"{file} is not there; make site PLAYGROUND=1 downloads it"
        if hashlib.sha256(file.read_bytes()).hexdigest() != pinned.sha256:
            return f"{file} is not the file that is pinned (sha256 {pinned.sha256}); delete it"
    return None


def download(files: Path) -> None:
    """Fill a folder with what is downloaded; what is there already stays.

    Raises:
        PlaygroundError: a file cannot be had, or is another than the one pinned.
    """
    files.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "pack", "--silent", "--pack-destination", str(files), f"{PYODIDE.name}@{PYODIDE.version}"]
    platform, tag = "pyemscripten_2026_0_wasm32", "3.14"
    pip = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:", "--platform", platform, "--python-version", tag, "--implementation", "cp",
        "--dest", str(files),
    ]  # fmt: skip
    for pinned in (PYODIDE, *WHEELS):
        if not (files / pinned.file).is_file():
            _run(npm if pinned is PYODIDE else [*pip, f"{pinned.name}=={pinned.version}"], pinned)
    if (reason := missing(files)) is not None:
        raise PlaygroundError(reason)


def _run(words: list[str], wanted: Pinned) -> None:
    try:
        done = subprocess.run(words, check=False, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except FileNotFoundError:
        raise PlaygroundError(f"{words[0]} is not found, which downloads {wanted.name}; install Node.js") from None
    if done.returncode:
        raise PlaygroundError(f"{wanted.name} {wanted.version} cannot be downloaded:\n{done.stderr.strip()}")


# --- The zip of Python -----------------------------------------------------------------------------------------------


PARTS = {
    "common": ("common",),
    "controller": ("controller",),
    "fabric": ("fabric",),
    "host_stack": ("host_stack",),
    "topologies": ("topologies",),
    "p4src": ("p4src",),
    "p4soft/src/p4soft": ("p4soft",),
    "labs/02-un-action/starter": ("labs", "02-un-action", "starter"),
    "tools/site/playground_engine.py": ("tools", "site", "playground_engine.py"),
}
"""What of the checkout goes where in the zip."""
_LEFT_OUT = (
    "fabric/emulation/native/", "fabric/experiments/", "fabric/live/", "p4soft/drop_in/", "p4soft/fidelity/",
    "p4soft/llvm/", "p4soft/switch/native/", "p4soft/switch/thrift/",
)  # fmt: skip
"""Packages that need machine code, processes or sockets."""
_NOT_SOURCES = (".pyc", ".so", ".md")

LIBRARIES = (
    "annotated-types", "click", "finsy", "Jinja2", "lark", "MarkupSafe", "parsy", "protobuf", "pydantic", "PyYAML",
    "rich", "scapy", "typing-extensions", "typing-inspection",
)  # fmt: skip
"""Distributions whose Python goes into the zip, with their licences, as this environment has them."""
_NOT_OF_LIBRARIES = ("scapy/contrib/", "scapy/modules/", "scapy/tools/", "pydantic/v1/", "finsy/")
_OF_FINSY = "finsy/proto/"
"""Its messages alone: the rest of it is a controller, and needs gRPC."""
_MOMENT = (2020, 1, 1, 0, 0, 0)


def members() -> Iterator[tuple[str, bytes]]:
    """The names and contents of the zip.

    Raises:
        PlaygroundError: this environment has another pydantic or msgspec than the wheels are for.
    """
    for wheel in WHEELS:
        here = _installed(wheel.name).version
        if here != wheel.version:
            raise PlaygroundError(
                f"{wheel.name} {here} is installed, and {wheel.version} is pinned for browsers; pin {here}"
            )
    for source, place in PARTS.items():
        root = PROJECT_ROOT / source
        for file in sorted(root.rglob("*")) if root.is_dir() else [root]:
            name = "/".join((*place, *file.relative_to(root).parts))
            if file.is_file() and file.suffix not in _NOT_SOURCES and not name.startswith(_LEFT_OUT):
                yield name, file.read_bytes()
    for name in ("tools", "tools/site"):
        yield f"{name}/__init__.py", b""
    for library in LIBRARIES:
        yield from _of_library(library)


def _installed(name: str) -> Distribution:
    """Raises PlaygroundError: this environment lacks it."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise PlaygroundError(f"{name} is not installed") from None


def _of_library(name: str) -> Iterator[tuple[str, bytes]]:
    for each in sorted(_installed(name).files or ()):
        path = each.as_posix()
        message = path.startswith(_OF_FINSY) and "_grpc" not in path
        of_installer = ".." in each.parts or each.name in ("RECORD", "INSTALLER", "REQUESTED")
        if (message or not path.startswith(_NOT_OF_LIBRARIES)) and each.suffix not in _NOT_SOURCES and not of_installer:
            yield path, Path(str(each.locate())).read_bytes()


def write_zip(target: Path) -> None:
    """Write the zip of Python; the same files give the same bytes. Raises PlaygroundError."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in members():
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


# --- The page --------------------------------------------------------------------------------------------------------


def put(target: Path, files: Path) -> int:
    """Put the playground into a folder.

    Args:
        target: is made.
        files: what was downloaded.

    Returns:
        The bytes that a visitor's browser loads.

    Raises:
        PlaygroundError: something is missing.
        OutputError: a file cannot be written.
    """
    if (reason := missing(files)) is not None:
        raise PlaygroundError(reason)
    (target / "pyodide").mkdir(parents=True, exist_ok=True)
    with tarfile.open(files / PYODIDE.file) as archive:
        for name in _OF_PYODIDE:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise PlaygroundError(f"{files / PYODIDE.file} has no package/{name}")
            outputs.write_bytes(target / "pyodide" / name, member.read())
    for wheel in WHEELS:
        outputs.write_bytes(target / wheel.file, (files / wheel.file).read_bytes())
    write_zip(target / "python.zip")
    for name in ("playground.js", "playground.css"):
        outputs.write_bytes(target / name, (_HERE / name).read_bytes())
    templates: jinja2.Environment = environment(_HERE)
    outputs.write_text(target / "worker.js", _filled("worker.js", {"WHEELS": [wheel.file for wheel in WHEELS]}))
    outputs.write_text(
        target / "index.html",
        templates.get_template("playground.html.j2").render(stylesheet=stylesheet(), pyodide=PYODIDE),
    )
    loaded = sorted(each for each in target.rglob("*") if each.is_file() and each.name != "sw.js")
    digest = hashlib.sha256(b"".join(hashlib.sha256(each.read_bytes()).digest() for each in loaded)).hexdigest()
    names = ["./", *(each.relative_to(target).as_posix() for each in loaded if each.name != "index.html")]
    outputs.write_text(target / "sw.js", _filled("sw.js", {"DIGEST": digest[:16], "FILES": names}))
    return sum(each.stat().st_size for each in loaded)


def _filled(name: str, values: dict[str, object]) -> str:
    """A script whose `__NAME__` become JSON values."""
    text = (_HERE / name).read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"__{key}__", json.dumps(value))
    return text

# SPDX-License-Identifier: Apache-2.0
"""How pip builds mrc-fabric: by hatchling, with dependencies that depend on where it is built.

They are the groups `run` and `suite` of pyproject.toml, and p4soft: in a checkout the one that lies there, else (in an
sdist, and built from one) the version that the release was made with.
"""

from __future__ import annotations

import contextlib
import os
import re
import tomllib
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from hatchling import build as hatchling
from hatchling.metadata.plugin.interface import MetadataHookInterface

build_wheel = hatchling.build_wheel
build_editable = hatchling.build_editable

_RELEASE = "MRC_FABRIC_RELEASE"
_VERSION = Path("p4soft", "src", "p4soft", "drop_in", "__init__.py")


def build_sdist(directory: str, settings: dict[str, Any] | None = None) -> str:
    """Build the sdist: it is without p4soft, so it names a version."""
    os.environ[_RELEASE] = "1"
    try:
        name: str = hatchling.build_sdist(directory, settings)
    finally:
        del os.environ[_RELEASE]
    return name


class Dependencies(MetadataHookInterface):
    """Hatchling calls it for `dynamic = ["dependencies"]`; an sdist's PKG-INFO has the answer already."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = dependencies(Path(self.root), release=_RELEASE in os.environ)


def dependencies(root: Path, *, release: bool) -> list[str]:
    groups = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    found = re.search(r'^VERSION = "([^"]+)"', (root / _VERSION).read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, f"{_VERSION}: no VERSION"
    p4soft = f"p4soft=={found[1]}" if release else f"p4soft @ {(root / 'p4soft').resolve().as_uri()}"
    return sorted([*groups["run"], *groups["suite"], p4soft])


# Python wrote this file's bytecode into the checkout before it ran this line; a build leaves nothing there.
with contextlib.suppress(OSError):
    _BYTECODE = Path(cache_from_source(__file__))
    _BYTECODE.unlink()
    _BYTECODE.parent.rmdir()

# SPDX-License-Identifier: Apache-2.0
"""What a result depends on: the code, and the scenario with its bases and its topology put together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from common.documents import DocumentError
from fabric.experiments.errors import ExperimentError
from fabric.experiments.scaling import SCENARIOS
from fabric.scenario.layers import read_layers
from fabric.scenario.model import Scenario
from fabric.scenario.reading import load

_ROOT = Path(__file__).parent.parent
_CODE = (
    "fabric", "host_stack", "roce", "p4soft/src", "controller", "topologies",
    "p4src", "common",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Task:
    """A run, whole: no file but these is needed to make it, and `python -m fabric run` takes them as they are.

    Attributes:
        scenario: text of a scenario file (JSON, which is YAML), without a base; its `topology` is `topology.yaml`.
        topology: text of that file.
    """

    scenario: str
    topology: str

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Task:
        """From the fields of a scenario; `base` and `topology` are relative to `topologies/scenarios`.

        Raises:
            ExperimentError: a file that it names cannot be read, or is not YAML.
        """
        names = {key: str((SCENARIOS / fields[key]).resolve()) for key in ("base", "topology") if key in fields}
        with TemporaryDirectory(prefix="mrc-experiment-") as folder:
            file = Path(folder) / "scenario.yaml"
            file.write_text(json.dumps({**fields, **names}), encoding="utf-8")
            try:
                data = read_layers(file).data
                topology = Path(str(data["topology"])).read_text(encoding="utf-8")
            except (DocumentError, OSError, KeyError) as problem:
                raise ExperimentError(f"not a scenario: {problem}") from None
        return cls(json.dumps({**data, "topology": "topology.yaml"}, indent=2) + "\n", topology)

    def load(self) -> Scenario:
        """The scenario, checked. Raises ScenarioError."""
        with TemporaryDirectory(prefix="mrc-experiment-") as folder:
            file = Path(folder) / "scenario.yaml"
            file.write_text(self.scenario, encoding="utf-8")
            (Path(folder) / "topology.yaml").write_text(self.topology, encoding="utf-8")
            return load(file)

    def stamp(self, code: str) -> str:
        """The digest of this run, made by code of that digest."""
        return hashlib.sha256("\0".join((code, self.scenario, self.topology)).encode()).hexdigest()


@cache
def code_digest() -> str:
    """Of all code that makes a result; what judges results and draws them is not part of it."""
    digest = hashlib.sha256()
    for room in _CODE:
        for file in sorted((_ROOT / room).rglob("*")) if (_ROOT / room).is_dir() else [_ROOT / room]:
            if file.suffix in (".py", ".p4", ".c") and file.is_file():
                digest.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def require_code(code: str) -> None:
    """Raise ExperimentError unless the code here has this digest, as that of whoever asks."""
    if code_digest() != code:
        raise ExperimentError("this worker has other code than who asked it; accepted: the same commit on all machines")

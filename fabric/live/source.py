# SPDX-License-Identifier: Apache-2.0
"""Which fabric: a file and what replaces its values, as one process tells another."""

from __future__ import annotations

from pydantic import Field

import topologies
from fabric.live.messages import Message


class TopologySource(Message):
    """A topology file, absolute, and overrides of its fields by dotted name."""

    file: str
    overrides: dict[str, bool | int | str] = Field(default_factory=dict)

    def load(self) -> topologies.Fabric:
        """The fabric. Raises TopologyError."""
        return topologies.load(self.file, self.overrides)

    def text(self) -> str:
        """As one argument of a command line; `TopologySource.model_validate_json` reads it."""
        return self.model_dump_json()

# SPDX-License-Identifier: Apache-2.0
"""What a lab is brought up with."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from fabric.live.source import TopologySource


class Settings(BaseModel):
    """As the command tells the keeper.

    Attributes:
        source: the topology.
        target: of the switches.
        factor: see `fabric.live.scale.Scale`.
        seed: of NICs and switches.
        traced: switches write what happens to every packet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: TopologySource
    target: str
    factor: int
    seed: int
    traced: bool

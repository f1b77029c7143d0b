# SPDX-License-Identifier: Apache-2.0
"""What a lab is brought up with."""

from __future__ import annotations

from fabric.live.messages import Message
from fabric.live.source import TopologySource
from targets.engine_choice import EngineChoice


class Settings(Message):
    """As the command tells the keeper.

    Attributes:
        source: the topology.
        target: of the switches.
        factor: see `fabric.live.scale.Scale`.
        seed: of NICs and switches.
        engine: what runs the program on the embedded target.
        traced: switches write what happens to every packet.
    """

    source: TopologySource
    target: str
    factor: int
    seed: int
    engine: EngineChoice
    traced: bool

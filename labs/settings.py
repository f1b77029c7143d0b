# SPDX-License-Identifier: Apache-2.0
"""What a lab is brought up with, as the command tells the keeper."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from fabric.live.cable_choice import CableKind
from fabric.live.messages import Message
from fabric.live.source import TopologySource
from p4soft.command_line import EngineChoice


class SwitchSettings(Message):
    """What every lab has.

    Attributes:
        target: of the switches.
        seed: of the switches, and of NICs.
        engine: what runs the program on the embedded target.
        traced: switches write what happens to every packet.
    """

    target: str
    seed: int
    engine: EngineChoice
    traced: bool


class FabricSettings(SwitchSettings):
    """An MRC fabric.

    Attributes:
        source: the topology.
        factor: see `fabric.live.scale.Scale`.
        cables: what they are made of.
    """

    kind: Literal["fabric"] = "fabric"
    source: TopologySource
    factor: int
    cables: CableKind


class OwnSettings(SwitchSettings):
    """Somebody's own network of hosts and switches, by its file, absolute."""

    kind: Literal["own"] = "own"
    file: str


Settings = FabricSettings | OwnSettings
_SETTINGS: TypeAdapter[Settings] = TypeAdapter(Annotated[Settings, Field(discriminator="kind")])


def read_settings(text: str) -> Settings:
    """Settings from their JSON. Raises ValueError (pydantic's) for anything else."""
    return _SETTINGS.validate_json(text)

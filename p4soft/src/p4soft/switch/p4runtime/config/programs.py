# SPDX-License-Identifier: Apache-2.0
"""Configs made ready once, however many switches of this process run them: 1,000 of a fabric run the same program."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.switch import Program, ProgramError, SimpleSwitch, load_program
from p4soft.switch.p4runtime.config.device_config import bmv2_json
from p4soft.switch.p4runtime.p4info.binding import bind
from p4soft.switch.p4runtime.p4info.index import P4InfoIndex
from p4soft.switch.p4runtime.status import invalid

_KEPT = 4
"""Configs to keep: a tester sets the same few again and again."""


@dataclass(frozen=True, eq=False, slots=True)
class Realized:
    """A config that the switch can run. Nobody changes any of it, but for the strings that `info` may have learned.

    Attributes:
        p4info: the P4Info, serialized deterministically.
        device_config: what came with it.
        info: the P4Info, indexed and bound to the program.
        program: of the device config.
    """

    p4info: bytes
    device_config: bytes
    info: P4InfoIndex
    program: Program

    def is_of(self, p4info: p4info_pb2.P4Info, device_config: bytes) -> bool:
        """Whether it is this config."""
        return self.device_config == device_config and self.p4info == _serialized(p4info)


def realize(p4info: p4info_pb2.P4Info, device_config: bytes) -> Realized:
    """The config, ready to be run: shared with others who ask for the same.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT, it is not BMv2 JSON, not of a program that the switch can run, or the two do
            not belong together.
    """
    found = _realized(_serialized(p4info), device_config, _program(device_config))
    if found.info.strings:  # a switch numbers the strings of its own clients
        return replace(found, info=bind(found.info.message, found.program))
    return found


@lru_cache(maxsize=_KEPT)
def _realized(p4info: bytes, device_config: bytes, program: Program) -> Realized:
    return Realized(p4info, device_config, bind(p4info_pb2.P4Info.FromString(p4info), program), program)


@lru_cache(maxsize=_KEPT)
def _program(device_config: bytes) -> Program:
    text = bmv2_json(device_config)
    try:
        program = load_program(text, source="p4_device_config")
        _try(program)
    except ProgramError as error:
        raise invalid(str(error)) from None
    return program


def _try(program: Program) -> None:
    """What can be realized a switch can run: in Python if need be, which takes no time to find out.

    What a trial switch compiles is not compiled again.

    Raises:
        ProgramError: nothing can run it.
    """
    try:
        SimpleSwitch(engine="python").load(program)
    except ProgramError:
        SimpleSwitch().load(program)


def _serialized(p4info: p4info_pb2.P4Info) -> bytes:
    return p4info.SerializeToString(deterministic=True)

# SPDX-License-Identifier: Apache-2.0
"""Gives a switch its program and its entries, and leaves: the next client that asks is primary, and may write."""

from __future__ import annotations

from collections.abc import Sequence

from controller.pipeline import Pipeline
from fabric.errors import BuildError
from fabric.own.encoding import PlacedUpdate
from p4soft.p4runtime_client import Session, SessionError, WriteRefusedError

_ANSWER_S = 60.0
"""A switch that is loaded may be making machine code of its program, beside all the others."""
_SHOWN = 8
"""Refusals that are told."""


def fill(name: str, address: str, device_id: int, pipeline: Pipeline, updates: Sequence[PlacedUpdate]) -> None:
    """Load a program into a switch and write its entries.

    Args:
        name: of the switch.
        address: of its P4Runtime server.
        device_id: its own.
        pipeline: the program.
        updates: what to write, and where each stands.

    Raises:
        BuildError: it does not answer, cannot run the program, or refuses an entry; the message says which.
    """
    session = Session(name, address, device_id, timeout_s=_ANSWER_S)
    try:
        session.become_primary()
        session.set_pipeline(pipeline.p4info, pipeline.device_config, pipeline.cookie)
        if updates:
            session.write(each.update for each in updates)
    except WriteRefusedError as error:
        told = [
            f"{updates[refusal.index].where}: {name} refuses it: {refusal.message} ({refusal.code})"
            for refusal in error.refusals
            if refusal.index < len(updates)
        ]
        more = [f"... and {len(told) - _SHOWN} more"] if len(told) > _SHOWN else []
        raise BuildError("\n".join([*told[:_SHOWN], *more]) or str(error)) from None
    except SessionError as error:
        raise BuildError(str(error)) from None
    finally:
        session.close()

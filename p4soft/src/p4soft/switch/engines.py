# SPDX-License-Identifier: Apache-2.0
"""Which engine runs a program: machine code where it can, or the generated Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4soft.engine_choice import EngineChoice
from p4soft.switch.program.errors import ProgramError
from p4soft.switch.program.model import Program

if TYPE_CHECKING:
    from p4soft.switch.native.switch import NativeSwitch

LATEST_US = 1 << 52
"""Times from here on have no place in 64 bits of nanoseconds: such a packet is Python's."""


def prepare(
    program: Program, choice: EngineChoice, drop_port: int, *, later: bool = False
) -> tuple[NativeSwitch | None, str | None]:
    """What runs a program natively on one switch; or None, and why not (None as well when Python was chosen).

    With `later` the machine code may not be there yet: then `make` has it made.

    Raises:
        ProgramError: native code was asked for and cannot run the program, or nothing can.
    """
    if choice == "python":
        return None, None
    reason: str
    try:
        from p4soft.switch.native.errors import Unsupported  # noqa: PLC0415 - llvmlite may be missing
        from p4soft.switch.native.switch import NativeSwitch  # noqa: PLC0415
    except ImportError as error:
        reason = f"llvmlite cannot be imported ({error})"
    else:
        try:
            return NativeSwitch(program, drop_port, later=later), None
        except Unsupported as unsupported:
            reason = str(unsupported)
    if choice == "native":
        raise ProgramError(program.source, "$", f"cannot run natively: {reason}; accepted: --engine auto or python")
    return None, reason


def keeps_machine_code() -> bool:
    """Whether machine code that is made here can be found by other processes."""
    try:
        from p4soft.switch.native.object_cache import folder  # noqa: PLC0415 - llvmlite may be missing
    except ImportError:
        return False
    return folder() is not None


def make(native: NativeSwitch) -> str | None:
    """Have the machine code made that `prepare` left for later; why it cannot be, or None."""
    from p4soft.switch.native.errors import Unsupported  # noqa: PLC0415 - llvmlite may be missing

    try:
        native.make()
    except (Unsupported, ProgramError) as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  in a thread, where nobody else would hear of it
        return f"internal error (a report is welcome): {type(error).__name__}: {error}"
    return None

# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with a command, and how the command line says so."""

from __future__ import annotations

from thriftpy2.thrift import TApplicationException, TException

from p4soft.switch.thrift.interface import simple_pre_lag, simple_switch, standard


class CommandError(Exception):
    """The command cannot be carried out; the message is for the person who typed it."""

    heading = "Error:"


class MatchKeyError(CommandError):
    """A match field cannot be read."""

    heading = "Invalid match key:"


class ActionDataError(CommandError):
    """An argument of an action cannot be read."""

    heading = "Invalid runtime data:"


_REFUSALS = (
    (standard.InvalidTableOperation, standard.TableOperationErrorCode, "table"),
    (standard.InvalidCounterOperation, standard.CounterOperationErrorCode, "counter"),
    (standard.InvalidMeterOperation, standard.MeterOperationErrorCode, "meter"),
    (standard.InvalidRegisterOperation, standard.RegisterOperationErrorCode, "register"),
    (standard.InvalidLearnOperation, standard.LearnOperationErrorCode, "learn"),
    (standard.InvalidSwapOperation, standard.SwapOperationErrorCode, "swap"),
    (standard.InvalidDevMgrOperation, standard.DevMgrErrorCode, "device manager"),
    (standard.InvalidCrcOperation, standard.CrcErrorCode, "crc"),
    (standard.InvalidToeplitzHashOperation, standard.ToeplitzHashErrorCode, "Toeplitz hash"),
    (standard.InvalidParseVSetOperation, standard.ParseVSetOperationErrorCode, "parser value set"),
    (simple_pre_lag.InvalidMcOperation, simple_pre_lag.McOperationErrorCode, "PRE"),
    (simple_switch.InvalidMirroringOperation, simple_switch.MirroringOperationErrorCode, "mirroring"),
)


def explained(error: TException) -> str:
    """The line for what the switch refused. Raises the error itself when it is no refusal: the connection broke."""
    if isinstance(error, TApplicationException):
        return f"Error: {error.message}"
    for kind, codes, subject in _REFUSALS:
        if isinstance(error, kind):
            name = codes._VALUES_TO_NAMES.get(error.code, error.code)
            return f"Invalid {subject} operation ({name})"
    raise error

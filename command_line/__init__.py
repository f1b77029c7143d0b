# SPDX-License-Identifier: Apache-2.0
"""How every command of the project starts and ends: signals, exit statuses, and one `error: ...` line."""

from command_line.interrupt import InterruptedCommandError, interruptible, shielded, until_interrupted
from command_line.run import run_command

__all__ = ["InterruptedCommandError", "interruptible", "run_command", "shielded", "until_interrupted"]

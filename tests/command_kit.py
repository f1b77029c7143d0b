# SPDX-License-Identifier: Apache-2.0
"""A command of the project in the tests' own process."""

import sys
from unittest import mock


def status(entry, arguments):
    """The exit status of a command's entry point."""
    with mock.patch.object(sys, "argv", ["command", *map(str, arguments)]):
        try:
            entry()
        except SystemExit as ended:
            return ended.code
    return 0

# SPDX-License-Identifier: Apache-2.0
"""Errors of this room."""


class LabError(Exception):
    """Something the user can put right; shown as `error: <message>`."""

# SPDX-License-Identifier: Apache-2.0
"""Prints the folder to add to PYTHONPATH."""

from p4soft.drop_in.bindings import FOLDER

print(FOLDER)

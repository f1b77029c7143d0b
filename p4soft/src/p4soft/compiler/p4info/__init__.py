# SPDX-License-Identifier: Apache-2.0
"""P4Info (P4Runtime's description of a program) as p4c writes it."""

from p4soft.compiler.p4info.builder import FORMATS, InitialEntry, build, serialise, write_request

__all__ = ["FORMATS", "InitialEntry", "build", "serialise", "write_request"]

# SPDX-License-Identifier: Apache-2.0
"""P4Info (P4Runtime's description of a program) as p4c writes it."""

from p4soft.compiler.p4info.builder import build
from p4soft.compiler.p4info.entries import InitialEntry, write_request
from p4soft.compiler.p4info.serialise import FORMATS, serialise

__all__ = ["FORMATS", "InitialEntry", "build", "serialise", "write_request"]

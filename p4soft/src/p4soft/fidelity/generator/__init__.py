# SPDX-License-Identifier: Apache-2.0
"""Random well-typed v1model programs that avoid undefined behaviour, and packets for them. Same seed, same program."""

from p4soft.fidelity.generator.model import Case
from p4soft.fidelity.generator.program import generate

__all__ = ["Case", "generate"]

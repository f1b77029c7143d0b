# SPDX-License-Identifier: Apache-2.0
"""Random well-typed v1model programs that avoid undefined behaviour, and packets for them. Same seed, same program."""

from tools.fidelity.generator.case import Case
from tools.fidelity.generator.program import generate

__all__ = ["Case", "generate"]

# SPDX-License-Identifier: Apache-2.0
"""Entries and packets for a program that nobody knows, made from its P4Info and its BMv2 JSON.

Both are drawn from the same small sets of values (`pools`), so that packets hit entries and what one table writes is
what the next one looks for. The same seed makes the same workload.
"""

from p4soft.fidelity.workload.translation import without_translation
from p4soft.fidelity.workload.workload import Amount, Workload, generate

__all__ = ["Amount", "Workload", "generate", "without_translation"]

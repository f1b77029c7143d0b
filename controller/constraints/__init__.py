# SPDX-License-Identifier: Apache-2.0
"""What a P4 program demands of its table entries, in the language of p4-constraints, and whether an entry obeys.

`syntax` parses a constraint, `evaluation` checks its types and makes a function of it, `rules` finds the constraints of
a P4Info and holds entries against them. The language: https://github.com/p4lang/p4-constraints
"""

from controller.constraints.rules import Rules

__all__ = ["Rules"]

# SPDX-License-Identifier: Apache-2.0
"""Bounds checks compiled into machine code: a mode of a whole process, for proof rather than for speed.

With `MRC_NATIVE_BOUNDS=1` every load, store and block copy of generated code is checked against the object that its
address was made from: frame, output, header, stack, packet, context, register, counter, table memory. What is outside
is told (`BoundsError`), and neither read nor written.
"""

from p4soft.switch.native.bounds.errors import BoundsError
from p4soft.switch.native.bounds.mode import CHECKED, VARIABLE, attach, guard
from p4soft.switch.native.bounds.objects import OBJECTS, Extent, Objects

__all__ = ["CHECKED", "OBJECTS", "VARIABLE", "BoundsError", "Extent", "Objects", "attach", "guard"]

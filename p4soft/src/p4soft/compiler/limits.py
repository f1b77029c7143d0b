# SPDX-License-Identifier: Apache-2.0
"""How large things may be: a typo, or hostile input, must not exhaust memory or time.

Python writes integers of up to 4,300 decimal digits; constants stay below that, so that any message can hold one.
"""

MAX_WIDTH = 2048
"""Widest bit<W> and int<W>, in bits: p4c's own limit."""

MAX_VARBIT = 1 << 16
"""Widest varbit<W>, in bits; far above any frame's size."""

MAX_CONSTANT_BITS = 1 << 13
"""Largest `int` (arbitrary precision, compile time only), in bits."""

MAX_PARTS = 1 << 16
"""Most fields and elements a type is made of, those of its parts included: structs of structs double quickly."""

MAX_COPIES = 20_000
"""Most calls after inlining, and most instances: functions that call functions double quickly too."""

MAX_ENTRIES = (1 << 31) - 1
"""Largest size of a table or a value set: P4Info's."""

MAX_ERRORS = 100
"""Most errors that are reported; nobody reads on after them."""

MAX_STACK = 1 << 16
"""Most elements of a stack."""

DEFAULT_TABLE_SIZE = 1024
"""Entries of a table that does not say: p4c's and P4Info's."""

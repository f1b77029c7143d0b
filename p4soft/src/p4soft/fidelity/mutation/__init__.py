# SPDX-License-Identifier: Apache-2.0
"""Mutated frames through machine code by the million, in processes whose end is noticed and has a name."""

# SPDX-License-Identifier: Apache-2.0
"""The lowered program: the small language of `nodes` that all lowering makes, and P4's arithmetic in it."""

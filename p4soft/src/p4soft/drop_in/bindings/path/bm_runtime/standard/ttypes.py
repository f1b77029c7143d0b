# SPDX-License-Identifier: Apache-2.0
"""Structures, enumerations and exceptions of the service Standard."""

from bmv2_interface import standard, types_of

__all__ = sorted(types_of(standard))  # noqa: PLE0605 - what there is, the interface says
globals().update(types_of(standard))

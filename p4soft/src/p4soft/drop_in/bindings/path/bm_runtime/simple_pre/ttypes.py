# SPDX-License-Identifier: Apache-2.0
"""Structures, enumerations and exceptions of the service SimplePre."""

from bmv2_interface import simple_pre, types_of

__all__ = sorted(types_of(simple_pre))  # noqa: PLE0605 - what there is, the interface says
globals().update(types_of(simple_pre))

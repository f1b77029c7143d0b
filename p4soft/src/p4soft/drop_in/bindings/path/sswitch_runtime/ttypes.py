# SPDX-License-Identifier: Apache-2.0
"""Structures, enumerations and exceptions of the service SimpleSwitch."""

from bmv2_interface import simple_switch, types_of

__all__ = sorted(types_of(simple_switch))  # noqa: PLE0605 - what there is, the interface says
globals().update(types_of(simple_switch))

# SPDX-License-Identifier: Apache-2.0
"""The service SimpleSwitch, under the names that code generated from BMv2's own interface has."""

from bmv2_interface import service, simple_switch

SimpleSwitch = service(simple_switch, "SimpleSwitch")

__all__ = ["SimpleSwitch"]

# SPDX-License-Identifier: Apache-2.0
"""The service `SimpleSwitch`, and its structures, enumerations and exceptions in `sswitch_runtime.ttypes`."""

from bm_runtime import service, types_module

__path__: list[str] = []

SimpleSwitch = service("simple_switch", "SimpleSwitch")
ttypes = types_module("sswitch_runtime.ttypes", "simple_switch")

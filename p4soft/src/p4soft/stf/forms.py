# SPDX-License-Identifier: Apache-2.0
"""Every verb of the language and the form it takes: what messages show when a line is wrong."""

from __future__ import annotations

FORMS = {
    "packet": "packet PORT HEX...",
    "expect": "expect PORT [HEX... with * for any digit] [$]",
    "no_packet": "no_packet",
    "wait": "wait",
    "add": "add TABLE [PRIORITY] FIELD:VALUE... ACTION([NAME:]VALUE, ...) or member=N or group=N [= LABEL]",
    "setdefault": "setdefault TABLE ACTION([NAME:]VALUE, ...)",
    "remove": "remove all",
    "member": "member ACTION_PROFILE NUMBER ACTION([NAME:]VALUE, ...) or ACTION [NAME=VALUE...]",
    "group": "group ACTION_SELECTOR NUMBER MEMBER...",
    "check_counter": "check_counter NAME(INDEX or $LABEL) [packets|bytes ==|!=|<|<=|>|>= NUMBER]",
    "mirroring_add": "mirroring_add SESSION PORT",
    "mirroring_add_mc": "mirroring_add_mc SESSION MULTICAST_GROUP",
    "mirroring_delete": "mirroring_delete SESSION",
    "mirroring_get": "mirroring_get SESSION",
    "mc_mgrp_create": "mc_mgrp_create MULTICAST_GROUP",
    "mc_node_create": "mc_node_create RID PORT...",
    "mc_node_update": "mc_node_update NODE_HANDLE PORT...",
    "mc_node_associate": "mc_node_associate MULTICAST_GROUP NODE_HANDLE",
    "counter_read": "counter_read NAME INDEX",
    "counter_write": "counter_write NAME INDEX PACKETS BYTES",
    "register_read": "register_read NAME INDEX [==|!=|<|<=|>|>= NUMBER]",
    "register_write": "register_write NAME INDEX VALUE",
    "register_reset": "register_reset NAME",
    "meter_get_rates": "meter_get_rates NAME INDEX",
    "meter_set_rates": "meter_set_rates NAME INDEX RATE:BURST RATE:BURST (units per microsecond : units)",
    "meter_array_set_rates": "meter_array_set_rates NAME RATE:BURST RATE:BURST (units per microsecond : units)",
}
OPERATORS = ("==", "!=", "<=", ">=", "<", ">")

COMMANDS: dict[str, tuple[bool, int, int | None, int]] = {
    "mirroring_add": (False, 2, 2, 0),
    "mirroring_add_mc": (False, 2, 2, 0),
    "mirroring_delete": (False, 1, 1, 0),
    "mirroring_get": (False, 1, 1, 0),
    "mc_mgrp_create": (False, 1, 1, 0),
    "mc_node_create": (False, 2, None, 0),
    "mc_node_update": (False, 2, None, 0),
    "mc_node_associate": (False, 2, 2, 0),
    "counter_read": (True, 1, 1, 0),
    "counter_write": (True, 3, 3, 0),
    "register_read": (True, 1, 1, 0),
    "register_write": (True, 2, 2, 0),
    "register_reset": (True, 0, 0, 0),
    "meter_get_rates": (True, 1, 1, 0),
    "meter_set_rates": (True, 1, 1, 2),
    "meter_array_set_rates": (True, 0, 0, 2),
}
"""For each command: whether a name comes first, the fewest and most numbers (None: no limit), how many rates."""

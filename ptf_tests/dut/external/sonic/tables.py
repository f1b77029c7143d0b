# SPDX-License-Identifier: Apache-2.0
"""The shape of CONFIG_DB: table, key, fields; every value is a string or a list of strings."""

from __future__ import annotations

Fields = dict[str, str | list[str]]
Table = dict[str, Fields]
Tables = dict[str, Table]

_LANES = 4


def default_name(port: int) -> str:
    """SONiC's name of a port on a platform with four lanes per port."""
    return f"Ethernet{port * _LANES}"

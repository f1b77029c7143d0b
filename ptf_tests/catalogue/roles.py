# SPDX-License-Identifier: Apache-2.0
"""The DSCP roles of an MRC network, of which switches and NICs are told the same values."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.model import Model

Dscp = Annotated[int, Field(ge=0, le=63)]


class DscpRoles(Model):
    """DSCP of each role (docs/wire-profile.md)."""

    no_trim: Dscp = 0
    trimmable: Dscp = 4
    trimmable_retx: Dscp = 8
    trimmed: Dscp = 12
    trimmed_lasthop: Dscp = 16
    control: Dscp = 46

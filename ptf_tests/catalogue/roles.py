# SPDX-License-Identifier: Apache-2.0
"""The DSCP roles of an MRC network, of which switches and NICs are told the same values."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Dscp = Annotated[int, Field(ge=0, le=63)]


class DscpRoles(BaseModel):
    """DSCP of each role (docs/wire-profile.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    no_trim: Dscp = 0
    trimmable: Dscp = 4
    trimmable_retx: Dscp = 8
    trimmed: Dscp = 12
    trimmed_lasthop: Dscp = 16
    control: Dscp = 46

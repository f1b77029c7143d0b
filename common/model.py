# SPDX-License-Identifier: Apache-2.0
"""What is read from files, from requests and from other processes, as pydantic checks it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base of what is read: frozen; an unknown key is refused; built at its first use, to start sooner."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

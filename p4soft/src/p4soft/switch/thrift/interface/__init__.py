# SPDX-License-Identifier: Apache-2.0
"""The services, as classes made of the `.thrift` files of this folder."""

from pathlib import Path
from typing import Any

import thriftpy2


def _load(name: str) -> Any:
    path = Path(__file__).with_name(f"{name}.thrift")
    return thriftpy2.load(str(path), module_name=f"{name}_thrift")


standard: Any = _load("standard")
simple_pre_lag: Any = _load("simple_pre_lag")
simple_switch: Any = _load("simple_switch")

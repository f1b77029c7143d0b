# SPDX-License-Identifier: Apache-2.0
"""Meter configurations as P4Runtime writes them, and what this switch can do of them."""

from __future__ import annotations

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.p4info.index import MeterInfo
from p4soft.switch.p4runtime.status import UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import MeterConfig

_FIELDS = ("cir", "cburst", "pir", "pburst")


def decode_config(meter: MeterInfo, config: p4runtime_pb2.MeterConfig) -> MeterConfig:
    """A meter configuration to write.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT for what the meter's type does not allow; UNIMPLEMENTED for an excess burst.
    """
    where = f"meter {meter.name}"
    for name in (*_FIELDS, "eburst"):
        if getattr(config, name) < 0:
            raise invalid(f"{where}: {name} {getattr(config, name)} is negative; accepted: 0 or more")
    if meter.type == p4info_pb2.MeterSpec.TWO_RATE_THREE_COLOR:
        if config.eburst:
            raise invalid(f"{where} is a two-rate meter: eburst {config.eburst}; accepted: 0")
        if config.pir < config.cir:
            raise invalid(f"{where}: pir {config.pir} is below cir {config.cir}; accepted: pir >= cir")
    else:
        if (config.pir, config.pburst) != (config.cir, config.cburst):
            raise invalid(f"{where} is a single-rate meter; accepted: pir = cir and pburst = cburst")
        if config.eburst:
            if meter.type == p4info_pb2.MeterSpec.SINGLE_RATE_TWO_COLOR:
                raise invalid(f"{where} is a two-colour meter: eburst {config.eburst}; accepted: 0")
            raise P4RuntimeError(UNIMPLEMENTED, f"{where}: an excess burst size is not supported; accepted: eburst 0")
    return MeterConfig(config.cir, config.cburst, config.pir, config.pburst)


def encode_config(config: MeterConfig, message: p4runtime_pb2.MeterConfig) -> None:
    """Fill `message`, which is set even when every number is 0."""
    message.SetInParent()
    for name in _FIELDS:
        setattr(message, name, int(getattr(config, name)))  # another control plane may have asked for a fraction


def refuse_counter_data(where: str) -> None:
    """Refuse a request with per-colour counters, which there are not.

    Raises:
        P4RuntimeError: UNIMPLEMENTED.
    """
    raise P4RuntimeError(UNIMPLEMENTED, f"{where}: per-colour meter counters are not supported; leave the field unset")

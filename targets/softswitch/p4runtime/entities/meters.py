# SPDX-License-Identifier: Apache-2.0
"""MeterEntry, and meter configurations."""

from __future__ import annotations

from collections.abc import Iterator

from p4.config.v1 import p4info_pb2
from p4.v1 import p4runtime_pb2

from targets.softswitch.p4runtime.entities.handler import Context, Undo, only_modify, selected_indices, unknown_id
from targets.softswitch.p4runtime.p4info.index import MeterInfo
from targets.softswitch.p4runtime.status import UNIMPLEMENTED, P4RuntimeError, invalid
from targets.softswitch.state import MeterConfig

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
    """Fill `message`."""
    message.SetInParent()
    for name in _FIELDS:
        setattr(message, name, getattr(config, name))


def refuse_counter_data(where: str) -> None:
    """Raise UNIMPLEMENTED: there are no per-colour counters."""
    raise P4RuntimeError(UNIMPLEMENTED, f"{where}: per-colour meter counters are not supported; leave the field unset")


class Meters:
    """MeterEntry; see `EntityHandler`."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def write(self, kind: int, message: p4runtime_pb2.MeterEntry) -> Undo:
        """See `EntityHandler.write`. Without an index every cell is written; an unset config means the default."""
        only_modify(kind, "a meter")
        info = self._info(message.meter_id)
        if message.HasField("counter_data"):
            refuse_counter_data(f"meter {info.name}")
        meter = self._context.state.meter(info.name)
        config = decode_config(info, message.config) if message.HasField("config") else None
        indices = selected_indices(message, f"meter {info.name}", meter.size)
        old = [(index, meter.read(index)) for index in indices]
        now = self._context.now_us()
        for index in indices:
            meter.write(index, config, now)

        def undo() -> None:
            for index, previous in old:
                meter.write(index, previous, now)

        return undo

    def read(self, message: p4runtime_pb2.MeterEntry) -> Iterator[p4runtime_pb2.Entity]:
        """See `EntityHandler.read`. Meter id 0 selects every indirect meter, an unset index every cell."""
        if message.HasField("counter_data"):
            refuse_counter_data("meters")
        everything = self._context.info.meters.values()
        meters = [self._info(message.meter_id)] if message.meter_id else list(everything)
        for info in meters:
            meter = self._context.state.meter(info.name)
            for index in selected_indices(message, f"meter {info.name}", meter.size):
                entity = p4runtime_pb2.Entity()
                entity.meter_entry.meter_id = info.id
                entity.meter_entry.index.SetInParent()
                entity.meter_entry.index.index = index
                config = meter.read(index)
                if config is not None:
                    encode_config(config, entity.meter_entry.config)
                yield entity

    def _info(self, meter_id: int) -> MeterInfo:
        info = self._context.info.meters.get(meter_id)
        if info is None:
            raise unknown_id(self._context.info, "meter", meter_id, self._context.info.meters)
        return info

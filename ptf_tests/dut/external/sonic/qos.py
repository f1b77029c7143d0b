# SPDX-License-Identifier: Apache-2.0
"""Maps, queues, ECN and trimming as SONiC's CONFIG_DB (packet trimming HLD; sonic-yang-models)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.dut.external.sonic.tables import Fields, Table, Tables
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Rate, Setting, TcToDscp, TcToQueue, Trimming

_MAP = "mrc"
_POOL = "egress_lossy_pool"
_S = TypeVar("_S", bound=Setting)


@dataclass
class Qos:
    """Tables, and one sentence per thing they do not say."""

    tables: Tables = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def table(self, name: str) -> Table:
        """A table, made when it is not there."""
        return self.tables.setdefault(name, {})


def render(settings: Sequence[Setting], blocked: Collection[tuple[int, int]], names: Mapping[int, str]) -> Qos:
    """The tables of maps, queue profiles and trimming.

    Args:
        settings: the whole configuration.
        blocked: {port, queue} pairs that admit nothing: shaped to one packet a second, as sonic-mgmt does, and to be
            kept full by the tester.
        names: SONiC's name of each port.
    """
    qos = Qos()
    _maps(qos, settings, names)
    profiles = {(s.port, s.queue): s for s in _of(settings, QueueProfile)}
    for port, queue in blocked:
        profiles.setdefault((port, queue), QueueProfile(port, queue))
    for (port, queue), profile in profiles.items():
        _queue(qos, profile, names[port], blocked=(port, queue) in blocked)
    for trimming in _of(settings, Trimming):
        _trimming(qos, trimming)
    _eligibility(qos, settings, [profile for profile in profiles.values() if profile.trim])
    return qos


def _maps(qos: Qos, settings: Sequence[Setting], names: Mapping[int, str]) -> None:
    bound: Fields = {}
    for line in _of(settings, DscpToTc):
        qos.table("DSCP_TO_TC_MAP").setdefault(_MAP, {})[str(line.dscp)] = str(line.tc)
        bound["dscp_to_tc_map"] = _MAP
    for entry in _of(settings, TcToQueue):
        qos.table("TC_TO_QUEUE_MAP").setdefault(_MAP, {})[str(entry.tc)] = str(entry.queue)
        bound["tc_to_queue_map"] = _MAP
    for remark in _of(settings, TcToDscp):
        name = f"{_MAP}_{names[remark.port]}"
        qos.table("TC_TO_DSCP_MAP").setdefault(name, {})[str(remark.tc)] = str(remark.dscp)
    for name in names.values():
        own: Fields = dict(bound)
        if f"{_MAP}_{name}" in qos.tables.get("TC_TO_DSCP_MAP", {}):
            own["tc_to_dscp_map"] = f"{_MAP}_{name}"
        if own:
            qos.table("PORT_QOS_MAP")[name] = own
    for name in qos.tables.get("TC_TO_DSCP_MAP", {}):
        qos.missing.append(
            f"TC_TO_DSCP_MAP {name}: that it is for trimmed packets alone; SONiC remarks all packets of the class"
        )


def _queue(qos: Qos, profile: QueueProfile, name: str, *, blocked: bool) -> None:
    own = f"{_MAP}_{name}_{profile.queue}"
    place = f"queue {profile.queue} of {name}"
    qos.table("BUFFER_PROFILE")[own] = {
        "pool": _POOL,
        "size": "0",
        "dynamic_th": "0",
        "packet_discard_action": "trim" if profile.trim else "drop",
    }
    qos.table("BUFFER_QUEUE")[f"{name}|{profile.queue}"] = {"profile": own}
    scheduler = _scheduler("crawl" if blocked else profile.rate)
    fields: Fields = {}
    if scheduler is not None:
        qos.table("SCHEDULER")[own] = scheduler
        fields["scheduler"] = own
    if profile.ecn is not None:
        qos.table("WRED_PROFILE")[own] = _wred(*profile.ecn)
        fields["wred_profile"] = own
    if fields:
        qos.table("QUEUE")[f"{name}|{profile.queue}"] = fields
    if profile.limit is not None:
        qos.missing.append(f"{place}: limit of {profile.limit} bytes; SONiC's thresholds follow the free pool")
    if profile.overhead:
        qos.missing.append(f"{place}: {profile.overhead} bytes of overhead for each frame")
    if blocked:
        qos.missing.append(f"{place}: blocked; it is shaped to one packet a second and has to be kept full")


def _scheduler(rate: Rate) -> Fields | None:
    if rate == "line":
        return None
    if rate == "crawl":  # sonic-mgmt: DWRR weight 15, one packet a second
        return {"type": "DWRR", "weight": "15", "meter_type": "packets", "cir": "1", "pir": "1"}
    peak = str(max(1, rate // 8))  # sonic-scheduler.yang: no pir without cir, which is above 0 and not above pir
    return {"type": "DWRR", "weight": "15", "meter_type": "bytes", "cir": peak, "pir": peak}


def _wred(low: int, high: int) -> Fields:
    return {
        "ecn": "ecn_green",
        "wred_green_enable": "true",
        "green_min_threshold": str(low),
        "green_max_threshold": str(high),
        "green_drop_probability": "100",
    }


def _trimming(qos: Qos, setting: Trimming) -> None:
    fields: Fields = {
        "size": str(setting.size),
        "dscp_value": "from-tc" if setting.dscp is None else str(setting.dscp),
        "queue_index": "dynamic" if setting.queue is None else str(setting.queue),
    }
    if setting.dscp is None and setting.tc is not None:
        fields["tc_value"] = str(setting.tc)
    qos.table("SWITCH_TRIMMING")["GLOBAL"] = fields
    qos.missing.append(f"trimming: {CHOICES['trim_length'][setting.length_mode]}; no field decides it")


def _eligibility(qos: Qos, settings: Sequence[Setting], trimming: Sequence[QueueProfile]) -> None:
    """SONiC trims by queue: DSCPs that must not be trimmed and take a queue that trims."""
    queues = {profile.queue for profile in trimming}
    queue_of = {line.tc: line.queue for line in _of(settings, TcToQueue)}
    never = [s.dscp for s in _of(settings, DscpToTc) if not s.trim_eligible and queue_of.get(s.tc, 0) in queues]
    if never:
        listed = ", ".join(map(str, sorted(never)))
        qos.missing.append(f"trimming: that packets of DSCP {listed} are not trimmed; a queue trims all or none")


def _of(settings: Sequence[Setting], kind: type[_S]) -> Iterator[_S]:
    return (setting for setting in settings if isinstance(setting, kind))

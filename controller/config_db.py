# SPDX-License-Identifier: Apache-2.0
"""The tables of a switch as SONiC's CONFIG_DB (`config_db.json`), and what it has no words for.

Table and field names are those of sonic-yang-models, of the packet trimming HLD and of the SRv6 static configuration
HLD. The file is meant to be loaded on top of the platform's own: it has no PORT, DEVICE_METADATA or BUFFER_POOL. Next
hops are link-local addresses made of the neighbours' MAC addresses (RFC 4291 appendix A), each a static neighbour.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING

from controller import program
from controller.switch_plan import key_text, value_text
from p4soft.table_entries import Exact, Lpm, TableEntry

if TYPE_CHECKING:
    from controller.columns import SwitchTables

Fields = dict[str, str | list[str]]
"""Fields of a row: every value is a string or a list of strings."""
Tables = dict[str, dict[str, Fields]]
"""CONFIG_DB: table, key, fields."""

_LANES = 4
_MAP = "mrc"
_POOL = "egress_lossy_pool"


@dataclass
class ConfigDb:
    """CONFIG_DB's tables, and one sentence for each thing that they do not say."""

    tables: Tables = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def put(self, table: str, key: str, fields: Mapping[str, str | list[str]]) -> None:
        self.tables.setdefault(table, {}).setdefault(key, {}).update(fields)

    def text(self) -> str:
        """The contents of `config_db.json`."""
        return json.dumps(dict(sorted(self.tables.items())), indent=1) + "\n"


def port_name(port: int) -> str:
    """SONiC's name of a port on a platform with four lanes for each port."""
    return f"Ethernet{port * _LANES}"


def wred_profile(low: int, high: int, percent: int = 100) -> Fields:
    """Marks none below ``low`` bytes of backlog, all from ``high``, and up to ``percent`` of packets in between."""
    return {
        "ecn": "ecn_green",
        "wred_green_enable": "true",
        "green_min_threshold": str(low),
        "green_max_threshold": str(high),
        "green_drop_probability": str(percent),
    }


def locator(address: int) -> str:
    """The name of the locator of a uSID: its 48 bits."""
    return f"loc_{address >> 80:012x}"


def config_db(switch: SwitchTables) -> ConfigDb:
    """The tables of one switch as CONFIG_DB."""
    made = ConfigDb()
    by_table = {name: [table.entry(row) for row in range(len(table))] for name, table in switch.tables.items()}

    def of(name: str) -> list[TableEntry]:
        return by_table.pop(name, [])

    for entry in of(program.MY_SID):
        _sid(made, entry)
    members = {(_exact(each, "ecmp_group"), _exact(each, "member")): each for each in of(program.ECMP_MEMBER)}
    for entry in (*of(program.ROUTE_IPV6), *of(program.ROUTE_IPV4)):
        _route(made, entry, members)
    profiles = of(program.DATA_QUEUE_PROFILE)
    ports = sorted({_exact(entry, "egress_port") for entry in profiles})
    classes = of(program.DSCP_TO_TC)
    _maps(made, classes, of(program.TC_TO_QUEUE), ports)
    for entry in profiles:
        _queue(made, entry)
    of(program.TRIM_QUEUE_PROFILE)  # the same queues once more: SONiC has one profile for a queue
    _trimming(made, of(program.SWITCH_TRIMMING), {entry.params["tc"] for entry in classes} | {0})
    made.missing += [f"{name}: {len(entries)} entries" for name, entries in by_table.items()]
    if made.tables.get("NEIGH"):
        made.missing.append("source MAC addresses by port: SONiC has one for all ports")
    return made


def _exact(entry: TableEntry, name: str) -> int:
    match = entry.match[name]
    assert isinstance(match, Exact)
    return match.value


def _sid(made: ConfigDb, entry: TableEntry) -> None:
    match = entry.match.get("dst_addr")
    behaviour = entry.action.rpartition(".")[2]
    if behaviour != "uN" or not isinstance(match, Lpm):
        made.missing.append(f"{key_text(entry)}: {behaviour}")
        return
    prefix = f"{IPv6Address(match.value)}"
    lengths = {"block_len": "32", "node_len": "16", "func_len": "0", "arg_len": "0", "vrf": "default"}
    made.put("SRV6_MY_LOCATORS", locator(match.value), {"prefix": prefix, **lengths})
    fields: Fields = {"action": "uN"}
    if entry.params["usd_flavor"]:
        mode = "uniform" if entry.params["dscp_mode"] else "pipe"
        fields |= {"decap_vrf": "default", "decap_dscp_mode": mode}
    made.put("SRV6_MY_SIDS", f"{locator(match.value)}|{prefix}/{match.prefix_len}", fields)


def _route(made: ConfigDb, entry: TableEntry, members: Mapping[tuple[int, int], TableEntry]) -> None:
    match = entry.match.get("dst_addr")
    assert isinstance(match, Lpm | None)
    four = entry.table == program.ROUTE_IPV4
    value, length = (match.value, match.prefix_len) if match else (0, 0)
    key = f"default|{IPv4Address(value) if four else IPv6Address(value)}/{length}"
    if entry.action in (program.BLACKHOLE_IPV6, program.BLACKHOLE_IPV4):
        made.put("STATIC_ROUTE", key, {"blackhole": "true"})
        return
    if "group" in entry.params:
        chosen = [members.get((entry.params["group"], number)) for number in range(entry.params["members"])]
        hops = [each.params for each in chosen if each is not None]
        if len(hops) < len(chosen):
            made.missing.append(f"{key}: {len(chosen) - len(hops)} members that are not there")
    else:
        hops = [entry.params]
    names = [port_name(each["port"]) for each in hops]
    for name, each in zip(names, hops, strict=True):
        made.put("INTERFACE", name, {"ipv6_use_link_local_only": "enable"})
        neighbour: Fields = {"neigh": value_text("dst_mac", each["dst_mac"]), "family": "IPv6"}
        made.put("NEIGH", f"{name}|{_link_local(each['dst_mac'])}", neighbour)
    nexthop = ",".join(str(_link_local(each["dst_mac"])) for each in hops)
    made.put("STATIC_ROUTE", key, {"nexthop": nexthop, "ifname": ",".join(names)})


def _link_local(mac: int) -> IPv6Address:
    """RFC 4291 appendix A: the MAC address with ff:fe in its middle, and the universal/local bit turned."""
    upper, lower = mac >> 24, mac & 0xFFFFFF
    return IPv6Address(0xFE80 << 112 | (upper ^ 0x020000) << 40 | 0xFFFE << 24 | lower)


def _maps(made: ConfigDb, dscps: list[TableEntry], tcs: list[TableEntry], ports: Iterable[int]) -> None:
    bound: Fields = {}
    for table, name, field_name, param, entries in (
        ("DSCP_TO_TC_MAP", "dscp_to_tc_map", "dscp", "tc", dscps),
        ("TC_TO_QUEUE_MAP", "tc_to_queue_map", "tc", "queue", tcs),
    ):
        if entries:
            made.put(table, _MAP, {str(_exact(entry, field_name)): str(entry.params[param]) for entry in entries})
            bound[name] = _MAP
    for port in ports:
        made.put("PORT_QOS_MAP", port_name(port), bound)
    never = [_exact(entry, "dscp") for entry in dscps if not entry.params["trim_eligible"]]
    if never:
        made.missing.append("trimming: which DSCPs are never trimmed; a queue of SONiC trims all its packets or none")


def _queue(made: ConfigDb, entry: TableEntry) -> None:
    """A queue's profiles; queues with the same numbers share theirs."""
    params = entry.params
    name, queue = port_name(_exact(entry, "egress_port")), _exact(entry, "queue")
    trims = params["packet_discard_action"] == program.ENUMS["discard_action_t"]["DROP_AND_TRIM"]
    discard = "trim" if trims else "drop"
    own = f"{_MAP}_{discard}"
    made.put("BUFFER_PROFILE", own, {"pool": _POOL, "size": "0", "dynamic_th": "0", "packet_discard_action": discard})
    made.put("BUFFER_QUEUE", f"{name}|{queue}", {"profile": own})
    if params["ecn"]:
        low, high = params["ecn_min_threshold"], params["ecn_max_threshold"]
        percent = round(100 * params["ecn_slope_per_byte"] * (high - low) / (1 << 32)) if high > low else 100
        profile = f"{_MAP}_{low}_{high}_{percent}"
        made.put("WRED_PROFILE", profile, wred_profile(low, high, percent))
        made.put("QUEUE", f"{name}|{queue}", {"wred_profile": profile})
    limit = "limits of queues in bytes: SONiC's thresholds follow the free pool"
    if limit not in made.missing:
        made.missing.append(limit)


def _trimming(made: ConfigDb, entries: list[TableEntry], used: set[int]) -> None:
    """Trimming; DSCPs that differ by port go through a traffic class that no packet has, so that none is remarked."""
    if not entries:
        return
    size, queue, mode = (entries[0].params[name] for name in ("size", "queue", "length_mode"))
    if any(entry.params["size"] != size or entry.params["length_mode"] != mode for entry in entries):
        made.missing.append("trimming: sizes by port; SONiC has one for all ports")
    dscps = {entry.params["dscp"] for entry in entries}
    fields: Fields = {"size": str(size), "dscp_value": str(min(dscps)), "queue_index": str(queue)}
    free = sorted(set(range(program.QUEUES)) - used)
    if len(dscps) > 1 and not free:
        made.missing.append("trimming: DSCPs by port; every traffic class is in use")
    elif len(dscps) > 1:
        fields |= {"dscp_value": "from-tc", "tc_value": str(free[0])}
        for entry in entries:
            name = port_name(_exact(entry, "egress_port"))
            own = f"{_MAP}_{entry.params['dscp']}"
            made.put("TC_TO_DSCP_MAP", own, {str(free[0]): str(entry.params["dscp"])})
            made.put("PORT_QOS_MAP", name, {"tc_to_dscp_map": own})
    made.put("SWITCH_TRIMMING", "GLOBAL", fields)
    if mode == program.ENUMS["length_mode_t"]["PRESERVE"]:
        made.missing.append("trimming: that lengths stay as they were; no field decides it")

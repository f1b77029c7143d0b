# SPDX-License-Identifier: Apache-2.0
"""SONiC: settings as its CONFIG_DB (`config_db.json`), what that has no words for, and a switch over OpenSSH.

Table and field names are those of sonic-yang-models, of the packet trimming HLD, of the SRv6 static configuration HLD
and, for link isolation, of sonic-mgmt's test_srv6_link_isolation_acl.py. `render` gives the tables of the suite, and
`whole` the configuration of a switch with them in place of its own, for `config replace`.

`SonicSwitch` configures a switch by `config replace`, compares what `show switch-trimming` says with it, and reads its
counters from redis, over SSH or gNMI. Keys and host keys are those of OpenSSH: an agent, `~/.ssh/config`,
`known_hosts`. The environment alone has the password (`SONIC_PASSWORD`). The suite leaves tables that are not its own
as they were, and puts the first configuration back at the end of a run.
"""

from __future__ import annotations

import ast
import json
import os
import shlex
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import singledispatchmethod
from ipaddress import ip_network
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from pydantic import TypeAdapter, ValidationError

from controller.config_db import Fields, Tables, port_name, wred_profile
from controller.program import QUEUES
from ptf_tests.catalogue.claims import CHOICES
from ptf_tests.dut.api import device_ipv4, device_ipv6, mac_text, neighbour_ipv4, neighbour_ipv6
from ptf_tests.dut.external import gnmi
from ptf_tests.dut.external.commands import first_problem, run_program
from ptf_tests.switch.device import (
    PORT_COUNTER,
    PORT_TRIM_COUNTERS,
    QUEUE_COUNTERS,
    SWITCH_TRIM_COUNTERS,
    Cell,
    Count,
    DeviceGoneError,
)
from ptf_tests.switch.profile import SONIC_PASSWORD, Access, SonicAccess
from ptf_tests.switch.settings import (
    Blackhole,
    DisableTrim,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    Isolation,
    QueueProfile,
    Rate,
    Route,
    Setting,
    Sid,
    TcToDscp,
    TcToQueue,
    Trimming,
    neighbour_mac,
)

# --- Settings as CONFIG_DB -------------------------------------------------------------------------------------------


Table = dict[str, Fields]

_TABLES = TypeAdapter(Tables)


def parsed(text: str | bytes) -> Tables:
    """Read a config_db.json. Raises ValueError, whose message names the place."""
    try:
        return _TABLES.validate_json(text)
    except ValidationError as error:
        raise ValueError(f"{first_problem(error)}; accepted: tables as in config_db.json") from None


_TRIM, _GLOBAL, _TC = "SWITCH_TRIMMING", "GLOBAL", "tc_value"
_ISOLATION = "LINK_ISOLATION_TABLE"
_ISOLATION_TYPE = "L3V6LITE"
_TRIM_ACL = "DISABLE_TRIM_TABLE"
_TRIM_ACL_TYPE = "DISABLE_TRIM_L3V6"
_TRIM_ACL_FIELDS = ("SRC_IPV6", "DST_IPV6", "NEXT_HEADER", "SRC_IP", "DST_IP", "IP_PROTOCOL", "DSCP", "IN_PORTS")
_ACTIONS = {"uN": "uN", "uA": "uA", "uN_uA": "uA", "uDT46": "uDT46"}
_FUNCTION_BITS = {"uN": 0, "uA": 0, "uN_uA": 16, "uDT46": 16}


class Rendered(Struct, frozen=True):
    """The content of a config_db.json, and one sentence per thing it does not say."""

    tables: Tables
    missing: tuple[str, ...]


def render(
    settings: Sequence[Setting],
    blocked: Collection[tuple[int, int]],
    ports: Sequence[int],
    names: Mapping[int, str],
) -> Rendered:
    """Settings as CONFIG_DB tables.

    Args:
        settings: the whole configuration.
        blocked: {port, queue} pairs that admit nothing.
        ports: ports of the device.
        names: SONiC's name of each port; `Ethernet0`, `Ethernet4`, ... where none is given.
    """
    named = {port: names.get(port, port_name(port)) for port in ports}
    renderer = _Renderer(settings, named)
    renderer.links()
    for setting in settings:
        renderer.add(setting)
    qos = qos_tables(settings, blocked, named)
    tables = renderer.tables
    for name, table in qos.tables.items():
        tables.setdefault(name, {}).update(table)
    return Rendered(dict(sorted(tables.items())), (*renderer.missing, *qos.missing))


_OF_THE_SWITCH = ("SRV6_MY_LOCATORS", "SRV6_MY_SIDS", "STATIC_ROUTE", _TRIM)
"""Tables that hold what the suite says and nothing else."""
_OF_PORTS = ("INTERFACE", "NEIGH", "PORT_QOS_MAP", "QUEUE", "BUFFER_QUEUE")
"""Tables whose entries for the suite's ports are the suite's."""


def whole(ours: Tables, base: Tables, names: Collection[str]) -> Tables:
    """The configuration of a switch with the suite's tables in it: these SIDs, routes and maps and no others.

    Args:
        ours: tables of `render`.
        base: the switch's own configuration, from which PORT, DEVICE_METADATA, pools and other ports stay.
        names: the switch's names of the suite's ports.
    """
    made: Tables = {}
    for name, table in base.items():
        kept = {key: fields for key, fields in table.items() if not _is_ours(name, key, names)}
        if kept:
            made[name] = kept
    for name, table in ours.items():
        made.setdefault(name, {}).update(table)
    if "BUFFER_PROFILE" in ours and _POOL not in made.setdefault("BUFFER_POOL", {}):
        made["BUFFER_POOL"][_POOL] = {"type": "egress", "mode": "dynamic"}
    return dict(sorted(made.items()))


def trim_class(tables: Tables) -> str:
    """`tc_value` of SWITCH_TRIMMING; "" where there is none."""
    return str(tables.get(_TRIM, {}).get(_GLOBAL, {}).get(_TC, ""))


def with_trim_class(tables: Tables, last: str) -> Tables:
    """The tables with the `tc_value` that the switch had last, where they configure trimming without one.

    sonic-swss (SwitchOrch::setSwitchTrimming) refuses an update without `tc_value` once there was one, and leaves the
    ASIC as it is. In symmetric mode the field has no effect.
    """
    trimming = tables.get(_TRIM, {}).get(_GLOBAL)
    if trimming is None or _TC in trimming or not last:
        return tables
    return {**tables, _TRIM: {**tables[_TRIM], _GLOBAL: {**trimming, _TC: last}}}


def _is_ours(table: str, key: str, names: Collection[str]) -> bool:
    """Whether an entry is the suite's to make: of its tables, of its ports, or of a name that it gives."""
    place = key.split("|")
    if table in _OF_THE_SWITCH or (table in _OF_PORTS and place[0] in names):
        return True
    made = place[0] == _MAP or place[0].startswith(f"{_MAP}_")
    return made or place[0] in (_ISOLATION, _ISOLATION_TYPE, _TRIM_ACL, _TRIM_ACL_TYPE)


@dataclass
class _Renderer:
    settings: Sequence[Setting]
    names: Mapping[int, str]
    tables: Tables = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def _table(self, name: str) -> Table:
        return self.tables.setdefault(name, {})

    def links(self) -> None:
        """Addresses of the ports, and their neighbours."""
        for port, name in self.names.items():
            interface = self._table("INTERFACE")
            interface[name] = {}
            interface[f"{name}|{device_ipv6(port)}/64"] = {}
            interface[f"{name}|{device_ipv4(port)}/24"] = {}
            for address, family in ((neighbour_ipv6(port), "IPv6"), (neighbour_ipv4(port), "IPv4")):
                fields: dict[str, str | list[str]] = {"neigh": mac_text(neighbour_mac(port)), "family": family}
                self._table("NEIGH")[f"{name}|{address}"] = fields

    @singledispatchmethod
    def add(self, setting: Setting) -> None:
        """The tables of one setting; maps, queues and trimming are in `sonic_qos`."""

    @add.register
    def _(self, setting: Sid) -> None:
        if setting.behaviour not in _ACTIONS:
            self.missing.append(f"SID {setting.prefix}: action {setting.behaviour}; SONiC has uN, uA and uDT46")
            return
        if setting.redispatch:
            self.missing.append(f"SID {setting.prefix}: looked up after a shift only")
            return
        network = ip_network(setting.prefix)
        locator = f"loc_{network.network_address.exploded.replace(':', '')[:12]}"
        prefix = str(ip_network((network.network_address, 48), strict=False).network_address)
        lengths = {"block_len": "32", "node_len": "16", "func_len": str(_FUNCTION_BITS[setting.behaviour])}
        before = self._table("SRV6_MY_LOCATORS").get(locator, {})
        if str(before.get("func_len", "0")) > lengths["func_len"]:
            lengths["func_len"] = str(before["func_len"])
        self._table("SRV6_MY_LOCATORS")[locator] = {"prefix": prefix, **lengths, "arg_len": "0", "vrf": "default"}
        self._table("SRV6_MY_SIDS")[f"{locator}|{setting.prefix}"] = self._sid(setting)

    def _sid(self, setting: Sid) -> dict[str, str | list[str]]:
        fields: dict[str, str | list[str]] = {"action": _ACTIONS[setting.behaviour]}
        if setting.behaviour == "uDT46" or setting.usd:
            fields["decap_vrf"] = "default"
            # Unset means no decapsulation, set means flavour USD (sonic-swss #4371).
            fields["decap_dscp_mode"] = setting.dscp_mode
        if setting.port is not None:
            fields["interface"] = self.names[setting.port]
            fields["adj"] = neighbour_ipv6(setting.port)
        return fields

    @add.register
    def _(self, setting: Route) -> None:
        self._static_route(setting.prefix, [setting.port])

    @add.register
    def _(self, setting: Blackhole) -> None:
        self._table("STATIC_ROUTE")[f"default|{setting.prefix}"] = {"blackhole": "true"}

    @add.register
    def _(self, setting: EcmpRoute) -> None:
        members = {m.member: m.port for m in self.settings if isinstance(m, EcmpMember) and m.group == setting.group}
        there = [members[member] for member in range(setting.members) if member in members]
        if len(there) < setting.members:
            what = f"{setting.members - len(there)} of {setting.members} members that are not installed"
            self.missing.append(f"route {setting.prefix}: {what}")
        if there:
            self._static_route(setting.prefix, there)

    def _static_route(self, prefix: str, ports: Sequence[int]) -> None:
        neighbour = neighbour_ipv6 if ip_network(prefix).version == 6 else neighbour_ipv4
        self._table("STATIC_ROUTE")[f"default|{prefix}"] = {
            "nexthop": ",".join(neighbour(port) for port in ports),
            "ifname": ",".join(self.names[port] for port in ports),
        }

    @add.register
    def _(self, setting: Isolation) -> None:
        del setting  # one table for all isolated ports
        self._table("ACL_TABLE_TYPE")[_ISOLATION_TYPE] = {
            "MATCHES": ["IP_PROTOCOL", "IP_TYPE"],
            "ACTIONS": ["PACKET_ACTION", "COUNTER"],
            "BIND_POINTS": ["PORT"],
        }
        ports = [self.names[s.port] for s in self.settings if isinstance(s, Isolation)]
        self._table("ACL_TABLE")[_ISOLATION] = {
            "policy_desc": "SRv6_link_isolation",
            "type": _ISOLATION_TYPE,
            "stage": "ingress",
            "ports": ports,
        }
        rules = self._table("ACL_RULE")
        rules[f"{_ISOLATION}|DENY_ALL_IPV6"] = {"PRIORITY": "999", "PACKET_ACTION": "DROP", "IP_TYPE": "IPV6ANY"}
        permit: dict[str, str | list[str]] = {"PRIORITY": "1000", "PACKET_ACTION": "FORWARD", "IP_PROTOCOL": "58"}
        rules[f"{_ISOLATION}|PERMIT_ALL_ICMPV6"] = permit

    @add.register
    def _(self, setting: DisableTrim) -> None:
        six = ip_network(setting.source).version == 6
        match: dict[str, str | list[str]] = {"SRC_IPV6" if six else "SRC_IP": setting.source}
        if setting.destination != "::/0":
            match["DST_IPV6" if six else "DST_IP"] = setting.destination
        if setting.next_header is not None:
            match["NEXT_HEADER" if six else "IP_PROTOCOL"] = str(setting.next_header)
        if setting.dscp is not None:
            match["DSCP"] = str(setting.dscp)
        if setting.ingress is not None:
            match["IN_PORTS"] = self.names[setting.ingress]
        rules = self._table("ACL_RULE")
        others = [rule for name, rule in rules.items() if name.startswith(f"{_TRIM_ACL}|")]
        used = {field for rule in (*others, match) for field in rule} - {"PRIORITY", "PACKET_ACTION"}
        self._table("ACL_TABLE_TYPE")[_TRIM_ACL_TYPE] = {
            "MATCHES": [field for field in _TRIM_ACL_FIELDS if field in used],
            "ACTIONS": ["DISABLE_TRIM_ACTION", "COUNTER"],
            "BIND_POINTS": ["PORT"],
        }
        self._table("ACL_TABLE")[_TRIM_ACL] = {
            "policy_desc": "Packet_trimming",
            "type": _TRIM_ACL_TYPE,
            "stage": "ingress",
            "ports": list(self.names.values()),
        }
        rules[f"{_TRIM_ACL}|RULE_{len(others) + 1}"] = {
            "PRIORITY": str(setting.priority),
            **match,
            "PACKET_ACTION": "DISABLE_TRIM",
        }


# --- Maps, queues, ECN and trimming ----------------------------------------------------------------------------------


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


def qos_tables(settings: Sequence[Setting], blocked: Collection[tuple[int, int]], names: Mapping[int, str]) -> Qos:
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
        qos.table("WRED_PROFILE")[own] = wred_profile(*profile.ecn)
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


def _trimming(qos: Qos, setting: Trimming) -> None:
    fields: Fields = {
        "size": str(setting.size),
        "dscp_value": "from-tc" if setting.dscp is None else str(setting.dscp),
        "queue_index": "dynamic" if setting.queue is None else str(setting.queue),
    }
    if setting.dscp is None and setting.tc is not None:
        fields[_TC] = str(setting.tc)
    qos.table(_TRIM)[_GLOBAL] = fields
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


# --- A switch that runs SONiC ----------------------------------------------------------------------------------------


_CONNECT_S = 10
_SSH_FAILED = 255
"""Exit status of `ssh` for an error of its own."""

_READ = "sudo sonic-cfggen -d --print-data"
_REPLACE = 'f=$(mktemp) && cat > "$f" && sudo config replace "$f"; s=$?; rm -f "$f"; exit $s'
_OBJECT = "COUNTERS:"
"""Of redis, before the id of an object."""
_SHOW_TRIMMING = "show switch-trimming global --json"
_NO_TRIMMING = "No configuration is present in CONFIG DB"
_UNSET = "N/A"
_SHOWN = ("size", "dscp_value", "queue_index")
_SHOWN_LATER = (_TC,)
"""The first images with trimming do not show it."""
_TRIMMING = TypeAdapter(dict[str, str])


class SonicSwitch:
    def __init__(self, name: str, access: Access, sonic: SonicAccess, ports: Sequence[int]) -> None:
        """Nothing is sent yet.

        Args:
            name: for messages.
            access: names of the ports.
            sonic: where it is.
            ports: those that the suite is connected to.
        """
        self._name = name
        self._sonic = sonic
        self._names = {port: access.names.get(port, port_name(port)) for port in ports}
        self._cells: dict[str, list[tuple[Cell, str, str]]] = {}

    def configuration(self) -> Tables:
        """The whole CONFIG_DB. Raises DeviceGoneError."""
        output = self._run(_READ)
        try:
            return parsed(output)
        except ValueError as error:
            raise DeviceGoneError(f"{self._name}: `{_READ}`: {error}") from None

    def replace(self, tables: Tables) -> None:
        """Make the device what these tables say. Raises DeviceGoneError: it cannot be reached, or refuses."""
        self._run(_REPLACE, json.dumps(tables))

    def check_trimming(self, tables: Tables) -> None:
        """Compare what the switch shows of trimming with SWITCH_TRIMMING of a configuration.

        SONiC shows its CONFIG_DB, so that this finds who else configures trimming; it says nothing of the ASIC.

        Raises DeviceGoneError when they differ, or when the switch shows nothing of trimming.
        """
        asked = tables.get(_TRIM, {}).get(_GLOBAL, {})
        shown = self._shown_trimming()
        wrong = [name for name in (*_SHOWN, *_SHOWN_LATER) if name in shown and shown[name] != asked.get(name, _UNSET)]
        if wrong:
            said = ", ".join(f"{name} {shown[name]}" for name in wrong)
            accepted = ", ".join(f"{name} {asked.get(name, _UNSET)}" for name in wrong)
            raise self._trimming_error(f"{said}; accepted: {accepted}, as configured")

    def _shown_trimming(self) -> dict[str, str]:
        output = self._run(_SHOW_TRIMMING)
        if output.strip() == _NO_TRIMMING:
            return dict.fromkeys(_SHOWN, _UNSET)
        try:
            shown = _TRIMMING.validate_json(output)
        except ValidationError as error:
            raise self._trimming_error(f"{first_problem(error)}; accepted: {', '.join(_SHOWN)}") from None
        if missing := [name for name in _SHOWN if name not in shown]:
            raise self._trimming_error(f"no {', '.join(missing)}; accepted: {', '.join(_SHOWN)}")
        return shown

    def _trimming_error(self, text: str) -> DeviceGoneError:
        where = f"{self._name}: {self._sonic.user}@{self._sonic.host}"
        return DeviceGoneError(f"{where}: `{_SHOW_TRIMMING}`: {text}")

    def counters(self) -> Mapping[Cell, Count]:
        """Queue, port and trim counters of the ports, as far as the device has them. Raises DeviceGoneError."""
        if not self._cells:
            self._cells = self._found()
        hashes = self._hashes(tuple(self._cells))
        read: dict[Cell, Count] = {}
        for fields, cells in zip(hashes, self._cells.values(), strict=True):
            for cell, packets, size in cells:
                if packets in fields:
                    read[cell] = Count(self._number(fields, packets), self._number(fields, size))
        return read

    def _found(self) -> dict[str, list[tuple[Cell, str, str]]]:
        """Key of an object to the cells that its fields are."""
        maps = ("COUNTERS_PORT_NAME_MAP", "COUNTERS_QUEUE_NAME_MAP", "COUNTERS_SWITCH_NAME_MAP")
        ports, queues, switch = self._hashes(maps)
        found: dict[str, list[tuple[Cell, str, str]]] = {}
        for port, name in self._names.items():
            if name not in ports:
                raise DeviceGoneError(f"{self._name}: COUNTERS_PORT_NAME_MAP: no {name}; accepted: access.names")
            fields = found.setdefault(_OBJECT + ports[name], [])
            fields.append(((PORT_COUNTER, port), "SAI_PORT_STAT_IF_OUT_UCAST_PKTS", "SAI_PORT_STAT_IF_OUT_OCTETS"))
            fields += [((own, port), f"SAI_PORT_STAT_{kind.upper()}_PACKETS", "") for kind, own in _PORT_TRIM]
            for queue in range(QUEUES):
                if (key := queues.get(f"{name}:{queue}")) is not None:
                    found[_OBJECT + key] = [((own, port * QUEUES + queue), *_sai_names(own)) for own in QUEUE_COUNTERS]
        for key in switch.values():
            found[_OBJECT + key] = [
                ((own, 0), f"SAI_SWITCH_STAT_{kind.upper()}_PACKETS", "") for kind, own in _SWITCH_TRIM
            ]
        return found

    def _hashes(self, keys: Sequence[str]) -> list[dict[str, str]]:
        """What COUNTERS_DB has under these keys."""
        if self._sonic.counters == "gnmi":
            return gnmi.hashes(self._name, self._sonic, keys)
        words = " ".join(map(shlex.quote, keys))
        lines = self._run(f"for key in {words}; do sonic-db-cli COUNTERS_DB hgetall $key; done").splitlines()
        answers = [self._fields(line) for line in lines]
        if len(answers) != len(keys):
            raise DeviceGoneError(f"{self._name}: COUNTERS_DB: {len(answers)} answers to {len(keys)} keys")
        return answers

    def _fields(self, line: str) -> dict[str, str]:
        """What `hgetall` printed: a Python dict of strings."""
        try:
            value = ast.literal_eval(line)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = None
        if not isinstance(value, dict) or not all(isinstance(each, str) for pair in value.items() for each in pair):
            raise DeviceGoneError(f"{self._name}: COUNTERS_DB: {line[:80]!r} is no hash") from None
        return value

    def _number(self, fields: Mapping[str, str], name: str) -> int:
        text = fields.get(name, "0") if name else "0"
        if not text.isdecimal():
            raise DeviceGoneError(f"{self._name}: COUNTERS_DB: {name}: {text[:40]!r} is no number")
        return int(text)

    def _run(self, command: str, data: str = "") -> str:
        """Run a command at the switch; returns what it printed. Raises DeviceGoneError."""
        sonic = self._sonic
        with _credentials() as (option, variables):
            words = ["ssh", "-o", "StrictHostKeyChecking=yes", "-o", f"BatchMode={option}", "-T"]
            words += ["-o", f"ConnectTimeout={_CONNECT_S}", "-p", str(sonic.port), "-l", sonic.user, "--"]
            ended = run_program([*words, sonic.host, command], sonic.timeout_s, data, variables)
        where = f"{self._name}: {sonic.user}@{sonic.host}"
        if ended.status is None:
            raise DeviceGoneError(f"{where}: {ended.errors}")
        if ended.status == _SSH_FAILED:
            raise DeviceGoneError(f"{where}: ssh: {ended.last()}")
        if ended.status:
            shown = "config replace" if command == _REPLACE else command.rpartition("do ")[2].partition(";")[0]
            raise DeviceGoneError(f"{where}: `{shown}` ended with status {ended.status}: {ended.last()}")
        return ended.output


_PORT_TRIM = tuple(PORT_TRIM_COUNTERS.items())
_SWITCH_TRIM = tuple(SWITCH_TRIM_COUNTERS.items())


def _sai_names(counter: str) -> tuple[str, str]:
    """SAI's names of the packets and bytes of a queue counter."""
    packets = f"SAI_QUEUE_STAT_{counter.removeprefix('queue_').upper()}"
    return packets, packets.removesuffix("PACKETS") + "BYTES"


@contextmanager
def _credentials() -> Iterator[tuple[str, Mapping[str, str]]]:
    """`BatchMode`, and the environment in which ssh asks our helper for the password that the environment has."""
    if not os.environ.get(SONIC_PASSWORD):
        yield "yes", os.environ
        return
    with tempfile.TemporaryDirectory(prefix="mrc-ssh-") as directory:
        helper = Path(directory) / "askpass"
        helper.write_text(f"#!/bin/sh\nprintf '%s\\n' \"${SONIC_PASSWORD}\"\n", encoding="ascii")
        helper.chmod(0o700)
        yield "no", {**os.environ, "SSH_ASKPASS": str(helper), "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"}

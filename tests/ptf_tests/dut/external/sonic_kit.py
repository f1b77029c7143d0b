# SPDX-License-Identifier: Apache-2.0
"""A stand-in for a switch that runs SONiC: an `ssh` of the test's own on the PATH, and the embedded switch as ASIC.

Its "orchagent" reads CONFIG_DB and nothing else: what `config_db.json` does not say, this switch does not do.
"""

import contextlib
import ipaddress
import json
import os
import re
import socketserver
import sys
import threading

from ptf_tests.dut.p4runtime import P4RuntimeDevice
from ptf_tests.switch.device import PORT_COUNTER, PORTS, QUEUE_COUNTERS, DeviceError
from ptf_tests.switch.settings import (
    Blackhole,
    DisableTrim,
    DscpToTc,
    EcmpMember,
    EcmpRoute,
    Isolation,
    QueueProfile,
    Route,
    Sid,
    TcToDscp,
    TcToQueue,
    Trimming,
)

NAMES = {port: f"Ethernet{8 * port}" for port in PORTS}
NUMBERS = {name: port for port, name in NAMES.items()}
BACKLOG = 30_000
"""Bytes that a queue of the stand-in holds."""

BASE = {
    "DEVICE_METADATA": {"localhost": {"hostname": "leaf", "hwsku": "stand-in"}},
    "PORT": {name: {"lanes": str(port), "speed": "400000"} for port, name in NAMES.items()},
    "BUFFER_POOL": {"egress_lossy_pool": {"type": "egress", "mode": "dynamic", "size": "1000000"}},
    "SRV6_MY_LOCATORS": {"old": {"prefix": "fcbb:bbbb:99::"}},
    "SRV6_MY_SIDS": {"old|fcbb:bbbb:99::/48": {"action": "uN"}},
    "STATIC_ROUTE": {"default|2001:db8:9::/48": {"blackhole": "true"}},
}
"""What it is before a run: a SID and a route that a run must take away, and bring back."""

SSH = """#!{python} -SE
import json, socket, sys
words = sys.argv[1:]
with socket.socket(socket.AF_UNIX) as plug:
    plug.connect({path!r})
    with plug.makefile("rw") as talk:
        command = words[-1]
        data = sys.stdin.read() if "config replace" in command else ""
        talk.write(json.dumps([words, command, data]) + "\\n")
        talk.flush()
        status, output, errors = json.loads(talk.readline())
sys.stdout.write(output)
sys.stderr.write(errors)
sys.exit(status)
"""


class Sonic:
    """What answers SONiC's commands."""

    def __init__(self, asic: P4RuntimeDevice | None) -> None:
        self._asic = asic
        self.config = json.loads(json.dumps(BASE))
        self.words: list[list[str]] = []
        self.replaced = 0
        self.trimming = {}  # as the ASIC has it
        self.refuses = lambda _replaced, _command: None  # status, output, errors

    def answer(self, words, command, data):
        self.words.append(words)
        refused = self.refuses(self.replaced, command)
        if refused is not None:
            return refused
        if "config replace" in command:
            self.replaced += 1
            return self._replace(json.loads(data))
        if "sonic-cfggen" in command:
            return 0, json.dumps(self.config), ""
        if command == "show switch-trimming global --json":
            return 0, _shown(self.config.get("SWITCH_TRIMMING", {}).get("GLOBAL", {})), ""
        keys = re.search(r"for key in (.*?); do", command)[1].split()
        return 0, "".join(f"{each}\n" for each in hashes_of(self._asic, keys)), ""

    def _replace(self, tables):
        if missing := {"PORT", "DEVICE_METADATA"} - tables.keys():
            return 1, "", f"Failed to replace config due to: no {missing}\n"
        try:
            self._set_trimming(tables.get("SWITCH_TRIMMING", {}).get("GLOBAL", {}))
            if self._asic is not None:
                trimming = {"SWITCH_TRIMMING": {"GLOBAL": self.trimming}} if self.trimming else {}
                self._asic.configure(tuple(settings_of(tables | trimming)))
        except (DeviceError, KeyError) as error:
            return 1, "", f"Failed to replace config due to: {error!r}\n"
        self.config = tables
        return 0, "Config replaced successfully.\n", ""

    def _set_trimming(self, asked):
        """As SwitchOrch::setSwitchTrimming: nothing that was set goes away, or the whole update is refused in a log."""
        if asked and not self.trimming.keys() - asked.keys():
            self.trimming = dict(asked)


def _shown(entry):
    """What sonic-utilities prints of the trimming configuration."""
    if not entry:
        return "No configuration is present in CONFIG DB\n"
    fields = ("size", "dscp_value", "tc_value", "queue_index")
    return json.dumps({name: entry.get(name, "N/A") for name in fields}, indent=4) + "\n"


def hashes_of(asic, keys):
    """What COUNTERS_DB has under these keys."""
    # The order is another than the driver's own, which would not read again as long as it has sent nothing.
    found = asic.counters(PORTS[::-1]) if asic is not None and keys[0].startswith("COUNTERS:") else {}
    return [_hash(key, found) for key in keys]


def _hash(key, found):
    if key == "COUNTERS_PORT_NAME_MAP":
        return {name: f"oid:0x1{port}" for name, port in NUMBERS.items()}
    if key == "COUNTERS_QUEUE_NAME_MAP":
        return {f"{name}:{queue}": f"oid:0x2{port}{queue}" for name, port in NUMBERS.items() for queue in range(8)}
    if key == "COUNTERS_SWITCH_NAME_MAP":
        return {}
    key = key.removeprefix("COUNTERS:")
    port = int(key[7])
    if key.startswith("oid:0x1"):
        count = found.get((PORT_COUNTER, port))
        return {"SAI_PORT_STAT_IF_OUT_UCAST_PKTS": str(count.packets if count else 0)}
    fields = {}
    for name in QUEUE_COUNTERS:
        sai = f"SAI_QUEUE_STAT_{name.removeprefix('queue_').upper()}"
        count = found.get((name, port * 8 + int(key[8])))
        fields[sai] = str(count.packets if count else 0)
        fields[sai.removesuffix("PACKETS") + "BYTES"] = str(count.bytes if count else 0)
    return fields


def settings_of(tables):
    """What CONFIG_DB asks for, read table by table as SONiC's schema and HLDs say."""
    yield from _sids(tables)
    yield from _routes(tables)
    queue_of = {int(tc): int(queue) for tc, queue in tables.get("TC_TO_QUEUE_MAP", {}).get("mrc", {}).items()}
    queues = list(_queues(tables))
    trims = {each.queue for each in queues if each.trim}
    yield from (TcToQueue(tc, queue) for tc, queue in queue_of.items())
    for dscp, tc in tables.get("DSCP_TO_TC_MAP", {}).get("mrc", {}).items():
        yield DscpToTc(int(dscp), int(tc), trim_eligible=queue_of.get(int(tc), 0) in trims)
    for name, maps in tables.get("PORT_QOS_MAP", {}).items():
        for tc, dscp in tables.get("TC_TO_DSCP_MAP", {}).get(maps.get("tc_to_dscp_map"), {}).items():
            yield TcToDscp(NUMBERS[name], int(tc), int(dscp))
    yield from queues
    for trim in tables.get("SWITCH_TRIMMING", {}).values():
        by_class, dynamic = trim["dscp_value"] == "from-tc", trim["queue_index"] == "dynamic"
        yield Trimming(
            size=int(trim["size"]), dscp=None if by_class else int(trim["dscp_value"]),
            queue=None if dynamic else int(trim["queue_index"]), tc=int(trim["tc_value"]) if by_class else None,
        )  # fmt: skip
    yield from _rules(tables)


def _sids(tables):
    for key, sid in tables.get("SRV6_MY_SIDS", {}).items():
        locator, prefix = key.split("|")
        lengths = tables["SRV6_MY_LOCATORS"][locator]
        both = sid["action"] == "uA" and ipaddress.ip_network(prefix).prefixlen == 64
        assert int(lengths.get("func_len", 0)) >= 16 or not both
        yield Sid(
            "uN_uA" if both else sid["action"], prefix, NUMBERS[sid["interface"]] if "interface" in sid else None,
            usd="decap_dscp_mode" in sid and sid["action"] != "uDT46", dscp_mode=sid.get("decap_dscp_mode", "pipe"),
        )  # fmt: skip


def _routes(tables):
    for group, (key, route) in enumerate(tables.get("STATIC_ROUTE", {}).items(), start=1):
        prefix = key.split("|")[1]
        if route.get("blackhole") == "true":
            yield Blackhole(prefix)
            continue
        names = route["ifname"].split(",")
        for name, address in zip(names, route["nexthop"].split(","), strict=True):
            assert f"{name}|{address}" in tables["NEIGH"]
        if len(names) == 1:
            yield Route(prefix, NUMBERS[names[0]])
            continue
        yield EcmpRoute(prefix, group, len(names))
        yield from (EcmpMember(group, member, NUMBERS[name]) for member, name in enumerate(names))


def _queues(tables):
    for key in {**tables.get("BUFFER_QUEUE", {}), **tables.get("QUEUE", {})}:
        name, queue = key.split("|")
        own = tables.get("QUEUE", {}).get(key, {})
        profile = tables["BUFFER_PROFILE"][tables["BUFFER_QUEUE"][key]["profile"]]
        assert profile["pool"] in tables["BUFFER_POOL"]
        scheduler = tables.get("SCHEDULER", {}).get(own.get("scheduler"), {})
        wred = tables.get("WRED_PROFILE", {}).get(own.get("wred_profile"))
        slow = scheduler.get("meter_type") == "packets"
        assert not slow or scheduler["pir"] == "1"
        yield QueueProfile(
            NUMBERS[name], int(queue), trim=profile["packet_discard_action"] == "trim",
            rate="crawl" if slow else int(scheduler["pir"]) * 8 if scheduler else "line",
            limit=BACKLOG if slow else None,
            ecn=(int(wred["green_min_threshold"]), int(wred["green_max_threshold"])) if wred else None,
        )  # fmt: skip


def _rules(tables):
    for key, rule in tables.get("ACL_RULE", {}).items():
        table = tables["ACL_TABLE"][key.split("|")[0]]
        if rule["PACKET_ACTION"] == "DROP":
            assert rule["IP_TYPE"] == "IPV6ANY"
            yield from (Isolation(NUMBERS[name]) for name in table["ports"])
        if rule["PACKET_ACTION"] == "DISABLE_TRIM":
            four = "SRC_IP" in rule
            header = rule.get("IP_PROTOCOL" if four else "NEXT_HEADER")
            yield DisableTrim(
                rule["SRC_IP" if four else "SRC_IPV6"], int(rule["PRIORITY"]),
                rule.get("DST_IP" if four else "DST_IPV6", "::/0"), None if header is None else int(header),
                int(rule["DSCP"]) if "DSCP" in rule else None,
                NUMBERS[rule["IN_PORTS"]] if "IN_PORTS" in rule else None,
            )  # fmt: skip


@contextlib.contextmanager
def reachable(sonic, directory, monkeypatch):
    """Let the program `ssh` lead to it."""
    path = directory / "plug"

    class Talk(socketserver.StreamRequestHandler):
        def handle(self):
            found = sonic.answer(*json.loads(self.rfile.readline()))
            self.wfile.write((json.dumps(found) + "\n").encode())

    program = directory / "bin" / "ssh"
    program.parent.mkdir()
    program.write_text(SSH.format(python=sys.executable, path=str(path)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    with socketserver.UnixStreamServer(str(path), Talk) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield sonic
        finally:
            server.shutdown()
            thread.join()

# SPDX-License-Identifier: Apache-2.0
"""A testbed of sonic-mgmt as a profile: which switch it is, how it is reached, and which of its ports the tester has.

Three files say that: `testbed.yaml` (or `testbed.csv`), the inventory of Ansible (YAML or INI), and the port map that
sonic-mgmt leaves in the PTF container, `/tmp/default_interface_to_front_map.ini`: a line `INDEX@PORT` for each port,
whose interface in the container is `ethINDEX`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import yaml
from msgspec import Struct

from common.errors import UserError
from ptf_tests.switch.device import PORTS
from ptf_tests.switch.profile import Profile, SonicAccess

MAX_BYTES = 4 << 20


class TestbedError(UserError):
    """A file of a testbed that cannot be used; the message is complete and meant for people."""

    __test__ = False  # not for pytest


class Host(Struct, frozen=True):
    """A switch of an inventory: its management address, and its MAC address or nothing."""

    address: str
    mac: str = ""


def device_of(testbed: Path, name: str, wanted: str | None) -> str:
    """The switch of the testbed `name`, or of its switches the one that is wanted. Raises TestbedError."""
    text = _text(testbed)
    rows = list(_csv(text) if testbed.suffix == ".csv" else _yaml_rows(testbed, text))
    found = {str(row.get("conf-name")): row for row in rows if row.get("conf-name")}
    if name not in found:
        raise TestbedError(f"{testbed}: no testbed {name}; accepted: {', '.join(sorted(found)) or 'none is in it'}")
    listed = found[name].get("dut", "")
    devices = [str(each) for each in listed] if isinstance(listed, list) else re.split(r"[\[\];\s]+", str(listed))
    devices = [each for each in devices if each]
    if wanted is None and len(devices) == 1:
        return devices[0]
    if wanted is None or wanted not in devices:
        what = f"testbed {name} has {len(devices)} switches" if wanted is None else f"testbed {name} has no {wanted}"
        raise TestbedError(f"{testbed}: {what}; accepted: --device, one of {', '.join(devices) or 'none'}")
    return wanted


def _csv(text: str) -> Iterator[Mapping[str, object]]:
    yield from csv.DictReader(text.lstrip("# ").splitlines())


def _yaml_rows(path: Path, text: str) -> Iterator[Mapping[str, object]]:
    rows = _yaml(path, text)
    if not isinstance(rows, list):
        raise TestbedError(f"{path}: not a list; accepted: a testbed.yaml or testbed.csv of sonic-mgmt")
    yield from (row for row in rows if isinstance(row, dict))


def host_of(inventory: Path, device: str) -> Host:
    """What an inventory says of a switch. Raises TestbedError."""
    text = _text(inventory)
    if re.search(rf"^{re.escape(device)}\s.*\bansible_host=", text, re.MULTILINE):
        fields: Mapping[str, object] = dict(
            word.split("=", 1)
            for line in text.splitlines()
            if line.split(" ")[0].strip() == device
            for word in line.split()
            if "=" in word
        )
    else:
        fields = next(_hosts(_yaml(inventory, text), device), {})
    address = fields.get("ansible_host")
    if not isinstance(address, str):
        raise TestbedError(f"{inventory}: {device}: no ansible_host; accepted: the inventory that has this switch")
    address, mac = address.partition("/")[0], str(fields.get("base_mac", ""))
    return Host(address, mac if re.fullmatch(r"([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}", mac) else "")


def _hosts(node: object, device: str) -> Iterator[Mapping[str, object]]:
    """Entries of a switch below `hosts`, wherever a group of an inventory is."""
    groups = [node]
    for _ in range(10_000):
        if not groups:
            return
        group = groups.pop()
        if isinstance(group, dict):
            hosts = group.get("hosts")
            if isinstance(hosts, dict) and isinstance(found := hosts.get(device), dict):
                yield found
            groups += [each for key, each in group.items() if key not in ("hosts", "vars")]


def ports_of(port_map: Path) -> dict[str, int]:
    """The switch's name of each port and its index in the PTF container. Raises TestbedError."""
    found: dict[str, int] = {}
    for number, line in enumerate(_text(port_map).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"(\d{1,4})@([A-Za-z0-9/_-]+)", line.strip())
        if match is None:
            raise TestbedError(f"{port_map}:{number}: {line.strip()[:60]!r}; accepted: INDEX@PORT, such as 0@Ethernet0")
        index, name = int(match[1]), match[2]
        if name in found or index in found.values():
            raise TestbedError(f"{port_map}:{number}: {line.strip()}: port or index is there twice")
        found[name] = index
    return found


def chosen(port_map: Path, names: Sequence[str]) -> list[tuple[str, int]]:
    """Four ports: these, or the first of the map. Raises TestbedError."""
    there = ports_of(port_map)
    accepted = ", ".join(there) or "none: the map has no port"
    if unknown := [name for name in names if name not in there]:
        raise TestbedError(f"{port_map}: no port {', '.join(unknown)}; accepted: {accepted}")
    names = names or list(there)[: len(PORTS)]
    if len(set(names)) != len(PORTS):
        raise TestbedError(f"{port_map}: {len(set(names))} ports; accepted: {len(PORTS)} of {accepted}")
    return [(name, there[name]) for name in names]


def profile_text(base: Path, like: Profile, device: str, host: Host, ports: Sequence[tuple[str, int]]) -> str:
    """A profile of the switch: that of a similar one (`base`, read as `like`), with its name and access."""
    text = base.read_text(encoding="utf-8")
    head = text[: text.index("\naccess:")] if "\naccess:" in text else text
    head = re.sub(r"(?m)^name: .*$", f"name: '{device}'", head, count=1)
    head = re.sub(r"(?m)^description: .*$", f"description: {device} of a testbed of sonic-mgmt", head, count=1)
    user = (like.access.sonic or SonicAccess(host="leaf")).user
    lines = ["access:", f"  interfaces: {{{_row(f'eth{index}' for _, index in ports)}}}"]
    lines.append(f"  names: {{{_row(name for name, _ in ports)}}}")
    if host.mac:
        lines.append(f"  macs: {{{_row(repr(host.mac) for _ in ports)}}}   # base_mac of the inventory")
    lines.append(f"  fill_frames: {like.access.fill_frames}")
    lines.append(f"  sonic: {{host: '{host.address}', user: {user}}}")
    return head.rstrip("\n") + "\n" + "\n".join(lines) + "\n"


def _row(values: Iterator[str]) -> str:
    return ", ".join(f"{port}: {value}" for port, value in enumerate(values))


def _yaml(path: Path, text: str) -> object:
    try:
        return yaml.load(text, yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark is not None else ""
        raise TestbedError(f"{path}{line}: not valid YAML") from None


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise TestbedError(f"{path}: larger than {MAX_BYTES} bytes; accepted: a file of sonic-mgmt")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise TestbedError(f"{path}: not UTF-8") from None
    except OSError as error:
        raise TestbedError(f"{path}: cannot read: {error.strerror}") from None

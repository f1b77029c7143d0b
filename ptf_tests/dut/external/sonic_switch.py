# SPDX-License-Identifier: Apache-2.0
"""A switch that runs SONiC, over OpenSSH: its whole configuration by `config replace`, its counters from redis.

Keys and host keys are those of OpenSSH: an agent, `~/.ssh/config`, `known_hosts`. A password is taken from the
environment (`PASSWORD`) and from nowhere else. What the suite does not own of a configuration stays as it was, and the
first configuration is put back at the end of a run.
"""

from __future__ import annotations

import ast
import json
import os
import shlex
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.config_db import Tables, port_name
from controller.program import QUEUES
from ptf_tests.dut.external.programs import run_program
from ptf_tests.dut.external.sonic import parsed
from ptf_tests.switch.device import (
    PORT_COUNTER,
    PORT_TRIM_COUNTERS,
    QUEUE_COUNTERS,
    SWITCH_TRIM_COUNTERS,
    Cell,
    Count,
    DeviceGoneError,
)
from ptf_tests.switch.profile import Access, SonicAccess

PASSWORD = "MRC_SONIC_PASSWORD"
"""Environment variable with the user's password, for a switch that takes no key."""

_CONNECT_S = 10
_SSH_FAILED = 255
"""Exit status of `ssh` for an error of its own."""

_READ = "sudo sonic-cfggen -d --print-data"
_REPLACE = 'f=$(mktemp) && cat > "$f" && sudo config replace "$f"; s=$?; rm -f "$f"; exit $s'


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

    def counters(self) -> Mapping[Cell, Count]:
        """Queue, port and trim counters of the ports, as far as the device has them. Raises DeviceGoneError."""
        if not self._cells:
            self._cells = self._found()
        words = " ".join(map(shlex.quote, self._cells))
        output = self._run(f"for key in {words}; do sonic-db-cli COUNTERS_DB hgetall COUNTERS:$key; done")
        lines = output.splitlines()
        if len(lines) != len(self._cells):
            raise DeviceGoneError(f"{self._name}: COUNTERS_DB: {len(lines)} answers to {len(self._cells)} keys")
        read: dict[Cell, Count] = {}
        for line, cells in zip(lines, self._cells.values(), strict=True):
            fields = self._fields(line)
            for cell, packets, size in cells:
                if packets in fields:
                    read[cell] = Count(self._number(fields, packets), self._number(fields, size))
        return read

    def _found(self) -> dict[str, list[tuple[Cell, str, str]]]:
        """Object id to the cells that its fields are."""
        maps = ("COUNTERS_PORT_NAME_MAP", "COUNTERS_QUEUE_NAME_MAP", "COUNTERS_SWITCH_NAME_MAP")
        output = self._run(f"for key in {' '.join(maps)}; do sonic-db-cli COUNTERS_DB hgetall $key; done")
        answers = [self._fields(line) for line in output.splitlines()]
        if len(answers) != len(maps):
            raise DeviceGoneError(f"{self._name}: COUNTERS_DB: {len(answers)} answers to {len(maps)} keys")
        ports, queues, switch = answers
        found: dict[str, list[tuple[Cell, str, str]]] = {}
        for port, name in self._names.items():
            if name not in ports:
                raise DeviceGoneError(f"{self._name}: COUNTERS_PORT_NAME_MAP: no {name}; accepted: access.names")
            fields = found.setdefault(ports[name], [])
            fields.append(((PORT_COUNTER, port), "SAI_PORT_STAT_IF_OUT_UCAST_PKTS", "SAI_PORT_STAT_IF_OUT_OCTETS"))
            fields += [((own, port), f"SAI_PORT_STAT_{kind.upper()}_PACKETS", "") for kind, own in _PORT_TRIM]
            for queue in range(QUEUES):
                if (key := queues.get(f"{name}:{queue}")) is not None:
                    found[key] = [((own, port * QUEUES + queue), *_sai_names(own)) for own in QUEUE_COUNTERS]
        for key in switch.values():
            found[key] = [((own, 0), f"SAI_SWITCH_STAT_{kind.upper()}_PACKETS", "") for kind, own in _SWITCH_TRIM]
        return found

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
    if not os.environ.get(PASSWORD):
        yield "yes", os.environ
        return
    with tempfile.TemporaryDirectory(prefix="mrc-ssh-") as directory:
        helper = Path(directory) / "askpass"
        helper.write_text(f"#!/bin/sh\nprintf '%s\\n' \"${PASSWORD}\"\n", encoding="ascii")
        helper.chmod(0o700)
        yield "no", {**os.environ, "SSH_ASKPASS": str(helper), "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"}

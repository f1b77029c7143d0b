# SPDX-License-Identifier: Apache-2.0
"""VPP with SONiC-VPP's plugin `sonic_ext`, which trims what the token bucket of a queue refuses.

A queue is a bucket of a port: `capacity` bytes of tokens, filled by `rate` bytes/s. It stands for a queue that admits
`capacity` bytes and drains at that rate. The plugin polices only queues that are trim-eligible, and the trim queue.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from pathlib import Path
from typing import Final

from typing_extensions import override

from ptf_tests.catalogue.claims import SHOWN_ON_VPP_TRIMMING
from ptf_tests.dut.api import DeviceSpec, Wire
from ptf_tests.dut.router import Entries, Entry
from ptf_tests.dut.vpp import Translator, VppBench, VppDevice, host, vppctl
from ptf_tests.switch.device import SWITCH_TRIM_COUNTERS, Cell, Count, DeviceError
from ptf_tests.switch.settings import DscpToTc, QueueProfile, Setting, SettingError, TcToQueue, Trimming

LINE_BYTES_PER_S: Final = 10**10
CRAWL_BYTES_PER_S: Final = 1
NO_LIMIT_BYTES: Final = 10**12
"""Rates and sizes of buckets: more than a case sends, and so little that no frame's tokens come back during a case."""

Blocked = Collection[tuple[int, int]]
"""Ports and queues that admit nothing."""


# --- Settings as lines of sonic-ext ----------------------------------------------------------------------------------


class TrimTranslator(Translator):
    accepted = f"{Translator.accepted}, QueueProfile, Trimming"

    def __init__(self, settings: Sequence[Setting], blocked: Blocked) -> None:
        super().__init__(settings)
        self._blocked = blocked
        self._queue_of_class = {s.tc: s.queue for s in settings if isinstance(s, TcToQueue)}

    @override
    def translate(self) -> Entries:
        """As VPP alone, and blocked queues that no setting names: they are not trim-eligible."""
        named = {(s.port, s.queue) for s in self.settings if isinstance(s, QueueProfile)}
        rest = [QueueProfile(port, queue) for port, queue in sorted(set(self._blocked) - named)]
        return dict(super().translate()) | {key: entry for each in rest for key, entry in self.entries(each).items()}

    @singledispatchmethod
    @override
    def entries(self, setting: Setting) -> Entries:
        return super().entries(setting)

    @entries.register
    def _(self, setting: DscpToTc) -> Entries:
        """A DSCP's queue; without a line it is that of traffic class 0."""
        line = f"sonic-ext trim dscp-map {setting.dscp}"
        queue = self._queue_of_class.get(setting.tc, 0)
        return {line: Entry((f"{line} {queue}",), (f"{line} 0",))} if queue else {}

    @entries.register
    def _(self, setting: QueueProfile) -> Entries:
        if setting.ecn is not None or setting.overhead:
            raise SettingError(f"{setting}: sonic_ext has no ECN marks and no overhead; accepted: neither")
        line = f"sonic-ext trim queue {host(setting.port)} queue {setting.queue}"
        rate, capacity = self._bucket(setting)
        eligible = "eligible" if setting.trim else "not-eligible"
        add = f"{line} rate {rate} capacity {capacity} {eligible}"
        return {line: Entry((add,), (f"{line} rate {LINE_BYTES_PER_S} capacity {NO_LIMIT_BYTES} not-eligible",))}

    @entries.register
    def _(self, setting: Trimming) -> Entries:
        if setting.dscp is None or setting.queue is None:
            raise SettingError(f"{setting}: sonic_ext has one DSCP and one queue; accepted: symmetric and static")
        if setting.length_mode != "preserve":
            raise SettingError(f"{setting}: sonic_ext leaves lengths as they were; accepted: length_mode preserve")
        line = "sonic-ext trim global"
        numbers = f"size {setting.size} dscp {setting.dscp} queue {setting.queue}"
        return {line: Entry((f"{line} {numbers} mode symmetric",), (f"{line} disable",))}

    def _bucket(self, profile: QueueProfile) -> tuple[int, int]:
        if (profile.port, profile.queue) in self._blocked:
            return 0, 0
        limit = NO_LIMIT_BYTES if profile.limit is None else profile.limit
        if profile.rate == "line":
            return LINE_BYTES_PER_S, limit
        return (CRAWL_BYTES_PER_S if profile.rate == "crawl" else max(1, profile.rate // 8)), limit


# --- What the plugin shows -------------------------------------------------------------------------------------------


_COUNTERS: Final = re.compile(r"counters\s*: sent (\d+) drop (\d+) admit-fail (\d+)")


@dataclass(frozen=True, slots=True)
class TrimCounters:
    """Packets of the whole switch that left trimmed, and that the trim queue refused."""

    sent: int
    dropped: int


def trim_counters(shown: str) -> TrimCounters:
    """`show sonic-ext trim`. Raises DeviceError for anything else."""
    found = _COUNTERS.search(shown)
    if found is None:
        said = " ".join(shown.split())[:100] or "nothing"
        raise DeviceError(f"vpp-trimming: show sonic-ext trim says {said!r}; accepted: a plugin sonic_ext that trims")
    return TrimCounters(int(found[1]), int(found[2]))


# --- The device ------------------------------------------------------------------------------------------------------


class VppTrimmingDevice(VppDevice):
    title = "VPP with sonic_ext"

    def __init__(self, spec: DeviceSpec, wire: Wire, ports: Sequence[int]) -> None:
        super().__init__(spec, wire, ports)
        self._settings: Sequence[Setting] = ()
        self._blocked: set[tuple[int, int]] = set()

    @override
    def capabilities(self) -> frozenset[str]:
        return SHOWN_ON_VPP_TRIMMING

    @override
    def reset(self) -> None:
        """Nothing configured, nothing blocked; buckets are full again when they are configured."""
        self._blocked.clear()
        super().reset()

    @override
    def configure(self, settings: Sequence[Setting]) -> None:
        self._settings = settings
        super().configure(settings)

    @override
    def translate(self, settings: Sequence[Setting]) -> Entries:
        return TrimTranslator(settings, self._blocked).translate()

    @override
    def block(self, port: int, queue: int) -> None:
        """Give the queue an empty bucket that nothing fills."""
        self._blocked.add((port, queue))
        self.configure(self._settings)

    @override
    def unblock(self, port: int, queue: int) -> None:
        self._blocked.discard((port, queue))
        self.configure(self._settings)

    @override
    def counters(self, ports: Sequence[int]) -> Mapping[Cell, Count]:
        """What the plugin counts: trimmed packets of the whole switch.

        Not what left each port: VPP counts a frame there before the plugin decides whether it leaves.
        """
        del ports
        counted = trim_counters(self.ask("show sonic-ext trim"))
        numbers = {"tx_trim": counted.sent, "dropped_trim": counted.dropped}
        return {(SWITCH_TRIM_COUNTERS[kind], 0): Count(number, 0) for kind, number in numbers.items()}


# --- The bench -------------------------------------------------------------------------------------------------------


class VppTrimmingBench(VppBench):
    where = (
        "VPP comes from https://fd.io/, and its plugin sonic_ext from https://github.com/sonic-net/sonic-platform-vpp, "
        "whose README says how to build both"
    )
    plugins = ("af_packet", "linux_cp", "sonic_ext")

    @property
    @override
    def kind(self) -> str:
        return "vpp-trimming"

    @override
    def versions(self, socket: Path) -> dict[str, str]:
        """VPP's and the plugin's, from the line of `show plugins` that names it."""
        shown = vppctl(socket, ["show", "plugins"], self.kind).splitlines()
        words = next((line.split() for line in shown if "sonic_ext_plugin.so" in line), [])
        return {**super().versions(socket), "sonic_ext": words[2] if len(words) > 2 else "unknown"}

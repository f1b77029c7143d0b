# SPDX-License-Identifier: Apache-2.0
"""A small incast with a T1 that stops, on the real switches and NICs, with its timeline."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import topologies
from fabric.results import Result
from fabric.running import result_of
from fabric.scenario.reading import load
from fabric.timeline import Timeline

LAB = Path(topologies.__file__).with_name("lab.yaml")
DEAD = "p0-t1-0"
STOP_NS, START_NS = 30_000, 60_000
SCENARIO = f"""\
name: small
title: A small <incast>
topology: {LAB}
seed: 3
limit: 3ms
sample: 7us
workload:
  - {{from: nic0, to: nic3, bytes: 600kB}}
  - {{from: nic1, to: nic3, bytes: 600kB, at: 2us}}
faults:
  - {{at: {STOP_NS}ns, do: switch {DEAD} stop}}
  - {{at: {START_NS}ns, do: switch {DEAD} start}}
"""


@dataclass(frozen=True)
class Watched:
    """A run, and what its timeline has."""

    file: Path
    result: Result
    timeline: Timeline

    @property
    def document(self):
        return self.timeline.document

    def total(self, what, level=0):
        """The sum of every column of this name."""
        columns = self.document["levels"][level]["columns"]
        return sum(sum(values) for name, values in columns.items() if name.split()[2] == what)


def watch(file, text=SCENARIO):
    file.write_text(text, encoding="utf-8")
    timeline = Timeline()
    return Watched(file, result_of(load(file), timeline, served=False), timeline)

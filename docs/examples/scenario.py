# SPDX-License-Identifier: Apache-2.0
"""A scenario from Python: an incast on the emulated fabric while a T1 dies, judged by its result."""

from pathlib import Path

from fabric.running import result_of
from fabric.scenario.reading import load

file = Path("out/examples/incast.yaml")
file.parent.mkdir(parents=True, exist_ok=True)
file.write_text("""
name: incast
title: Two NICs write to a third while a T1 dies
topology: ../../topologies/lab.yaml
seed: 1
limit: 2ms
workload:
  - {from: nic0, to: nic3, bytes: 1MiB}
  - {from: nic1, to: nic3, bytes: 1MiB}
faults:
  - {at: 20us, do: switch p0-t1-0 stop}
""")
result = result_of(load(file))
for flow in result["flows"]:
    print(flow["name"], f"{flow['goodput_gbps']:.1f} Gb/s, {flow['retransmissions']} resent, intact: {flow['intact']}")

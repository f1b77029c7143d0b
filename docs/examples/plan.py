# SPDX-License-Identifier: Apache-2.0
"""A plan: the static tables of every switch of a fabric, and the path that an EV names."""

from collections import Counter

import topologies
from controller.tables import plan

fabric = topologies.load("docs/examples/topology.yaml")
for switch in fabric.switches():
    tables = Counter(entry.table for entry in plan(fabric, switch).entries)
    print(f"{switch.name}: {tables.total()} entries in {len(tables)} tables")
path = fabric.path("nic0", "nic7", plane=1, t1=1)
print(" -> ".join(path.switches), "by", path.destination_text)

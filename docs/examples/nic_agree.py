# SPDX-License-Identifier: Apache-2.0
"""What two ends tell each other before they connect, and what they agree on; a difference is refused by name."""

import topologies
from host_stack import CapabilityError, ConnectionParameters, Nic, agree
from host_stack.provision import nic_config

fabric = topologies.load("topologies/lab.yaml")
a, b = (Nic(nic_config(fabric, name), seed=1) for name in ("nic0", "nic3"))
here, there = a.capabilities(mpr=16), b.capabilities(mpr=8, max_immediates=64)
print(agree(here, there).mpr, agree(here, there).max_immediates, agree(there, here).mpr)
greeting = ConnectionParameters(a.config.address, 17, 0, here)
print(ConnectionParameters.from_json(greeting.to_json()) == greeting)

other = Nic(nic_config(fabric, "nic1", overrides={"ev_halves": "sport_low"}), seed=1)
try:
    agree(here, other.capabilities())
except CapabilityError as problem:
    print(problem)

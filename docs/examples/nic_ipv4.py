# SPDX-License-Identifier: Apache-2.0
"""NICs on IPv4: EVs are UDP source ports, which the switches of a topology with `ecmp` hash."""

import topologies
from host_stack import Nic
from host_stack.provision import connect, nic_config

dual = topologies.load("topologies/lab.yaml", {"ecmp": True, "nic_prefix_ipv4": "10.0.0.0/16"})
options = {"network": "ipv4", "ev_mode": "udp"}
a, b = (Nic(nic_config(dual, name, overrides=options), seed=1) for name in ("nic0", "nic3"))
print([".".join(map(str, nic.config.address)) for nic in (a, b)], connect(dual, a, b).a.state.name)

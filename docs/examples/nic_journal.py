# SPDX-License-Identifier: Apache-2.0
"""A journal follows packets of a NIC, and a query says what a queue pair does; Wireshark opens out/journal.pcapng."""

from pathlib import Path

import topologies
from host_stack import Journal, Nic
from host_stack.explain.conversations import explain_journals, fates_of, write_journals
from host_stack.provision import connect, nic_config

fabric = topologies.load("topologies/lab.yaml")
a, b = (Nic(nic_config(fabric, name), seed=1) for name in ("nic0", "nic3"))
pair = connect(fabric, a, b)
region = b.register_memory(65_536)
a.journal = Journal(capacity=10_000)
pair.a.post_write(bytes(65_536), region.address, region.r_key, wr_id=8)
while sent := a.transmit(0b11, 0):
    pass  # nothing arrives: every packet stays open
(conversation,) = explain_journals({"nic0": a.journal}, a.config.wire).all()
for index, fates in list(fates_of(conversation).items())[:2]:
    print(f"PSN {index & 0xFFFFFF}:", [fate.outcome.value for fate in fates])
Path("out").mkdir(exist_ok=True)
write_journals({"nic0": a.journal}, Path("out/journal.pcapng"))

report = pair.a.query()
print(report.state.name, report.writes_posted, "write,", report.packets_in_flight, "packets in flight")
print(pair.a.counters.data_packets, "sent; at most", a.query_device().max_qp_wr, "writes may be posted")

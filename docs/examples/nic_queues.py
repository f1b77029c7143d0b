# SPDX-License-Identifier: Apache-2.0
"""Two queue pairs share a completion queue with a notification channel, as in verbs."""

import topologies
from host_stack import CompletionChannel, Nic, QpCapacity
from host_stack.provision import nic_config

nic = Nic(nic_config(topologies.load("topologies/lab.yaml"), "nic0"), seed=1)
channel = CompletionChannel()
shared = nic.create_cq(64, channel)
qps = [nic.create_qp(send_cq=shared, capacity=QpCapacity(max_send_wr=2, signal_all=False)) for _ in "xy"]
shared.arm()
for qp in qps:
    qp.modify_to_error()  # they were never connected: what is posted now completes at once, as flushed
    qp.post_write(b"data", 0, 0, wr_id=3)
print(channel.take() == [shared], [(done.qpn, done.wr_id, done.status.value) for done in shared.poll()])
for qp in qps:
    nic.destroy_qp(qp)
nic.destroy_cq(shared)

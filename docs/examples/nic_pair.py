# SPDX-License-Identifier: Apache-2.0
"""Two MRC NICs on a wire of two planes: nic0 writes 64 KiB into nic3's memory."""

import topologies
from host_stack import Nic
from host_stack.provision import connect, nic_config

fabric = topologies.load("topologies/lab.yaml")
sender, receiver = (Nic(nic_config(fabric, name), seed=1) for name in ("nic0", "nic3"))
pair = connect(fabric, sender, receiver)
region = receiver.register_memory(65_536)
pair.a.post_write(bytes(range(256)) * 256, region.address, region.r_key, wr_id=1)

now_ns = 0
while not (completions := pair.a.poll_completions()):
    now_ns += 400  # a frame of 4 KiB takes 340 ns on a port of 100 Gb/s
    for nic, peer in ((sender, receiver), (receiver, sender)):
        while sent := nic.transmit(0b11, now_ns):
            port, frame = sent
            peer.receive(port, peer.config.ports[port].mac + frame[6:], now_ns)
print(completions[0].status.value, bytes(region.data) == bytes(range(256)) * 256, pair.a.counters.plane_packets)

# SPDX-License-Identifier: Apache-2.0
"""Two RoCEv2 NICs on a wire, and a write from one into the other's memory (docs/roce.md)."""

from random import Random

from host_stack.roce import Nic, NicConfig, PortConfig, RtrAttributes, RtsAttributes

port = PortConfig(mac=bytes.fromhex("020000000001"), peer_mac=bytes.fromhex("020000000002"), rate_bps=100_000_000_000)
nics = [Nic(NicConfig(f"nic{n}", bytes(15) + bytes((n,)), (port,)), seed=n) for n in (1, 2)]
pair = [nic.create_qp() for nic in nics]
for own, peer, other in ((pair[0], pair[1], nics[1]), (pair[1], pair[0], nics[0])):
    own.modify_to_init()
    own.modify_to_rtr(RtrAttributes(other.config.address, peer.qpn, path_mtu=4096))
    own.modify_to_rts(RtsAttributes(timeout=14, retry_count=7, rnr_retry=7))

region = nics[1].register_memory(100_000)
data = Random(1).randbytes(100_000)
pair[0].post_write(data, region.address, region.r_key, wr_id=5)
now = 0
while not (done := pair[0].poll_completions()):
    now += 400  # ns; a fabric asks whenever a port is free
    for nic, other in ((nics[0], nics[1]), (nics[1], nics[0])):
        sent = nic.transmit(0b1, now)  # bit p: port p can take a frame
        if sent is not None:
            other.receive(sent[0], sent[1], now)
print(done[0].status.value, bytes(region.data) == data)

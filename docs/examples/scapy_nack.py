# SPDX-License-Identifier: GPL-2.0-only
"""A NACK in a frame, built and read back with the scapy layers (docs/scapy.md)."""

from scapy.layers.inet import UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether

from host_stack.wire.layers import NETH, MrcBTH

nack = (
    IPv6(dst="fd6d:7263::1", nh=17)
    / UDP(sport=0xC000, dport=4791, chksum=0)
    / MrcBTH(opcode="NACK", dqpn=16)
    / NETH(nack_psn=7)
)
frame = bytes(Ether(dst="02:00:00:00:00:02") / IPv6(dst="fcbb:bbbb:1000:2001:1001:3001::", nh=41) / nack)
print(Ether(frame)[NETH].nack_psn, Ether(frame)[IPv6].dst)

# SPDX-License-Identifier: Apache-2.0
"""How fast the engine is: ``python -m host_stack.bench [MEBIBYTES]``.

Two NICs back to back in one process, no switches and no event loop: every data packet is built, parsed, checked,
placed and answered. Prints data packets per second of processor time, both ends together.
"""

import sys
import time

from host_stack import (
    CcProfile,
    EvProfile,
    InitAttributes,
    Nic,
    NicConfig,
    PathTemplate,
    PortConfig,
    RtrAttributes,
    RtsAttributes,
    StaticPaths,
)

_ADDRESSES = (bytes(15) + b"\x01", bytes(15) + b"\x02")
_TEMPLATE = PathTemplate(
    base=0xFCBB_BBBB_1000_2000_1001_3000_0000_0000,
    plane_masks=(0x0000_0000_0200_0100_0200_0100_0000_0000,),
    uplink_masks=tuple(1 << 64 + bit for bit in range(6)),
    planes=2,
    uplinks=64,
)
_PACKET_NS = 170


def transfer(size: int, queue_pairs: int = 1) -> tuple[int, float]:
    """Write ``size`` bytes from one NIC to another by each queue pair; (data packets, seconds of processor time)."""
    port = PortConfig(bytes(6), bytes(6))
    nics = [
        Nic(NicConfig(f"nic{i}", _ADDRESSES[i], (port, port), StaticPaths({_ADDRESSES[1 - i]: _TEMPLATE})), seed=i)
        for i in (0, 1)
    ]
    pairs = [[nic.create_qp() for nic in nics] for _ in range(queue_pairs)]
    for pair in pairs:
        for i in (0, 1):
            pair[i].modify_to_init(InitAttributes(EvProfile(_TEMPLATE), CcProfile.fixed(256 * 1024)))
            pair[i].modify_to_rtr(RtrAttributes(_ADDRESSES[1 - i], pair[1 - i].qpn))
            pair[i].modify_to_rts(RtsAttributes())
    # Memory that is there, as registered memory is: the kernel's first look at each page is no work of a NIC.
    source = b"\x5a" * size
    regions = [nics[1].register_memory(bytearray(b"\xa5" * size)) for _ in pairs]
    for (sender, _), region in zip(pairs, regions, strict=True):
        sender.post_write(source, region.address, region.r_key)
    now_ns = 0
    started = time.process_time()
    while not all(sender.counters.messages_completed for sender, _ in pairs):
        for i in (0, 1):
            for _ in range(16):
                sent = nics[i].transmit(3, now_ns)
                if sent is None:
                    break
                now_ns += _PACKET_NS
                nics[1 - i].receive(sent[0], sent[1], now_ns)
    seconds = time.process_time() - started
    assert all(region.data == source for region in regions), "every byte arrived"
    return sum(sender.counters.data_packets for sender, _ in pairs), seconds


def main() -> None:
    """Run the benchmark and print one line."""
    if len(sys.argv) > 2 or not all(argument.isdigit() and int(argument) for argument in sys.argv[1:]):
        raise SystemExit("usage: python -m host_stack.bench [MEBIBYTES]")
    packets, seconds = transfer(int(sys.argv[1]) << 20 if len(sys.argv) == 2 else 64 << 20)
    sys.stdout.write(f"{packets} data packets of 4096 bytes in {seconds:.2f} s: {packets / seconds:,.0f} packets/s\n")


if __name__ == "__main__":
    main()

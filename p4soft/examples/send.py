# SPDX-License-Identifier: Apache-2.0
"""Send one packet into a port of a running switch, and show what leaves by another: send.py unix:IN unix:OUT."""

import sys
import time

from p4soft.targets.links import open_attachment

PACKET = bytes.fromhex(
    "020000000001 000000000101 0800"  # to the router's own MAC address
    "4500 0021 0001 0000 4011 63be 0a000105 0a000209"  # IPv4, TTL 64, 10.0.1.5 to 10.0.2.9
    "04d2 0050 000d 0000 68656c6c6f"  # UDP to port 80, "hello"
)


def main() -> int:
    """Exit status 1 where nothing leaves within five seconds."""
    with open_attachment(sys.argv[1]) as into, open_attachment(sys.argv[2]) as out:
        into.send(PACKET)
        left = out.recv(time.monotonic() + 5)
    print("in ", PACKET.hex())
    print("out", left.hex() if left else "nothing")
    return 0 if left else 1


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: GPL-2.0-only
"""What lab 11 hands out."""

from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether

from labs.grading.lessons.find_the_bug import shortened
from ptf_tests.switch.packets import describe


def test_packets_are_shown_with_their_headers_and_without_their_payload():
    packet = Ether() / IP(src="192.0.2.1") / UDP(sport=7, dport=7) / bytes(range(200))
    text = f"port 1: differs\n--- sent\n{describe(bytes(packet))}\n--- received\nnothing"
    found = shortened(text).splitlines()
    assert max(map(len, found)) <= 160
    assert next(line for line in found if "load" in line).endswith(" ...")
    assert {"port 1: differs", "--- sent", "--- received", "nothing"} <= set(found)
    assert sum("192.0.2.1" in line for line in found) == 1
    numbers = [line[:4] for line in found if line[4:6] == "  " and line[:4].strip()]
    assert numbers[-2:] == ["0090", "...."] and numbers[0] == "0000" and len(numbers) == 11

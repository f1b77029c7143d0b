# SPDX-License-Identifier: GPL-2.0-only
"""Whether the ports of a device are where its profile says: frames from each port to each, and where they come out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from itertools import count, product

from msgspec import Struct

from ptf_tests.switch import packets
from ptf_tests.switch.device import PORTS, DeviceUnderTest
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.settings import Route, mac

DEADLINE_S = 10.0
AGAIN_S = 2.0
"""After which frames that did not come out are sent again: a device may just have been configured."""
_WAIT_S = 0.02

_identities = count(1 << 32)
"""Sentinels of the cases have lower ones."""


class Wiring(Struct, frozen=True):
    """Where frames came out.

    Attributes:
        out: port that a frame was routed to -> ports that it came out of.
        addressed: port that a frame was sent into -> the ports whose MAC address such frames had that came out.
    """

    out: Mapping[int, frozenset[int]]
    addressed: Mapping[int, frozenset[int]]


def probe(device: DeviceUnderTest) -> Wiring:
    """Configure a device that was reset with one route to each port, and send a frame from each port to each.

    What does not come out is sent again, to the MAC addresses of the other ports: a router takes what is for it alone.
    Raises DeviceError.
    """
    device.flush()
    device.configure([Route(f"{packets.sentinel_address(port)}/128", port) for port in PORTS])
    sent: dict[int, tuple[int, int, int]] = {}
    waiting = set(product(PORTS, PORTS))
    out: dict[int, set[int]] = {port: set() for port in PORTS}
    addressed: dict[int, set[int]] = {port: set() for port in PORTS}
    now = time.monotonic()
    end, again, turn = now + DEADLINE_S, now, 0
    while waiting and now < end:
        if now >= again:
            for ingress, egress in sorted(waiting):
                owner, identity = PORTS[(ingress + turn) % len(PORTS)], next(_identities)
                sent[identity] = (ingress, egress, owner)
                device.send(ingress, mac(owner).to_bytes(6, "big") + packets.sentinel(egress, identity)[6:])
            again, turn = now + AGAIN_S, turn + 1
        for port in PORTS:
            while (frame := device.receive(port, _WAIT_S)) is not None:
                found = next((sent[each] for each in sent if packets.is_sentinel(frame, each)), None)
                if found is not None:
                    ingress, egress, owner = found
                    waiting.discard((ingress, egress))
                    out[egress].add(port)
                    addressed[ingress].add(owner)
        now = time.monotonic()
    return Wiring(_frozen(out), _frozen(addressed))


def _frozen(found: Mapping[int, set[int]]) -> dict[int, frozenset[int]]:
    return {port: frozenset(there) for port, there in found.items()}


def fault(found: Wiring, profile: Profile, *, before: bool) -> str:
    """The fault in a sentence for people; "" if the wiring is as the profile says.

    Args:
        found: by `probe`.
        profile: of the device.
        before: every port has answered in this run.
    """

    def names(ports: Iterable[int]) -> str:
        interfaces = profile.access.interfaces
        return ", ".join(f"port {port} ({interfaces.get(port, 'no interface')})" for port in sorted(ports))

    more = " any more" if before else ""
    elsewhere = {port: there - {port} for port, there in found.out.items() if there - {port}}
    dead = [port for port, there in found.out.items() if not there]
    deaf = [port for port, owners in found.addressed.items() if not owners and port not in dead]
    strange = {port: owners for port, owners in found.addressed.items() if owners and port not in owners}
    if len(dead) == len(PORTS):
        return (
            f"{profile.name}: no port answers{more}: of the frames sent into each port, none came out within "
            f"{DEADLINE_S:g} s; check that the device forwards, and access.interfaces and access.macs of the profile"
        )
    parts = [f"what goes to {names([port])} comes out of {names(there)}" for port, there in elsewhere.items()]
    if dead:
        parts.append(f"no answer{more} from {names(dead)}")
    if deaf:
        parts.append(f"what is sent into {names(deaf)} comes out nowhere{more}")
    check = "check access.interfaces of the profile, which are not those behind these ports"
    if not elsewhere:
        parts += [f"{names([port])} takes frames to the MAC address of {names(of)}" for port, of in strange.items()]
        check = "check the cable, that the device's port is up, and access.interfaces and access.macs of the profile"
    return f"{profile.name}: {'; '.join(parts)}; {check}" if parts else ""

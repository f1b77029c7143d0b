# SPDX-License-Identifier: Apache-2.0
"""A switch inside a Python program: compile, fill tables, give it a packet, read what it did and what left."""

import sys
from pathlib import Path

from send import PACKET

from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state import ActionCall, Exact, Lpm, MemberRef, Ternary
from p4soft.switch.trace import TextTracer

ROUTER = Path(__file__).parent / "router.p4"
ROUTER_MAC, NEIGHBOUR_MAC = 0x020000000001, 0x0A0A


def router() -> SimpleSwitch:
    """A switch that runs the router and has one route: 10.0.2.0/24 by port 2."""
    switch = SimpleSwitch()
    switch.load(load_program(compile_file(ROUTER).json))
    state = switch.state
    assert state is not None
    any_port = Ternary(0, 0)
    state.table("RouterIngress.my_macs").insert(
        [any_port, Exact(ROUTER_MAC)], ActionCall("RouterIngress.mine"), priority=1
    )
    members = state.action_profile("RouterIngress.Route.next_hops")
    members.insert_member(0, ActionCall("RouterIngress.Route.forward", (2, ROUTER_MAC, NEIGHBOUR_MAC)))
    state.table("RouterIngress.Route.next_hop").insert([Exact(1)], MemberRef(0))
    prefix = Lpm(0x0A000200, 24)
    state.table("RouterIngress.Route.ipv4_lpm").insert([prefix], ActionCall("RouterIngress.Route.via", (1,)))
    return switch


def main() -> None:
    """Send one packet and show its way."""
    switch = router()
    switch.tracer = TextTracer(sys.stdout)
    for emission in switch.receive(1, PACKET, now_us=0):
        print(f"port {emission.port}: {emission.frame.hex()}")


if __name__ == "__main__":
    main()

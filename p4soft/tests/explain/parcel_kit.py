# SPDX-License-Identifier: Apache-2.0
"""The parcel program, its tables filled, and the frames the golden trace is made of."""

from functools import cache
from pathlib import Path

from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.state import ActionCall, CloneSession, GroupMember, GroupRef, MulticastGroup, Replica, Ternary

HERE = Path(__file__).parent
SOURCE = HERE / "programs" / "parcel.p4"

FRAMES = {
    "a hit": "01 00 1234 0000 beef",
    "a miss": "63 00 0000 0000",
    "register, counter and meter": "02 01 0042 0000 02 03",
    "hash, random and log_msg": "03 00 1111 0000",
    "digest and clone": "04 00 2222 0000",
    "resubmit": "05 00 0000 0000",
    "multicast": "06 00 0009 0000",
    "no such multicast group": "06 00 0008 0000",
    "a failing assert": "07 00 0007 0000",
    "a value set, and pop_front": "fe 08 01 0001 0000 04 07",
    "recirculate": "01 04 0000 0000",
    "truncate": "01 08 0000 0000 aabb",
    "a drop in egress": "01 10 0000 0000",
    "a wrong checksum, updated": "01 00 0001 beef",
    "too short": "01 00",
    "a failing verify": "01 ee 0000 0000",
}


@cache
def compiled():
    return compile_file(SOURCE)


def program():
    return load_program(compiled().json, source="parcel.p4")


def switch(tracer):
    sw = SimpleSwitch(tracer=tracer, seed=1)
    sw.load(program())
    pre, state = sw.state.pre, sw.state
    pre.insert_session(CloneSession(5, (Replica(4),)))
    pre.insert_group(MulticastGroup(9, (Replica(1), Replica(2))))
    state.value_set("ParcelParser.wrapped").insert(0xFE, 0xFF)
    profile = state.action_profile("ParcelIngress.spread")
    profile.insert_member(1, ActionCall("ParcelIngress.out_of", (6,)))
    profile.insert_group(1, (GroupMember(1),))
    state.table("ParcelIngress.balance").insert([Ternary(1, 0xFF)], GroupRef(1), priority=1)
    return sw


def relative(text):
    """`text` with places in the P4 source relative to the folder of the programs."""
    return text.replace(f"{SOURCE.parent}/", "")


def run(tracer):
    sw = switch(tracer)
    for i, frame in enumerate(FRAMES.values()):
        sw.receive(1, bytes.fromhex(frame), 1000 * (i + 1))

# SPDX-License-Identifier: Apache-2.0
"""What a user does with p4runtime-shell, line by line, from a script; prints what came back as one line of JSON.

    python shell_session.py ADDRESS DEVICE_ID P4INFO JSON

It runs in p4runtime-shell's own environment, so it imports nothing of this project.
"""

import json
import sys

import google.protobuf
import p4runtime_sh.shell as sh
from google.protobuf.internal import api_implementation
from p4runtime_sh.p4runtime import P4RuntimeWriteException

address, device_id, p4info, program = sys.argv[1:]
told = {"protobuf": google.protobuf.__version__, "messages": api_implementation.Type()}
sh.setup(int(device_id), address, (0, 1), config=sh.FwdPipeConfig(p4info, program), verbose=False)
try:
    entry = sh.TableEntry("exact_t")(action="forward")
    entry.match["hdr.ethernet.dst"] = "00:00:00:00:00:0a"
    entry.action["port"] = "1"
    entry.insert()
    try:
        entry.insert()
        told["twice"] = "accepted"
    except P4RuntimeWriteException as refusal:
        told["twice"] = str(refusal)
    entry.action["port"] = "2"
    entry.modify()
    told["read"] = [e.action["port"].value.hex() for e in sh.TableEntry("exact_t").read()]
    prefix = sh.TableEntry("lpm_t")(action="forward")
    prefix.match["hdr.probe.a"] = "7"
    prefix.match["hdr.probe.c"] = "10.0.0.0/8"
    prefix.action["port"] = "3"
    prefix.insert()
    member = sh.ActionProfileMember("ecmp")(member_id=1, action="forward")
    member.action["port"] = "4"
    member.insert()
    group = sh.ActionProfileGroup("ecmp")(group_id=1)
    group.add(1)
    group.insert()
    chosen = sh.TableEntry("selector_t")(group_id=1)
    chosen.match["hdr.probe.d"] = "5"
    chosen.insert()
    flood = sh.MulticastGroupEntry(1).add(1, 1).add(2, 2)
    flood.insert()
    counter = sh.CounterEntry("port_counter")
    told["counter"] = len(list(counter.read()))
    for gone in (chosen, group, member, prefix, entry, flood):
        gone.delete()
    told["left"] = len(list(sh.TableEntry("exact_t").read()))
    out = sh.PacketOut(b"\x00" * 60)
    out.metadata["egress_port"] = "1"
    out.metadata["unused"] = "0"
    out.send()
finally:
    sh.teardown()
print(json.dumps(told))

# SPDX-License-Identifier: Apache-2.0
"""A P4 program on the switch: compile it, load it, and send a frame through it."""

from pathlib import Path

from p4soft.compiler import compile_file
from p4soft.switch import SimpleSwitch, load_program

compiled = compile_file(Path(__file__).with_name("swap_ports.p4"))
switch = SimpleSwitch()
switch.load(load_program(compiled.json))

frame = bytes.fromhex("0200000000020200000000010800") + bytes(50)
for emission in switch.receive(port=0, frame=frame, now_us=0):
    print(f"port {emission.port}: {emission.frame[:14].hex(' ')}")
print("tables:", [table.preamble.name for table in compiled.p4info.tables])

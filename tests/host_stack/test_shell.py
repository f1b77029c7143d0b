# SPDX-License-Identifier: GPL-2.0-only
"""`python -m host_stack shell`: packets built and decoded by name, as the NIC builds them."""

import subprocess
import sys

import pytest
from command_kit import ran
from scapy.layers.l2 import Ether
from scapy.packet import Raw

import topologies
from common import PROJECT_ROOT
from host_stack.__main__ import main
from host_stack.roce import wire as roce
from host_stack.roce.layers import RoceBTH
from host_stack.shell import Names
from host_stack.wire.frames import FrameParser, Packet, ethernet
from host_stack.wire.headers import Aeth, Reth
from host_stack.wire.headers import ImmDt as ImmediateData
from host_stack.wire.layers import AETH, METH, RETH, ImmDt, MrcBTH
from host_stack.wire.options import WireOptions

LAB = PROJECT_ROOT / "topologies" / "lab.yaml"


@pytest.fixture(scope="module")
def names():
    return Names(topologies.load(LAB))


def run(*words):
    return ran(main, "shell", *words)


def test_a_nic_takes_what_the_shell_writes(names):
    frame = bytes(names.write("nic0", "nic3", plane=1, t1=1, payload=b"hello", psn=7, entropy=0xC0010001))
    receiver = names.fabric.nic("nic3")
    packet = FrameParser(WireOptions(), receiver.address.to_bytes(16, "big")).parse(frame)
    assert isinstance(packet, Packet)
    assert (bytes(packet.payload), packet.bth.psn, packet.entropy) == (b"hello", 7, 0xC0010001)
    assert frame[:12].hex(":") == "02:11:00:00:00:00:02:31:00:00:00:00"
    assert frame[38:54].hex() == "fcbbbbbb120021011201310100000000"


def test_a_route_names_the_nodes_that_are_ahead(names):
    packet = names.write("nic0", "nic3", plane=0, t1=1)
    assert names.route(packet) == "p0-t0-0 > p0-t1-1 > p0-t0-1 > nic3"
    packet[1].dst = "fcbb:bbbb:1001:3001::"
    assert names.route(packet) == "p0-t0-1 > nic3"
    packet[1].dst = names.fabric.nic("nic2").address_text
    assert names.route(packet) == "nic2"
    packet[1].dst = "fcbb:bbbb:1001:7777::"
    assert names.route(packet) == "p0-t0-1 > 0x7777?"


def test_a_trimmed_packet_decodes_as_far_as_it_goes(names):
    cut = Ether(bytes(names.write("nic0", "nic3", payload=bytes(1000)))[:256])
    assert cut[MrcBTH].icrc == b""
    assert cut[METH].msn == 1
    assert cut[RETH].length == 1000
    assert "absent (trimmed)" in cut.show(dump=True)


def test_commands_run_without_a_prompt():
    done = run("-c", "print(route(write('nic0', 'nic3', t1=1)))")
    assert (done.returncode, done.stdout) == (0, "p0-t0-0 > p0-t1-1 > p0-t0-1 > nic3\n")


def test_the_prompt_shows_examples_and_ends_with_its_input():
    done = subprocess.run(
        [sys.executable, "-m", "host_stack", "shell"],
        cwd=PROJECT_ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert 'write("nic0", "nic3", plane=0, t1=1)' in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--topology", "nowhere.yaml"), "nowhere.yaml"),
        (("-c", "write('nic0', 'nic9')"), "no NIC named 'nic9'"),
        (("-c", "this is no Python"), "-c:1: "),
    ],
)
def test_what_is_wrong_is_one_line(words, told):
    done = run(*words)
    assert done.returncode in (1, 2)
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_packets_of_roce_decode_on_the_same_port():
    """A capture of a RoCE run has its own transport header, and the headers that its opcode calls for."""
    builder = roce.FrameBuilder([ethernet(bytes(6), bytes(6))], 64)
    told = {"port": 0, "traffic_class": 2, "source_port": 0xC001}
    write = builder.frame(
        **told, addresses=bytes(32), bth=roce.Bth(roce.Opcode.WRITE_ONLY_IMM, 5, 6, pad=3),
        headers=[Reth(1, 2, 5), ImmediateData(7)], payload=b"bytes",
    )  # fmt: skip
    packet = Ether(write)
    layers = [type(layer) for layer in (packet[RoceBTH], *packet[RoceBTH].iterpayloads())][1:]
    assert layers == [RoceBTH, RETH, ImmDt, Raw]
    assert (packet[RoceBTH].dqpn, packet[ImmDt].imm, packet[Raw].load) == (5, 7, b"bytes")
    packet.clear_cache()
    assert bytes(packet) == write
    ack = Ether(
        builder.frame(**told, addresses=bytes(8), bth=roce.Bth(roce.Opcode.ACKNOWLEDGE, 5, 6), headers=[Aeth(0x1F, 9)])
    )
    assert (ack[AETH].syndrome, ack[AETH].msn) == (0x1F, 9)
    mrc = run("-c", "p = Ether(bytes(write('nic0', 'nic3'))); print(p[MrcBTH].opcode, RoceBTH in p)")
    assert mrc.stdout == "202 False\n", mrc.stderr

# SPDX-License-Identifier: Apache-2.0
"""The event log, --nanolog: what a subscriber gets from our simple_switch and from BMv2's, and what it costs nobody."""

from __future__ import annotations

import struct

import pytest
from process_kit import ANY_ADDRESS
from program_kit import assign, bytes_program, field, std
from reference_kit import needs
from tests.switch.notifications import event_kit
from tests.switch.notifications.isolated_kit import OURS, RUN_S, watched
from waiting_kit import until

from p4soft.switch.notifications import EventLog, Kind

pynng = pytest.importorskip("pynng")


@pytest.fixture(scope="module")
def log_of(tmp_path_factory):
    return lambda *words: watched(event_kit.__file__, tmp_path_factory.mktemp("events"), words).splitlines()


@pytest.fixture(scope="module")
def ours(log_of):
    return log_of(*OURS)


def test_packets_are_told_from_port_to_port(ours):
    kinds = [(int(line.split()[4]), Kind(int(line.split()[0])).name) for line in ours]
    forwarded = [kind for number, kind in kinds if number == 0]
    assert forwarded[:3] == ["PACKET_IN", "PARSER_START", "PARSER_EXTRACT"]
    assert forwarded[-4:] == ["DEPARSER_START", "DEPARSER_EMIT", "DEPARSER_DONE", "PACKET_OUT"]
    assert forwarded.count("TABLE_HIT") == 1
    for number in (1, 2):  # dropped at the end of ingress
        assert [kind for n, kind in kinds if n == number][-1] == "PIPELINE_DONE"


@pytest.mark.bmv2
@needs("simple_switch")
def test_bmv2_logs_the_same(ours, log_of):
    assert log_of("simple_switch") == ours


def test_a_switch_that_nobody_listens_to_runs_natively(tmp_path):
    program = bytes_program()
    program.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    switch = program.load(engine="native")
    address = f"ipc://{tmp_path}/events"
    log = EventLog(switch, address, lambda: None)
    try:
        for _ in range(2):
            assert log.next_tick_us() is None
            assert switch.takes_records
            with pynng.Sub0(dial=address, block_on_dial=True, topics="", recv_timeout=5000) as subscriber:
                until(lambda: log.next_tick_us() == 0)
                log.tick(0)
                assert log.next_tick_us() is None
                assert len(switch.receive(4, bytes([0, 3, 0, 0, 0]), 0)) == 1
                first = subscriber.recv()
                assert struct.unpack_from("<i", first) == (Kind.PACKET_IN,)
                assert struct.unpack("<i", first[-4:]) == (4,)
                switch.load(switch.program)
            until(lambda: log.next_tick_us() == 0)
            log.tick(0)
    finally:
        log.close()


def test_another_program_is_told(tmp_path):
    program = bytes_program()
    program.run("in", assign(std("egress_spec"), field("h", "x")), start=True)
    switch = program.load(engine="python")
    address = f"ipc://{tmp_path}/events"
    log = EventLog(switch, address, lambda: None)
    try:
        with pynng.Sub0(dial=address, block_on_dial=True, topics="", recv_timeout=5000) as subscriber:
            until(lambda: log.next_tick_us() == 0)
            log.tick(0)
            switch.load(program.load(engine="python").program)
            assert log.next_tick_us() == 0
            log.tick(0)
            assert struct.unpack_from("<i", subscriber.recv()) == (Kind.CONFIG_CHANGE,)
            assert log.next_tick_us() is None
    finally:
        log.close()


def test_an_address_that_cannot_be_one(start, loopback_program):
    process = start(loopback_program, "--nanolog", "nowhere", *ANY_ADDRESS)
    assert process.popen.wait(RUN_S) == 1
    message = process.popen.stderr.read()
    assert message.startswith("error: --nanolog nowhere: cannot listen: ")
    assert message.endswith("; accepted: ipc://PATH or tcp://HOST:PORT\n")

# SPDX-License-Identifier: Apache-2.0
"""The notification socket, between processes: what a subscriber gets from our simple_switch and from BMv2's."""

from __future__ import annotations

import struct

import pytest
from long_kit import share
from process_kit import ANY_ADDRESS
from reference_kit import needs
from tests.switch.notifications import watch_kit
from tests.switch.notifications.isolated_kit import OURS, RUN_S, watched

pynng = pytest.importorskip("pynng")

LEARNING = struct.Struct("<4sQIiQI")


@pytest.fixture(scope="module")
def watch(tmp_path_factory):
    return lambda *words: watched(watch_kit.__file__, tmp_path_factory.mktemp("watch"), words).split()


@pytest.fixture(scope="module")
def ours(watch):
    return watch(*OURS)


def samples(line: str) -> tuple[tuple[int, ...], list[bytes]]:
    """A LEA message: device, context, list, buffer, and its samples of 6 + 2 bytes."""
    message = bytes.fromhex(line)
    kind, *header, count = LEARNING.unpack_from(message)
    assert (kind, len(message)) == (b"LEA|", LEARNING.size + 8 * count)
    return tuple(header), [message[at : at + 8] for at in range(LEARNING.size, len(message), 8)]


def learned(*sources: int) -> list[bytes]:
    return [source.to_bytes(6) + (1).to_bytes(2) for source in sources]


def test_ports_digests_and_idle_entries_are_published(ours):
    down, up, *rest = ours
    header = b"PRT|" + struct.pack("<QI16x", 7, 1)
    assert bytes.fromhex(down) == header + struct.pack("<ii", 1, 0)
    assert bytes.fromhex(up) == header + struct.pack("<ii", 1, 1)
    assert [samples(line) for line in rest[:5]] == [
        ((7, 0, 1, 0), learned(1, 2, 3)),
        ((7, 0, 1, 1), learned(*range(4, 20))),
        ((7, 0, 1, 2), learned(1, 2, 3)),
        ((7, 0, 1, 3), learned(1)),
        ((7, 0, 1, 4), learned(3)),
    ]
    assert rest[5] == "nothing"
    assert samples(rest[6]) == ((7, 0, 1, 5), learned(30, 31))
    table_id = next(t for t in watch_kit.tables() if t["name"] == "MyIngress.idle_t")["id"]
    assert bytes.fromhex(rest[7]) == b"AGE|" + struct.pack("<QIiIII", 7, 0, table_id, 2, 0, 1)
    assert rest[8] == "nothing"
    assert samples(rest[9]) == ((7, 0, 1, 0), learned(40))


@pytest.mark.bmv2
@needs("simple_switch")
def test_bmv2_publishes_the_same(ours, watch):
    assert watch("simple_switch") == ours


WRONG = ["nowhere", "ipc:///no/such/folder/x", "tcp://256.0.0.1:1", "udp://127.0.0.1:1"]


@pytest.mark.parametrize("address", share(WRONG, ["ipc:///no/such/folder/x"]))
def test_an_address_that_cannot_be_one(start, loopback_program, address):
    process = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    assert process.popen.wait(RUN_S) == 1
    message = process.popen.stderr.read()
    assert message.startswith(f"error: --notifications-addr {address}: cannot listen: ")
    assert message.endswith("; accepted: ipc://PATH or tcp://HOST:PORT\n")


def test_an_address_that_is_taken_and_one_that_was_left_behind(start, loopback_program, tmp_path):
    address = f"ipc://{tmp_path}/n"
    first = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    first.ready()
    second = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    assert second.popen.wait(RUN_S) == 1
    assert "cannot listen: Address in use" in second.popen.stderr.read()
    first.popen.kill()
    first.popen.wait(RUN_S)
    third = start(loopback_program, "--notifications-addr", address, *ANY_ADDRESS)
    third.ready()
    assert third.stop() == 0

# SPDX-License-Identifier: Apache-2.0
"""A session with a switch in this process: the answers are those that a client over gRPC gets, without gRPC."""

import subprocess
import sys

import pytest
from tests.p4runtime_client.test_session import PROGRAM, text_of, writes_of_which_one_is_refused

from p4soft.compiler import compile_file
from p4soft.p4runtime_client import SessionError
from p4soft.switch import SimpleSwitch
from p4soft.switch.p4runtime import Device, DirectSession


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    path = tmp_path_factory.mktemp("program") / "seen.p4"
    path.write_text(PROGRAM)
    return compile_file(path)


@pytest.fixture
def device():
    return Device(SimpleSwitch(device_id=3))


def load(session, compiled, cookie=None):
    session.set_pipeline(compiled.p4info, text_of(compiled), cookie=cookie)


def test_a_pipeline_and_its_cookie(device, compiled):
    session = DirectSession("p", device)
    assert session.pipeline_cookie() is None
    with pytest.raises(SessionError, match=r"^p: PERMISSION_DENIED: there is no primary client") as caught:
        load(session, compiled)
    assert caught.value.code == "PERMISSION_DENIED"
    session.become_primary()
    session.become_primary()  # once is enough
    load(session, compiled)
    assert session.pipeline_cookie() == 0
    load(session, compiled, cookie=2**64 - 1)
    assert session.pipeline_cookie() == 2**64 - 1
    assert device.writes == 2


def test_writes_are_read_back_and_refusals_say_which_update(device, compiled):
    session = DirectSession("p", device)
    session.become_primary()
    load(session, compiled)
    assert str(writes_of_which_one_is_refused(session, compiled)).startswith("p: UNKNOWN: ")


def test_the_highest_election_id_wins_and_control_is_given_up(device):
    first, second = DirectSession("p", device, election_id=2**64), DirectSession("p", device, election_id=2**64 - 1)
    first.become_primary()
    with pytest.raises(SessionError, match=r"^p: not primary: another client controls device 3"):
        second.become_primary()
    assert first.is_primary()
    first.close()
    first.close()
    assert not first.is_primary()
    third = DirectSession("p", device, election_id=2**64 + 1)
    third.become_primary()
    assert third.is_primary()


def test_it_needs_no_grpc():
    code = (
        "import sys; sys.modules['grpc'] = None\n"
        "import p4soft.p4runtime_client, p4soft.switch\n"
        "try: p4soft.p4runtime_client.Session\n"
        "except ImportError: print('no session over gRPC')\n"
        "import p4soft.switch.p4runtime.status, p4soft.switch.p4runtime.stream\n"
        "from p4soft.switch.p4runtime import DirectSession\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "no session over gRPC\n"), done.stderr

# SPDX-License-Identifier: Apache-2.0
"""`fail` and `heal`, and the control socket that takes them."""

import contextlib
import select
import socket
import tempfile
import threading
import time
from pathlib import Path

import pytest

import topologies
from fabric.errors import RefusedValueError
from fabric.live.messages import Done, Refused
from fabric.scenario.faults import Names, parse_fault
from labs import control_socket
from labs.control_socket import CLIENTS, REPLIES, REQUEST_BYTES, REQUESTS, ControlServer, Stop
from labs.faults import FAIL, HEAL, FabricNames, Failing

# --- Faults ----------------------------------------------------------------------------------------------------------
# `fail` and `heal`: what people say becomes faults of a scenario, and only what is broken is healed.

FABRIC = topologies.load(Path(__file__).parents[2] / "topologies" / "lab.yaml")
FAILING = Failing(FabricNames(FABRIC))
CABLE = "nic1:0--p0-t0-0:1"
UPLINK = "p1-t0-0:2--p1-t1-0:0"


def happened(words, standing=None):
    """What it lets happen, as a scenario writes it; `standing` is given for `heal`."""
    if standing is None:
        faults = FAILING.failures(words.split(), 7)
    else:
        now = [parse_fault(text, 3, Names(FABRIC)) for text in standing]
        faults = FAILING.cures(words.split(), now, 7)
    assert all(fault.at_ns == 7 for fault in faults)
    return [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("switch p0-t1-0", ["switch p0-t1-0 stopped"]),
        (f"link {CABLE}", [f"link {CABLE} down"]),
        ("link nic1--p0-t0-0", [f"link {CABLE} down"]),
        ("port nic1:0", [f"link {CABLE} down"]),
        ("port p0-t0-0:1", [f"link {CABLE} down"]),
        ("plane 1", [f"switch p1-{name} stopped" for name in ("t0-0", "t0-1", "t1-0", "t1-1")]),
        (f"loss {CABLE} 0.25", [f"link {CABLE} loss 0.25"]),
        (f"rate {CABLE} 25Gb/s", [f"link {CABLE} rate 25.0 Gb/s"]),
        (f"rate {CABLE} 25 Gb/s", [f"link {CABLE} rate 25.0 Gb/s"]),
    ],
)
def test_what_fails(words, faults):
    assert happened(words) == faults


CABLE_CURES = [f"link {CABLE} up", f"link {CABLE} loss 0"]
STANDING = ["switch p0-t1-0 stop", f"link {CABLE} down", f"link {CABLE} loss 0.5", f"link {UPLINK} rate 1Gb/s"]


@pytest.mark.parametrize(
    ("words", "cures"),
    [
        ("all", ["switch p0-t1-0 started", *CABLE_CURES, f"link {UPLINK} rate 100.0 Gb/s"]),
        ("switch p0-t1-0", ["switch p0-t1-0 started"]),
        ("switch p0-t1-1", []),
        (f"link {CABLE}", CABLE_CURES),
        ("port nic1:0", CABLE_CURES),
        (f"loss {CABLE}", [f"link {CABLE} loss 0"]),
        (f"rate {CABLE}", []),
        (f"rate {UPLINK}", [f"link {UPLINK} rate 100.0 Gb/s"]),
        ("plane 0", ["switch p0-t1-0 started", *CABLE_CURES]),
        ("plane 1", [f"link {UPLINK} rate 100.0 Gb/s"]),
    ],
)  # fmt: skip
def test_what_heals_is_what_was_broken(words, cures):
    assert happened(words, STANDING) == cures


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "nothing that can fail; accepted: `switch NAME`, `link A--B`"),
        ("p0-t1-0", "nothing that can fail"),
        ("all", "nothing that can fail"),
        ("switch", "nothing that can fail"),
        ("switch p0-t1-0 now", "nothing that can fail"),
        ("switch p0-t1-9", "no switch named 'p0-t1-9'; did you mean 'p0-t1-"),
        ("port nic1", "no port named 'nic1'"),
        ("port nic1:9", "no port named 'nic1:9'; did you mean 'nic1:"),
        ("plane 2", "no plane named '2'; accepted: planes: 0, 1"),
        ("plane -1", "no plane named '-1'"),
        ("plane \N{SUPERSCRIPT TWO}", "no plane named"),
        (f"loss {CABLE}", "is not a loss probability"),
        (f"loss {CABLE} -1", "is not a loss probability"),
        (f"rate {CABLE} 0b/s", "a rate of 0 never ends"),
    ],
)
def test_what_cannot_fail_is_told(words, said):
    with pytest.raises(RefusedValueError) as refusal:
        FAILING.failures(words.split(), 0)
    assert said in str(refusal.value)


@pytest.mark.parametrize("words", ["", "everything", "loss", f"loss {CABLE} 0", "plane 2", "switch x", "port y"])
def test_what_cannot_be_healed_is_told(words):
    with pytest.raises(RefusedValueError, match="accepted: "):
        FAILING.cures(words.split(), [], 0)


def test_all_that_can_fail_is_listed():
    for form in FAIL:
        words = form.replace("NAME", "p0-t1-0").replace("A--B", CABLE).replace("NODE:PORT", "nic0:0").replace("N", "1")
        assert happened(words)
    for form in HEAL:
        words = form.replace("NAME", "p0-t1-0").replace("A--B", CABLE).replace("NODE:PORT", "nic0:0").replace("N", "1")
        assert happened(words, STANDING) is not None


# --- The control socket ----------------------------------------------------------------------------------------------
# The control socket: silent, slow, greedy and talkative clients hold up nobody, and nonsense is answered.

LOOK = b'{"ask": "look"}\n'
SOON_S = 2.0
"""A client that waits for others waits for as long as they may be silent, which is more."""


class Answers:
    def __init__(self):
        self.ended = False
        self.inside = 0

    def answer(self, line):
        self.inside += 1
        assert self.inside == 1  # one at a time
        try:
            request = REQUESTS.read(line)
        except ValueError as problem:
            return Refused(why=str(problem))
        finally:
            self.inside -= 1
        self.ended = self.ended or isinstance(request, Stop)  # whatever is asked before the server has ended
        return Done()


@pytest.fixture
def server():
    with tempfile.TemporaryDirectory() as folder:  # a socket's path has 107 bytes at most; pytest's may be longer
        answers = Answers()
        with ControlServer(Path(folder) / "control", answers.answer, lambda: answers.ended) as made:
            thread = threading.Thread(target=made.serve_forever, args=(0.02,))
            thread.start()
            yield made
            made.shutdown()
            thread.join(10)
            assert not thread.is_alive()


@contextlib.contextmanager
def client(server):
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(30)
        sock.connect(server.server_address)
        yield sock


def answered(sock):
    got = b""
    while not got.endswith(b"\n"):
        data = sock.recv(65536)
        if not data:
            return None
        got += data
    return REPLIES.read(got)


def ask(server, line=LOOK):
    with client(server) as sock:
        sock.sendall(line)
        return answered(sock)


def test_silent_clients_hold_up_nobody(server):
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(client(server))
        begun = time.monotonic()
        assert ask(server) == Done()
        assert time.monotonic() - begun < SOON_S


def test_one_that_says_a_letter_now_and_then_is_cut_off(server, monkeypatch):
    monkeypatch.setattr(control_socket, "_PATIENCE_S", 0.5)
    with client(server) as slow:
        deadline = time.monotonic() + 20
        with pytest.raises(OSError):
            while time.monotonic() < deadline:
                slow.sendall(b"x")
                if slow in _readable(slow):
                    raise ConnectionResetError
        assert time.monotonic() < deadline


def _readable(sock):
    return select.select([sock], [], [], 0.1)[0]


def test_one_that_takes_no_answers_holds_up_nobody(server):
    with client(server) as greedy:
        greedy.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                greedy.send(b'{"ask": "nonsense"}\n' * 1000)
        begun = time.monotonic()
        assert ask(server) == Done()
        assert time.monotonic() - begun < SOON_S


def test_too_many_are_told_and_room_comes_back(server):
    with contextlib.ExitStack() as stack:
        for _ in range(CLIENTS):
            sock = stack.enter_context(client(server))
            sock.sendall(LOOK)
            assert answered(sock) == Done()
        reply = answered(stack.enter_context(client(server)))
        assert isinstance(reply, Refused) and "clients already; try again" in reply.why
    deadline = time.monotonic() + 10
    while True:
        with contextlib.suppress(OSError):
            if ask(server) == Done():
                break
        assert time.monotonic() < deadline


@pytest.mark.parametrize("size", [REQUEST_BYTES + 1, 10 << 20])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_without_an_end(server, size, end):
    with client(server) as sock:
        with contextlib.suppress(OSError):
            sock.sendall(b" " * size + end)
        try:
            reply = answered(sock)
        except OSError:  # it closed while we still spoke
            reply = None
        assert reply is None or "a request of more than 65,536 bytes" in reply.why
    assert ask(server) == Done()


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"look\n",
        b"\xff\xfe\0\n",
        b"[" * 60_000 + b"\n",
        b'{"ask": "fetch", "index": 1e400, "file": ""}\n',
        b'{"ask": "fetch", "index": ' + b"9" * 5000 + b', "file": ""}\n',
        b'{"ask": "look", "more": 1}\n',
        b'{"ask": "write", "source": "nic0", "destination": "nic1", "file": 7}\n',
        b'{"ask": {}}\n',
        b'{"ask": "look"}' * 3 + b"\n",
    ],
)
def test_nonsense_is_answered(server, line):
    assert isinstance(ask(server, line), Refused)


def test_several_requests_of_one_client(server):
    with client(server) as sock:
        for _ in range(3):
            sock.sendall(LOOK)
            assert answered(sock) == Done()
        sock.sendall(LOOK[:5])
        sock.sendall(LOOK[5:])
        assert answered(sock) == Done()


def test_stop_is_answered_and_then_it_ends(server):
    assert ask(server, b'{"ask": "stop"}\n') == Done()
    deadline = time.monotonic() + 10
    while True:
        assert time.monotonic() < deadline
        with client(server) as sock:  # it may still be connected to, but nobody answers
            sock.settimeout(0.5)
            try:
                sock.sendall(LOOK)
                if answered(sock) is None:
                    break
            except OSError:
                break


def test_nobody_else_may_speak(server):
    assert Path(server.server_address).stat().st_mode & 0o777 == 0o600


def test_a_socket_that_cannot_be_there(tmp_path):
    with pytest.raises(OSError, match="No such file or directory"):
        ControlServer(tmp_path / "no" / "such", lambda _: Done(), lambda: False)

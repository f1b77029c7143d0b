# SPDX-License-Identifier: Apache-2.0
"""A lab that only says what it was told to, answers as the keeper gives them, and requests without a network."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import topologies
from fabric.live.messages import NicSample, NicStatus, PathEvs, PortSample, QpStatus, Sampled
from labs.control_socket import State, SwitchState, WriteState
from labs.directory import LabError
from labs.page.drawing import described
from labs.page.moments import Moments
from labs.page.server import application

FABRIC = topologies.load(Path(__file__).parents[3] / "topologies" / "lab.yaml")
PORT, KEY = 4711, "a-key"
HOST = (b"host", b"127.0.0.1:4711")
COOKIE = (b"cookie", b"mrc-lab-4711=a-key")
JSON = (b"content-type", b"application/json")


def qp_status(**changes: Any) -> QpStatus:
    """A queue pair that has done nothing yet."""
    zero = dict.fromkeys(
        ("packets", "retransmissions", "nacks", "losses", "timeouts", "evs_retired", "evs_revived", "bytes_placed"), 0
    )
    known: dict[str, Any] = {"qpn": 17, "state": "RTS", "evs": {"GOOD": 4}, "completed": [], "failures": []}
    return QpStatus(**{**known, **zero, "worst_delivery_ns": 0, **changes})


def nic_status(**changes: Any) -> NicStatus:
    """A NIC that has done nothing yet."""
    known: dict[str, Any] = {
        "process_id": 1, "now_ns": 0, "ports_up": [True, True], "late_ns": (0, 0), "lost_by_kernel": 0, "not_sent": 0,
        "counters": {}, "queue_pairs": [], "ev_changes": [],
    }  # fmt: skip
    return NicStatus(**{**known, **changes})


def write_state(**changes: Any) -> WriteState:
    """A write under way."""
    known: dict[str, Any] = {
        "source": "nic0", "source_qpn": 17, "destination": "nic3", "size": 1000, "placed": 0, "posted_ns": 0,
        "completed_ns": None, "failure": None,
    }  # fmt: skip
    return WriteState(**{**known, **changes})


def state(**changes: Any) -> State:
    """A lab at rest."""
    known: dict[str, Any] = {
        "name": "lab", "topology": "lab.yaml", "fabric": "lab", "host_bps": 100_000_000_000, "base_rtt_ns": 8000,
        "target": "embedded", "factor": 10_000, "delays": True, "process_id": 1, "origin_ns": 0, "now_ns": 0,
        "switches": [
            SwitchState(name=each.name, device_id=1, grpc_address="", log="", trace=None, forwards=True)
            for each in FABRIC.switches()
        ],
        "nics": {nic.name: nic_status() for nic in FABRIC.all_nics()},
        "networks": {}, "writes": [], "logs": {}, "dead": {}, "faults": {}, "taps": {},
    }  # fmt: skip
    return State(**{**known, **changes})


def port_sample(**changes: Any) -> PortSample:
    """A port that has seen nothing."""
    known: dict[str, Any] = {
        "trimmed": 0, "trim_dropped": 0, "dropped": 0, "marked": 0, "backlog_us": 0, "backlog": [0] * 8,
        "waiting": None,
    }  # fmt: skip
    return PortSample(**{**known, **changes})


def sampled(now_ns: int, **changes: Any) -> Sampled:
    """A sample of a fabric in which nothing happens."""
    known: dict[str, Any] = {
        "links": {link.name: (0, 0) for link in FABRIC.links()},
        "ports": {each.name: [port_sample() for _ in each.ports()] for each in FABRIC.switches()},
        "nics": {nic.name: NicSample(now_ns=now_ns, paths={}) for nic in FABRIC.all_nics()},
    }
    return Sampled(**{**known, "now_ns": now_ns, **changes})


def four_ways(states: str) -> dict[str, NicSample]:
    """nic0 with one EV on each of its four ways, in these states."""
    ways = [(0, 0), (0, 1), (1, 0), (1, 1)]
    paths = [PathEvs(plane=plane, uplink=up, states=each) for (plane, up), each in zip(ways, states, strict=True)]
    return {"nic0": NicSample(now_ns=0, paths={17: paths})}


class FakeLab:
    """Notes what it is asked; refuses what begins with `no`, and breaks at `broken`."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.looks = 0
        self._moments = Moments.of_fabric(FABRIC)

    def fabric(self):
        return described(FABRIC, state(), period_ms=500, kept=1200)

    def moment(self):
        self.looks += 1
        return self._moments.make(state(), sampled(self.looks * 1000), {})

    def write(self, source, destination, size):
        return self._note("write", source, destination, size)

    def fail(self, words):
        self._note("fail", *words)
        return [" ".join(words)]

    def heal(self, words):
        self._note("heal", *words)
        return []

    def frames(self, link):
        self._note("frames", link)
        return []

    def _note(self, *what):
        if what[1].startswith("no"):
            raise LabError(f"{what[1]}: there is none")
        if what[1] == "broken":
            raise RuntimeError("a secret of the code")
        self.asked.append(what)
        return len(self.asked) - 1


class Answer:
    """What an application answered."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""

    def json(self):
        return json.loads(self.body)


async def ask(app, method, path, *headers, body=b"", until=None):
    """One request to an ASGI application; it is left as soon as `until` is in the answer."""
    answer, query = Answer(), path.partition("?")[2]
    left = asyncio.Event()
    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive():
        if given:
            return given.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            answer.body += message.get("body", b"")
            if until is not None and until in answer.body:
                left.set()

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path.partition("?")[0], "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": list(headers), "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 1),
    }  # fmt: skip
    try:
        await asyncio.wait_for(app(scope, receive, send), 20)
    except RuntimeError:
        assert answer.status == 500  # starlette raises it again, for the server's log
    return answer


def request(lab, method, path, *headers, body=b""):
    """One request to the page of a lab."""
    return asyncio.run(ask(application(lab, port=PORT, key=KEY), method, path, *headers, body=body))


def press(lab, path, body, *headers):
    """A button, pressed on the page."""
    return request(lab, "POST", path, HOST, COOKIE, JSON, *headers, body=json.dumps(body).encode())

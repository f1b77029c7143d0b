# SPDX-License-Identifier: Apache-2.0
"""Which cables a user gets where, and what he is told; and how slow time must be on them."""

from pathlib import Path

import pytest

import topologies
from fabric.errors import BuildError
from fabric.live import namespaces as places
from fabric.live import scale
from fabric.live.namespaces import ground
from fabric.live.scale import suitable_factor

LAB = Path(__file__).parents[3] / "topologies" / "lab.yaml"


@pytest.fixture
def namespaces(monkeypatch):
    monkeypatch.setattr(places, "outer", lambda: ["unshare"])


@pytest.fixture
def no_namespaces(monkeypatch):
    def refuse():
        raise BuildError("no network namespace: because")

    monkeypatch.setattr(places, "outer", refuse)


@pytest.mark.usefixtures("namespaces")
def test_veths_where_there_are_namespaces():
    for target in ("embedded", "bmv2"):
        for wanted in ("auto", "veth"):
            found = ground(wanted, target)
            assert (found.cables, found.prefix, found.note) == ("veth", ["unshare"], None)


@pytest.mark.usefixtures("namespaces")
def test_sockets_for_who_asks_for_them_and_nothing_is_said():
    found = ground("unix", "embedded")
    assert (found.cables, found.prefix, found.note) == ("unix", [], None)


@pytest.mark.usefixtures("no_namespaces")
def test_sockets_where_there_are_none_and_one_line_says_why():
    found = ground("auto", "embedded")
    assert (found.cables, found.prefix) == ("unix", [])
    assert found.note.startswith("cables are unix sockets, without namespaces: NICs have no network to `exec` in")
    assert found.note.endswith("(no network namespace: because)") and "\n" not in found.note


@pytest.mark.usefixtures("no_namespaces")
@pytest.mark.parametrize(
    ("wanted", "target", "said"),
    [
        ("veth", "embedded", "no network namespace: because"),
        ("veth", "bmv2", "no network namespace: because"),
        ("auto", "bmv2", "no network namespace: because; or choose --target embedded, which can do without"),
        (
            "unix",
            "bmv2",
            "--cables unix: ports of the bmv2 target are network interfaces; accepted: --target embedded, or --cables "
            "veth",
        ),
    ],
)
def test_what_is_not_to_be_had(wanted, target, said):
    with pytest.raises(BuildError) as refusal:
        ground(wanted, target)
    assert str(refusal.value) == said


@pytest.fixture
def factor(monkeypatch):
    """Of a machine on which a packet costs two NICs 40 us."""

    def factor(cables, cores):
        monkeypatch.setattr("host_stack.bench.transfer", lambda _size: (1000, 0.04))
        monkeypatch.setattr(scale.time, "perf_counter", iter(x / 25 for x in range(100)).__next__)
        monkeypatch.setattr(scale.os, "cpu_count", lambda: cores)
        return suitable_factor(topologies.load(LAB), "embedded", cables)

    return factor


def test_relaying_costs_time_and_one_process_does_it(factor):
    assert factor("veth", 2) == 10_000 and factor("unix", 2) == 20_000
    # Switches and NICs are spread over any number of cores, the relay is not.
    assert factor("veth", 64) <= 500
    assert factor("unix", 64) == factor("unix", 1024) == 10_000

# SPDX-License-Identifier: Apache-2.0
"""Which cells of the program a sample asks for, and what it makes of them."""

import pytest

import topologies
from controller.pipeline import Pipeline
from controller.program import QUEUE_COUNTERS
from fabric import PROGRAM
from fabric.live.fabric import Cells
from p4soft.messages import p4runtime_pb2
from p4soft.targets import get_target

FABRIC = PROGRAM.parents[1] / "topologies" / "lab.yaml"
DATA, CONTROL = 1, 7
"""Queues that topologies/lab.yaml gives data, and acknowledgements."""


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    files = get_target("embedded").compile(PROGRAM, tmp_path_factory.mktemp("program"))
    return Pipeline.load(files.p4info, files.json)


@pytest.fixture
def cells(pipeline):
    return Cells(topologies.load(FABRIC), pipeline)


@pytest.fixture
def t0():
    return topologies.load(FABRIC).switch("p0-t0-0")


def answered(pipeline, asked, values, state):
    """What a switch answers: counters by (name, port, queue), and the register of port 2."""
    names = {number: name for name, (number, _) in pipeline.counters.items()}
    for entity in asked:
        found = p4runtime_pb2.Entity()
        found.CopyFrom(entity)
        if found.HasField("register_entry"):
            port = found.register_entry.index.index
            found.register_entry.data.bitstring = (state if port == 2 else 0).to_bytes(70, "big")
        else:
            counter = found.counter_entry
            port, queue = divmod(counter.index.index, 8)
            counter.data.packet_count = values.get((names[counter.counter_id].rpartition(".")[2], port, queue), 0)
        yield found


def test_a_port_is_what_its_queues_counted_and_the_register_holds(pipeline, cells, t0):
    counted = {
        ("queue_dropped_packets", 2, DATA): 9,  # did not fit; six of them were cut, one of those in vain
        ("queue_trim_packets", 2, DATA): 6,
        ("queue_dropped_trim_packets", 2, DATA): 1,
        ("queue_dropped_packets", 2, CONTROL): 2,
        ("queue_wred_ecn_marked_packets", 3, DATA): 4,
    }
    # 48 bits of us, then queue 7 down to queue 0: 34 bits of bytes, 30 of fraction (p4src/stages/virtual_queue.p4).
    qp_pairs = (10, 10, 20, 20, 20, 20, 5000, 5000)
    state = 123_456
    for qp_pair in qp_pairs:
        state = state << 64 | qp_pair << 30 | 1
    ports = cells.ports(t0, answered(pipeline, cells.of(t0), counted, state), {})
    assert [(port.trimmed, port.trim_dropped, port.dropped, port.marked) for port in ports] == [
        (0, 0, 0, 0), (0, 0, 0, 0), (6, 1, 5, 0), (0, 0, 0, 4),
    ]  # fmt: skip
    assert ports[2].backlog_us == 123_456
    assert ports[2].backlog == [5000, 5000, 20, 20, 20, 20, 10, 10]


def test_a_target_without_registers_tells_no_backlog(pipeline, cells, t0):
    plain = cells.without_registers()
    asked = list(plain.of(t0))
    assert asked and not any(entity.HasField("register_entry") for entity in asked)
    ports = plain.ports(t0, answered(pipeline, asked, {}, 0), {("p0-t0-0", 3): 4321, ("p0-t0-1", 2): 9})
    assert [(port.backlog, port.waiting) for port in ports] == [([], None), ([], None), ([], None), ([], 4321)]


def test_it_asks_for_few_cells_and_only_for_those_that_are_there(pipeline, cells, t0):
    asked = list(cells.of(t0))
    assert len(asked) <= 10 * 4
    sizes = dict(pipeline.counters.values())
    for entity in asked:
        if entity.HasField("counter_entry"):
            assert entity.counter_entry.index.index < sizes[entity.counter_entry.counter_id]


def test_any_other_program_has_no_such_cells(pipeline, t0):
    other = Pipeline(type(pipeline.p4info)(), b"{}")
    assert not set(QUEUE_COUNTERS) & set(other.counters)
    cells = Cells(topologies.load(FABRIC), other)
    assert not list(cells.of(t0))
    assert [port.trimmed for port in cells.ports(t0, [], {})] == [0, 0, 0, 0]

# SPDX-License-Identifier: Apache-2.0
"""The program by itself: compiled by us and by p4c, named, drawn, and filled."""

from __future__ import annotations

import json
import re
import subprocess
from xml.etree import ElementTree

import pytest
from reference_kit import needs
from tests.compiler.ast_kit import violations
from tests.compiler.p4c_kit import by_both, check_p4info, check_packets
from tests.explain.drawing_kit import check_drawing, lines_without_places
from tests.switch.p4runtime_kit import CPU_PORT, DEVICE_ID, Client, Names, thousand_inserts

from controller import program as names
from controller.program import DROP_REASONS, drop_index
from p4soft.compiler.front_end import check_file
from p4soft.explain import to_svg, to_text
from p4soft.messages import p4runtime_pb2
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native.layout import NativeLayout
from p4soft.switch.p4runtime import P4RuntimeServer


def test_machine_code_has_a_copy_of_each_action_where_it_runs(compiled):
    """Most variables are in registers then."""
    found = load_program(compiled.json)
    assert NativeLayout(Layout(found)).inlined == found.actions.keys()


# --- Names -----------------------------------------------------------------------------------------------------------
# The program, its documentation and the conformance suite name the same things; p4c has nothing to say about it.


@pytest.fixture(scope="module")
def page(program):
    return (program.parents[1] / "docs" / "pipeline.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def p4info(compiled):
    return compiled.p4info


def documented_tables(page):
    """Name to (match fields, actions), from the table of tables."""
    section = page.split("## Tables")[1].split("## Counters")[0]
    found = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `FabricIngress"):
            found[cells[0].strip("`")] = (cells[1], cells[2])
    return found


def documented_counters(page):
    """Full names of the indirect counters: `Fabric...` ones as they stand, others under the prefix before them."""
    section = page.split("## Counters")[1].split("## What an entry")[0]
    found, prefix = set(), None
    for name in re.findall(r"`([^`]+)`", section):
        if name.startswith("Fabric") and name.endswith("."):
            prefix = name
        elif name.startswith("Fabric"):
            found.add(name)
        elif re.fullmatch(r"queue_[a-z0-9_]+", name):
            found.add(prefix + name)
    return found


def test_our_compiler_has_no_warnings(compiled):
    assert [str(warning) for warning in compiled.warnings] == []


@pytest.mark.bmv2
@pytest.mark.usefixtures("bmv2")
def test_p4c_has_no_warnings(program, tmp_path):
    command = ["p4c-bm2-ss", "--p4v", "16", "-o", tmp_path / "fabric.json", program]
    command += ["--p4runtime-files", tmp_path / "fabric.p4info.txtpb"]
    result = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr, result.stdout) == (0, "", "")


def test_every_drop_reason_is_set_somewhere(program):
    stages = "".join(path.read_text(encoding="utf-8") for path in (program.parent / "stages").glob("*.p4"))
    assigned = " ".join(re.findall(r"meta\.drop_reason = ([^;]*);", stages))
    assert set(re.findall(r"drop_reason_t\.([A-Z0-9_]+)", assigned)) - {"NONE"} == set(DROP_REASONS)


def test_every_drop_reason_has_a_counter_of_its_own(p4info):
    size = next(counter.size for counter in p4info.counters if counter.preamble.name == names.DROPPED_PACKETS)
    indices = [drop_index(port, number) for port in range(512) for number in DROP_REASONS.values()]
    assert len(set(indices)) == len(indices)
    assert max(indices) < size
    assert max(DROP_REASONS.values()) < drop_index(1, 0)


def test_documented_counters_are_the_programs(p4info, page):
    counters = {counter.preamble.name for counter in p4info.counters}
    assert documented_counters(page) == counters
    assert {names.DROPPED_PACKETS, *names.QUEUE_COUNTERS, names.PORT_TX_PACKETS} == counters


def test_documented_tables_are_the_programs(p4info, page):
    assert set(documented_tables(page)) == {table.preamble.name for table in p4info.tables}


def test_documented_match_fields_and_actions_are_the_programs(p4info, page):
    actions = {action.preamble.id: action for action in p4info.actions}
    documented = documented_tables(page)
    for table in p4info.tables:
        fields, text = documented[table.preamble.name]
        if fields == "same":
            continue
        assert set(re.findall(r"`(\w+)`", fields)) == {field.name for field in table.match_fields}, table.preamble.name
        for field in table.match_fields:
            width = re.search(rf"`{field.name}` (?:exact|lpm)/(\d+)", fields)
            assert width is None or int(width.group(1)) == field.bitwidth, field.name
        if text.startswith("same"):
            continue
        names = {ref.id: actions[ref.id] for ref in table.action_refs if ref.scope != ref.DEFAULT_ONLY}
        wanted = {action.preamble.name.rsplit(".", 1)[1]: action for action in names.values()}
        told = dict(re.findall(r"`(\w+)(?:\(([^)]*)\))?`", text))
        assert set(told) == set(wanted), table.preamble.name
        for name, parameters in told.items():
            assert re.findall(r"\w+", parameters) in ([], [p.name for p in wanted[name].params]), name


def test_direct_counters_are_where_the_page_says(p4info, page):
    told = re.search(r"Direct counters on (.*?)\.\n", page).group(1)
    patterns = [name.replace("*", r"\w+") for name in re.findall(r"`([\w*]+)`", told)]
    tables = {table.preamble.id: table.preamble.name.rsplit(".", 1)[1] for table in p4info.tables}
    having = {tables[counter.direct_table_id] for counter in p4info.direct_counters}
    assert having == {name for name in tables.values() if any(re.fullmatch(pattern, name) for pattern in patterns)}


# --- By p4c ----------------------------------------------------------------------------------------------------------
# The switch program by p4c and by us, when p4c is on the PATH; and what our front end says of it.


@pytest.fixture(scope="module")
def both(program, tmp_path_factory):
    return by_both(program, tmp_path_factory.mktemp("oracle"))


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_the_same_p4info(both):
    check_p4info(both)


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_the_same_packets(both):
    check_packets(both)


def test_it_checks_without_warnings(program):
    checked = check_file(program)
    assert violations(checked) == []
    assert [str(warning) for warning in checked.diagnostics.warnings] == []
    assert checked.main is not None
    assert str(checked.main.type).startswith("V1Switch<")


# --- As a diagram ----------------------------------------------------------------------------------------------------
# The switch program as a diagram: the text says what is in it, and the drawing is sound.


def test_the_fabric_is_explained(compiled):
    program = load_program(compiled.json)
    lines = lines_without_places(to_text(program))
    assert "├─ state parse_ipv6" in lines
    assert "│        0x29     -> parse_inner_ipv6" in lines
    assert "│  │     key      dst_addr  lpm bit<128> = ipv6.dst_addr" in lines
    assert any("(0x0, 0x29)  -> parse_inner_ipv6" in line for line in lines)
    for table in program.tables():
        if not table.name.startswith("tbl_"):
            assert sum(line.endswith(f"table {table.name}") for line in lines) == 1


def test_the_drawing_is_sound(compiled):
    check_drawing(load_program(compiled.json))


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_what_p4c_compiled_is_explained(program, compiled, tmp_path):
    output = tmp_path / "p.json"
    subprocess.run(["p4c-bm2-ss", str(program), "-o", str(output)], check=True, capture_output=True)
    theirs = load_program(output.read_text())
    text = to_text(theirs)
    for table in load_program(compiled.json).tables():
        if not table.name.startswith("tbl_"):
            assert f"table {table.name}" in text
    ElementTree.fromstring(to_svg(theirs))


# --- Filled ----------------------------------------------------------------------------------------------------------
# The switch program and 1,000 table inserts over P4Runtime in one Write.


def test_a_thousand_inserts_in_one_write(compiled):
    switch = SimpleSwitch(device_id=DEVICE_ID, cpu_port=CPU_PORT)
    switch.faults_are_fatal = True
    config = p4runtime_pb2.ForwardingPipelineConfig(
        p4info=compiled.p4info, p4_device_config=json.dumps(compiled.json).encode()
    )
    table, updates = thousand_inserts(Names(compiled.p4info))
    server = P4RuntimeServer(switch)
    server.start()
    client = Client(server.address)
    client.become_primary()
    client.set_pipeline(config)
    client.stub.Write(client.write_request(*updates))
    client.close()
    server.stop()
    assert len(switch.state.table(table)) == 1000

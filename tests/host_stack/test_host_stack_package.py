# SPDX-License-Identifier: Apache-2.0
"""Rules of this package: what the engine imports, what its page says, and the pipe that its tests use."""

import ast
import re
import sys
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest
from host_stack_kit import Pipe, config, join

import host_stack
from host_stack import DscpRoles, EvProfile, Nic, RtsAttributes, TransportOptions, WireOptions
from host_stack.config import PortOptions

# --- Imports ---------------------------------------------------------------------------------------------------------
# What the engine imports: itself, the standard library, and typing_extensions; its machine code LLVM, too.

ROOM = Path(host_stack.__file__).parent
PROGRAMS = ("__main__.py", "log.py", "shell.py")
#: The engine: `explain`, the shell and the command are programs of their own.
FILES = sorted(f for f in ROOM.rglob("*.py") if f.parent.name != "explain" and f.name not in PROGRAMS)


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOM).as_posix())
def test_the_engine_needs_nothing_else(file):
    names = imports(file)
    tops = {name.split(".")[0] for name in names} - {"host_stack", "typing_extensions"} - sys.stdlib_module_names
    allowed = {
        "provision.py": {"topologies"},
        "layers.py": {"scapy"},
        "layer_codec.py": {"scapy"},
        "icrc.py": {"zlib_ng"},
        "__init__.py": {"common"},
        "layout.py": {"llvmlite"},
        "data_path.py": {"p4soft", "zlib_ng"},
    }
    assert tops <= allowed.get(file.name, set())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOM).as_posix())
def test_only_the_layers_need_scapy_and_carry_its_licence(file):
    built_on_scapy = file.name in {"layers.py", "layer_codec.py"}
    assert built_on_scapy or not {name for name in imports(file) if re.search(r"\.layers|\.layer_codec", name)}
    licence = "GPL-2.0-only" if built_on_scapy else "Apache-2.0"
    assert file.read_text().startswith(f"# SPDX-License-Identifier: {licence}\n")


# --- docs/wire-profile.md --------------------------------------------------------------------------------------------
# docs/wire-profile.md tells the truth: every option is in it, and the numbers it gives are the defaults.

PAGE = (Path(host_stack.__file__).parents[1] / "docs" / "wire-profile.md").read_text(encoding="utf-8")
ROWS = [line.split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and line.count(" | ") >= 3]


@pytest.mark.parametrize("options", [WireOptions, TransportOptions, PortOptions])
def test_every_option_is_on_the_page(options):
    # These need no choice: they are the same in every source, or the page gives them another way.
    obvious = {"pkey", "path_mtu", "dscp"}
    for field in fields(options):
        assert field.name in obvious or f"`{field.name}`" in PAGE, field.name


def test_values_of_options_on_the_page_are_accepted_ones():
    for options in (WireOptions(),):
        for field in fields(options):
            value = getattr(options, field.name)
            if isinstance(value, Enum):
                row = next(row for row in ROWS if f"`{field.name}`" in row[2])
                stated = re.findall(r"`(\w+)`", row[2].partition(f"`{field.name}` = ")[2])
                assert set(stated) == {str(member.value) for member in type(value)}, field.name


def test_numbers_on_the_page_are_the_defaults():
    transport, rts, dscp = TransportOptions(), RtsAttributes(), DscpRoles()
    assert f"more than {transport.sack_threshold_bytes} bytes" in PAGE
    assert f"sent {transport.reorder_ns // 1000} us later" in PAGE
    assert f"after {transport.tail_probe_ns // 1000} us, again every {transport.tail_probe_ns // 2000} us" in PAGE
    assert f"2^{rts.ack_timeout} = {rts.timeout_ns(0) // 1000} us; {rts.linear_retries} linear, then" in PAGE
    assert f"then {rts.exponential_retries} exponential" in PAGE
    assert f"{transport.ev_probe_successes} probes in a row answered" in PAGE
    assert f"one every {transport.ev_probe_interval_ns // 1000} us" in PAGE
    assert f"one every {transport.reverse_probe_interval_ns // 1000} us while" in PAGE
    for name in DscpRoles.__slots__:
        assert f"{name.upper()} {getattr(dscp, name)}" in PAGE
    assert f"{rts.max_immediates}; the requestor holds back" in PAGE
    assert EvProfile.__dataclass_fields__["min_active"].default is None


# --- The pipe --------------------------------------------------------------------------------------------------------
# The pipe of the kit itself: a silence costs little, and no event is lost at a limit.


def test_a_silence_costs_one_wake_up_per_timer():
    a, b = (Nic(config(name, number, [3 - number]), seed=number) for number, name in ((1, "a"), (2, "b")))
    qp, _ = join(a, b)
    pipe = Pipe([a, b])
    pipe.hook = lambda _name, _port, _frame, _now: []  # the network is dead
    asked = []
    transmit = a.transmit
    a.transmit = lambda free, now: asked.append(now) or transmit(free, now)
    region = b.register_memory(64 * 4096)
    qp.post_write(bytes(64 * 4096), region.address, region.r_key)
    pipe.run(limit_ns=1_000_000)
    # Twice per frame (it leaves, its port is free again), once per timer that fires.
    assert qp.counters.timeouts > 2
    assert len(asked) < 3 * len(pipe.sent) + 200, f"{len(asked)} calls for {len(pipe.sent)} frames"


def test_what_lies_beyond_the_limit_happens_in_the_next_run():
    pipe, seen = Pipe([]), []
    pipe.at(10, lambda: seen.append(10))
    pipe.at(30, lambda: seen.append(30))
    pipe.run(limit_ns=20)
    assert (seen, pipe.now) == ([10], 20)
    pipe.run(limit_ns=40)
    assert seen == [10, 30]

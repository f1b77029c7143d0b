# SPDX-License-Identifier: Apache-2.0
"""The project's C in the tests that use it, built by gcc with the sanitizers of addresses and undefined behaviour."""

import os
import shutil
import subprocess
import sys

import pytest

from common import PROJECT_ROOT
from host_stack.native import data_path
from tools import fixed

#: `make sanitize` runs all of `RUNS`, the suite a share, with the C of p4soft alone: gcc takes 2 s for it, 20 for all.
WHOLE = os.environ.get("MRC_SANITIZE") == "1"
P4SOFT = PROJECT_ROOT / "p4soft"
SOURCES = [source for source in fixed.sources() if WHOLE or P4SOFT in source.parents]
HERE = PROJECT_ROOT / "tests" / "tools"
TABLES = "p4soft/tests/switch/native/tables"
EMULATION = "tests/fabric/emulation"
NIC = "tests/host_stack"
RUNS = {
    "tables": [TABLES, "-k", "same_winner or every_lookup"],
    "bursts": [f"p4soft/tests/switch/ports/test_{what}.py" for what in ("bursts", "flooded_interfaces")],
    "emulator": [
        *(f"{EMULATION}/test_{what}.py" for what in ("native_parts", "lossless_fabric", "network")),
        "-k",
        "random or both_leave or both_loops or lost",
    ],
    "roce": [f"{NIC}/roce/test_roce_native.py"],
    "nic": [f"{NIC}/native", *(f"{NIC}/test_nic_{what}.py" for what in ("fuzz", "forged", "soak"))],
}
SHARE = {"tables": [f"{TABLES}/test_native_tables.py", "-k", "0-lpm-arena or 0-range-arena"]}
_BUILD = (
    "-std=c11", "-O1" if WHOLE else "-O0", "-g", "-fPIC", "-shared", "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Wall", "-Wextra", "-Werror",
    "-Wno-attributes", "-fno-semantic-interposition",
    "-Wl,-Bsymbolic",
)  # fmt: skip


def sanitizer():
    """The shared library that must be there before Python, if gcc has it."""
    if shutil.which("gcc") is None:
        return None
    said = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    return said.stdout.strip() if os.path.isabs(said.stdout.strip()) else None  # noqa: PTH117


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """`run(code or arguments of Python)` with the library in the place of machine code."""
    preloaded = sanitizer()
    if preloaded is None:
        pytest.skip("needs gcc and libasan")
    library = tmp_path_factory.mktemp("sanitized") / "fixed.so"
    folders = {fixed.SHARED, *(source.parent for source in SOURCES)}
    includes = [f"-I{folder}" for folder in sorted(folders)]
    constants = library.with_suffix(".c")
    values = data_path.constants()
    constants.write_text("".join(f"const unsigned long {name} = {value};\n" for name, value in values.items()))
    command = ["gcc", *_BUILD, *includes, "-o", str(library), str(constants), *map(str, SOURCES)]
    subprocess.run(command, check=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": preloaded,
        "MRC_SANITIZED": str(library),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join(map(str, (HERE, PROJECT_ROOT, PROJECT_ROOT / "p4soft" / "src"))),
    }

    def started(*arguments):
        return subprocess.run(
            [sys.executable, *arguments], env=environment, cwd=PROJECT_ROOT, capture_output=True, text=True, check=False
        )

    return started


@pytest.mark.parametrize("what", RUNS if WHOLE else SHARE)
def test_nothing_is_touched_that_is_not_there(run, what):
    tests = [*RUNS[what], "-m", ""] if WHOLE else SHARE[what]  # with those that are long
    done = run("-m", "pytest", "-q", "-n", "0", "-p", "sanitized_kit", *tests)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    assert "[100%]" in done.stdout


_WRONG = """
import sanitized_kit, ctypes
from p4soft.switch.native.memory import Arena, write_word
from p4soft.switch.native.tables.updates import updates
memory = Arena()
block = memory.allocate(64 + 8 * 16 + 8, "a block")
for at, value in ((0, 4095), (8, 5), (16, 7), (24, 58), (32, 64 + 8 * 16)):
    write_word(block.address + at, value)
print("before", flush=True)
for value in range(100):
    updates().hash_find(block.address, 1, value.to_bytes(8, "little"))
print("after")
"""


def test_it_notices_a_table_that_has_more_slots_than_memory(run):
    done = run("-c", _WRONG)
    assert done.returncode != 0
    assert done.stdout.split() == ["before"]
    assert "heap-buffer-overflow" in done.stderr
    assert "exact.c" in done.stderr or "hashing.h" in done.stderr

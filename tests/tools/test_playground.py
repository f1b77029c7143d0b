# SPDX-License-Identifier: Apache-2.0
"""The playground's Python, from the zip that a browser gets, in an interpreter without what a browser has not."""

import contextlib
import json
import subprocess
import sys
import zipfile

import msgspec
import pydantic_core
import pytest

from common import PROJECT_ROOT
from tools.site import playground as building
from tools.site.playground import CORE, PYODIDE, PlaygroundError, missing, write_zip

# The zip first, and of this environment only what is compiled for it, as the wheels give a browser.
PRELUDE = """
import importlib.abc, importlib.util, json, sys, threading
archive, *wheels = sys.argv[1:]
sys.path[:] = [archive, *(each for each in sys.path if each and "site-packages" not in each)]

class Only(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        root = name.split(".")[0]
        if root in ("grpc", "llvmlite", "numpy", "matplotlib", "zlib_ng", "psutil", "multiprocessing", "ssl", "_yaml"):
            raise ModuleNotFoundError(f"no module named {name!r} in a browser", name=name)
        for wheel in wheels:
            if wheel.endswith(f"/{name}/__init__.py"):
                return importlib.util.spec_from_file_location(
                    name, wheel, submodule_search_locations=[wheel.rpartition("/")[0]]
                )

def refused(self):
    raise RuntimeError("can't start new thread")

sys.meta_path.insert(0, Only())
threading.Thread.start = refused
from tools.site import playground_engine as engine
engine.write_ipv6()
texts = json.loads(engine.texts())

import contextlib, io, traceback
for line in sys.stdin:
    said, failed = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(said):
            exec(json.loads(line), {"json": json, "engine": engine, "texts": texts})
    except Exception:
        failed = traceback.format_exc()
    print(json.dumps([said.getvalue(), failed]), flush=True)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The zip, unpacked as the worker unpacks it."""
    folder = tmp_path_factory.mktemp("playground")
    write_zip(folder / "python.zip")
    with zipfile.ZipFile(folder / "python.zip") as opened:
        opened.extractall(folder / "mrc")
    return folder / "mrc"


@pytest.fixture(scope="module")
def in_browser(archive):
    """`in_browser(code)`: what the code prints, as JSON. One interpreter for all: it takes longer than most of them."""
    wheels = (str(pydantic_core.__file__), str(msgspec.__file__))
    words = [sys.executable, "-I", "-S", "-c", PRELUDE, str(archive), *wheels]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with (archive.parent / "errors").open("w+") as errors:
        process = subprocess.Popen(words, cwd=archive, stderr=errors, **pipes)

        def run(code):
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(json.dumps(code) + "\n")
                process.stdin.flush()
            answer = process.stdout.readline()
            errors.seek(0)
            assert answer, errors.read()
            said, failed = json.loads(answer)
            assert failed is None, failed
            return json.loads(said.splitlines()[-1])

        yield run
        with contextlib.suppress(BrokenPipeError):
            process.communicate()


SCENARIO = """
name: yours
topology: ../lab.yaml
limit: 5ms
workload: [{from: nic0, to: nic3, bytes: 64KiB}]
faults: [{at: 5us, do: switch p0-t1-0 stop}]
expect: {all_intact: true}
"""


@pytest.mark.timeout(300)
def test_a_scenario_runs_and_gives_its_timeline(in_browser):
    code = f"""
said = []
answer = json.loads(engine.run_scenario({SCENARIO!r}, True, said.append))
print(json.dumps([answer, said]))
"""
    answer, said = in_browser(code)
    assert answer["passed"] is True
    assert answer["tables"].splitlines()[-1] == "PASSED: all bytes intact, every expectation held (yours)"
    assert answer["result"]["flows"][0]["bytes"] == 64 << 10
    assert answer["timeline"].startswith("<!doctype html>")
    assert "5.0 µs: switch p0-t1-0 stopped" in said


def test_a_wrong_scenario_is_told_in_one_line(in_browser):
    wrong = SCENARIO.replace("bytes", "bites")
    answer = in_browser(f"print(engine.run_scenario({wrong!r}, False, print))")
    assert answer["error"].startswith("scenario.yaml:5: workload.0.bites: unknown field; accepted: ")


SOLVED = """
        if (hdr.ipv6.dst_addr[79:0] == 0) {
            meta.to_host = true;
        } else if (hdr.ipv6.hop_limit <= 1) {
            drop();
        } else {
            hdr.ipv6.dst_addr = hdr.ipv6.dst_addr[127:96] ++ hdr.ipv6.dst_addr[79:0] ++ 16w0;
            hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
        }
"""


def test_lab_02_compiles_and_its_packets_leave_when_the_action_is_written(in_browser):
    code = f"""
solved = texts["program"].replace("action uN() {{", "action uN() {{" + {SOLVED!r})
print(json.dumps([json.loads(each) for each in (
    engine.compile_program(texts["program"]),
    engine.run_packets(texts["program"], texts["tables"]),
    engine.run_packets(solved, texts["tables"]),
)]))
"""
    compiled, starter, solved = in_browser(code)
    assert compiled["messages"] == []
    assert [table["name"] for table in compiled["tables"]] == ["my_sid", "route"]
    assert [packet["out"] for packet in starter["packets"]] == [[], []]
    (onward,), (here,) = (packet["out"] for packet in solved["packets"])
    # RFC 9800 section 4.1.1: the argument moves up behind the block, zeros follow, the hop counts.
    assert onward["port"] == 2
    assert onward["frame"][:12] == "020000000002"
    assert onward["frame"][42:44] == "3f"
    assert onward["frame"][76:108] == "fcbbbbbb200200000000000000000000"
    assert here == {"port": 7, "frame": solved["packets"][1]["frame"]}
    assert "table SwitchIngress.my_sid" in solved["packets"][0]["trace"]
    assert "[switch.p4:" in solved["packets"][0]["trace"]


def test_what_is_wrong_has_a_line(in_browser):
    starter = PROJECT_ROOT.joinpath("labs", "02-un-action", "starter", "switch.p4").read_text(encoding="utf-8")
    line = next(number for number, text in enumerate(starter.splitlines(), 1) if "meta.dropped = true" in text)
    code = """
print(json.dumps([json.loads(each) for each in (
    engine.compile_program(texts["program"].replace("meta.dropped = true", "meta.gone = true")),
    engine.run_packets(texts["program"], "packet 0 00\\nadd nowhere x:1 uN()\\n"),
    engine.run_packets(texts["program"], "packet 0 00\\nexpect 3 00\\n"),
)]))
"""
    refused, statements, unmet = in_browser(code)
    assert refused["tables"] is None
    assert (refused["messages"][0]["severity"], refused["messages"][0]["line"]) == ("error", line)
    assert refused["messages"][0]["text"].startswith(f"switch.p4:{line}:")
    assert statements["error"].startswith("tables:2: ")
    assert unmet["failures"][0].startswith("tables:2: expect 3: no such packet")


def test_the_zip_has_licences_and_no_solutions(archive):
    names = zipfile.ZipFile(archive.with_name("python.zip")).namelist()
    assert any("scapy" in name and name.endswith("LICENSE") for name in names)
    assert not [name for name in names if "solutions" in name or name.endswith((".so", ".pyc"))]


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path):
    assert f"{PYODIDE.file} is not there" in str(missing(tmp_path))
    (tmp_path / PYODIDE.file).write_bytes(b"something else")
    (tmp_path / CORE.file).write_bytes(b"something else")
    assert f"{PYODIDE.file} is not the file that is pinned" in str(missing(tmp_path))
    with pytest.raises(PlaygroundError, match="is not the file that is pinned"):
        building.put(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()

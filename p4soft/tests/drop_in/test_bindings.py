# SPDX-License-Identifier: Apache-2.0
"""BMv2's Python modules, in a process of their own that has nothing else of the project on its path."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest
from tests.switch.thrift.thrift_kit import EVERYTHING

from p4soft.drop_in.bindings import FOLDER
from p4soft.switch import SimpleSwitch, load_program
from p4soft.switch.thrift import ThriftServer

RUN_S = 60


@pytest.fixture
def port():
    switch = SimpleSwitch(device_id=4)
    switch.load(load_program(EVERYTHING.read_text(), source="everything.json"))
    server = ThriftServer(switch)
    server.start()
    yield server.port
    server.stop()


@pytest.fixture
def run(tmp_path):
    def run(program, *arguments):
        environment = {**os.environ, "PYTHONPATH": str(FOLDER)}
        words = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
        return subprocess.run(
            words, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=RUN_S, check=False
        )

    return run


CONNECT = """
import sys
import bmpy_utils
from bm_runtime.standard import Standard
from bm_runtime.standard.ttypes import *
from bm_runtime.simple_pre import SimplePre
from bm_runtime.simple_pre_lag import SimplePreLAG
from sswitch_runtime import SimpleSwitch
from sswitch_runtime.ttypes import *
services = [("standard", Standard.Client), ("simple_pre_lag", SimplePreLAG.Client), (None, None),
            ("simple_switch", SimpleSwitch.Client)]
std, pre, nothing, sswitch = bmpy_utils.thrift_connect("localhost", int(sys.argv[1]), services)
"""


def test_clients_as_p4_utils_and_controllers_make_them(run, port):
    result = run(
        f"""{CONNECT}
assert nothing is None
key = [BmMatchParam(type=BmMatchParamType.EXACT, exact=BmMatchParamExact(bytes(6)))]
data = [(7).to_bytes(2, "big")]
print(std.bm_mt_add_entry(0, "MyIngress.exact_t", key, "MyIngress.forward", data, BmAddEntryOptions(priority=0)))
try:
    std.bm_mt_add_entry(0, "MyIngress.exact_t", key, "MyIngress.forward", data, BmAddEntryOptions(priority=0))
except InvalidTableOperation as error:
    print(TableOperationErrorCode._VALUES_TO_NAMES[error.code])
print(pre.bm_mc_mgrp_create(0, 5))
try:
    pre.bm_mc_node_destroy(0, 5)
except SimplePreLAG.InvalidMcOperation as error:
    print(SimplePreLAG.McOperationErrorCode._VALUES_TO_NAMES[error.code], SimplePre.McOperationErrorCode.ERROR)
sswitch.mirroring_session_add(1, MirroringSessionConfig(port=3))
print(sswitch.mirroring_session_get(1))
print(bmpy_utils.thrift_connect_standard("127.0.0.1", int(sys.argv[1])).bm_mgmt_get_info().device_id)
print(any(name.startswith("p4soft") for name in sys.modules))
""",
        port,
    )
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "0", "DUPLICATE_ENTRY", "5", "INVALID_L1_HANDLE 5", "MirroringSessionConfig(port=3, mgid=None)", "4", "False",
    ]  # fmt: skip


def test_the_json_of_the_switch_or_of_a_file(run, port, tmp_path):
    (tmp_path / "other.json").write_text("{}")
    result = run(
        f"""{CONNECT}
text = bmpy_utils.get_json_config(std)
assert text == open(sys.argv[2]).read() == bmpy_utils.get_json_config(std, sys.argv[2])
assert bmpy_utils.get_json_config(std, "other.json") == bmpy_utils.get_json_config(None, "other.json") == "{{}}"
""",
        port,
        EVERYTHING,
    )
    assert result.stderr == ""
    assert result.stdout.startswith("Obtaining JSON from switch...\nDone\n**********\nWARNING: ")
    assert result.stdout.count("WARNING") == 1


def test_no_switch_ends_the_program(run):
    result = run(CONNECT, 1)
    assert result.returncode == 1
    assert result.stdout.startswith("Could not connect to thrift client on port 1\nMake sure the switch is running")


def test_the_folder_is_told():
    words = [sys.executable, "-m", "p4soft.drop_in.bindings"]
    result = subprocess.run(words, capture_output=True, text=True, timeout=RUN_S, check=True, cwd=FOLDER.parents[3])
    assert result.stdout.strip() == str(FOLDER)

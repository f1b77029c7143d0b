# SPDX-License-Identifier: Apache-2.0
"""SONiC's own YANG models take what this project writes as `config_db.json`.

Needs two things from sonic-net/sonic-buildimage, neither of which is in a package registry:

* `MRC_SONIC_MODELS=DIR`: the files of `src/sonic-yang-models`, its templates rendered.
* `MRC_SONIC_PYTHON=PATH`: a Python that imports `sonic_yang` (`src/sonic-yang-mgmt`), libyang with SONiC's patches.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.fleet import plan_fleet
from ptf_tests.__main__ import main
from topologies import load

PYTHON, MODELS = os.environ.get("MRC_SONIC_PYTHON", ""), os.environ.get("MRC_SONIC_MODELS", "")
PROFILES = ("sonic-spectrum4", "sonic-tomahawk5")
TOPOLOGY = Path(__file__).resolve().parents[4] / "topologies" / "lab.yaml"
JUDGE = """
import sys, syslog
syslog.openlog(facility=syslog.LOG_USER)
from json import loads
from pathlib import Path
from sonic_yang import SonicYang

models = SonicYang(sys.argv[1])
models.loadYangModel()
for name in sys.stdin.read().split():
    try:
        models.loadData(loads(Path(name).read_text()))
        models.validate_data_tree()
    except Exception as error:
        print(name, " ".join(str(error).split()))
    else:
        if models.tablesWithOutYang:
            print(name, "no model of", *sorted(models.tablesWithOutYang))
"""
"""One line for each file that the models do not take."""

needs_models = pytest.mark.skipif(
    not (PYTHON and MODELS), reason="needs MRC_SONIC_PYTHON and MRC_SONIC_MODELS (the docstring of this module)"
)


def base():
    """What a switch of 64 ports has before the suite comes."""
    ports = {
        f"Ethernet{4 * number}": {
            "lanes": ",".join(str(4 * number + lane) for lane in range(4)),
            "speed": "100000",
            "alias": f"etp{number + 1}",
            "admin_status": "up",
        }
        for number in range(64)
    }
    about = {"hostname": "dut", "mac": "02:00:00:00:00:01", "type": "ToRRouter", "bgp_asn": "65100"}
    pools = {"egress_lossy_pool": {"type": "egress", "mode": "dynamic"}}
    return {"DEVICE_METADATA": {"localhost": about}, "PORT": ports, "BUFFER_POOL": pools}


def refused(*files):
    """What the models say against each file that they do not take."""
    done = subprocess.run(
        [PYTHON, "-c", JUDGE, MODELS], input="\n".join(map(str, files)), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module", params=PROFILES)
def configurations(request, tmp_path_factory):
    """The whole configurations of every case that a profile runs."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "base.json").write_text(json.dumps(base()))
    options = ["--profile", request.param, "--base", str(folder / "base.json"), "--out", str(folder / "out")]
    made = CliRunner().invoke(main, ["configuration", *options], catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return sorted((folder / "out").glob("*/config_db.json"))


@needs_models
def test_every_configuration_of_the_suite_is_valid(configurations):
    assert len(configurations) > 100
    assert refused(*configurations) == []


@needs_models
def test_tables_of_a_planned_fabric_are_valid(tmp_path):
    """They are loaded on top of the platform's own."""
    plan_fleet(load(TOPOLOGY), tmp_path / "plan", "config_db", jobs=1)
    files = []
    for path in sorted((tmp_path / "plan").glob("*.config_db.json")):
        whole = base()
        for table, rows in json.loads(path.read_text()).items():
            whole[table] = whole.get(table, {}) | rows
        files.append(tmp_path / path.name)
        files[-1].write_text(json.dumps(whole))
    assert len(files) == 8
    assert refused(*files) == []


@needs_models
def test_a_broken_configuration_is_noticed(configurations, tmp_path):
    """A scheduler with a peak rate and no committed one, which an earlier version of the suite wrote."""
    document = next(found for found in map(_read, configurations) if "SCHEDULER" in found)
    for scheduler in document["SCHEDULER"].values():
        del scheduler["cir"]
    (tmp_path / "broken.json").write_text(json.dumps(document))
    assert any("pir can't be configured without cir" in line for line in refused(tmp_path / "broken.json"))


def _read(path):
    return json.loads(path.read_text())

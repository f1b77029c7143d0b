# SPDX-License-Identifier: Apache-2.0
"""The wheel of the whole: what is in it, what building it leaves behind, and `mrc` from it in a strange folder.

`make release` installs it with pip, and takes minutes; this takes pip's place.
"""

import shutil
import subprocess
import sys
import zipfile
from email import message_from_string

import house_kit
import pytest
from long_kit import share
from mrc_kit import FOLDERS, built, installation, listing, mrc

DECOY = "raise SystemExit('a module of the current folder')\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return installation(tmp_path_factory)


@pytest.fixture(scope="module")
def source(made):
    """A checkout, which has been built."""
    return made.source


@pytest.fixture(scope="module")
def wheel(made):
    return made.wheel


@pytest.fixture(scope="module")
def site(made):
    return made.site


@pytest.fixture
def strange(tmp_path):
    """A folder with modules of our names, which must not be taken for ours."""
    for name in ("common", "controller", "fabric", "labs", "ptf_tests", "click"):
        (tmp_path / f"{name}.py").write_text(DECOY)
    return tmp_path


def test_building_leaves_nothing_in_the_checkout(source):
    files = [source / name for name in house_kit.files()]
    folders = {each for file in files for each in file.parents if source in each.parents}
    assert set(source.rglob("*")) == {*files, *folders}


def test_everything_lies_below_one_name(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"mrc_fabric", "mrc_fabric-0.1.0.dist-info"}


def test_every_file_of_the_packages_is_in_it_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if name.startswith("mrc_fabric/")}
    own = {name for name in house_kit.files() if name.startswith("mrc_fabric/")}
    theirs = {f"mrc_fabric/{name}" for name in house_kit.files() if name.split("/")[0] in FOLDERS}
    assert inside == own | theirs


def test_its_metadata_is_that_of_an_index(wheel, source):
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith("/METADATA"))
        said = message_from_string(archive.read(name).decode())
        assert "mrc = mrc_fabric.__main__:main" in archive.read(name.replace("METADATA", "entry_points.txt")).decode()
    assert (said["Name"], said["Version"], said["Requires-Python"]) == ("mrc-fabric", "0.1.0", ">=3.11")
    assert said["License-Expression"] == "Apache-2.0 AND GPL-2.0-only"
    assert set(said.get_all("License-File")) == {"LICENSE", "LICENSES/Apache-2.0.txt", "LICENSES/GPL-2.0-only.txt"}
    assert said["Description-Content-Type"] == "text/markdown" and "make demo" in said.get_payload()
    assert set(said.get_all("Provides-Extra")) == {"live", "experiments"}
    assert any(each.startswith("Topic :: System :: Networking") for each in said.get_all("Classifier"))
    wanted = [each for each in said.get_all("Requires-Dist") if each.startswith("p4soft")]
    assert wanted == [f"p4soft @ {(source / 'p4soft').as_uri()}"]


def test_it_runs_the_demo_elsewhere(site, strange):
    done = mrc(site, strange, "demo")
    assert done.returncode == 0, done.stderr
    assert "PASSED: all bytes intact, every expectation held" in done.stdout
    assert (strange / "out" / "demo" / "report.html").is_file()


@pytest.mark.long
def test_it_judges_a_switch_elsewhere(site, strange):
    done = mrc(site, strange, "conformance", "TEST=trimming.TrimDscp")
    assert done.returncode == 0, done.stderr
    assert "1 of 185 musts held, none failed" in done.stdout
    assert (strange / "out" / "conformance" / "embedded" / "conformance.html").is_file()


def test_a_device_of_ones_own_needs_a_profile(site, strange):
    done = mrc(site, strange, "conformance", "DUT=external")
    assert done.returncode == 2 and "--dut external: --profile: which device is missing" in done.stderr


@pytest.mark.parametrize("words", share([["LAB=02", "SEED=1"], ["02", "--seed", "1"]], [["LAB=02", "SEED=1"]]))
def test_it_grades_a_lab_elsewhere(site, strange, words):
    done = mrc(site, strange, "lab-check", *words)
    assert done.returncode == 1 and done.stdout.startswith("Lab 02: "), done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("plan",), "fabric lab\n"),
        (("plan", "TOPOLOGY=topologies/paper-8plane.yaml"), "error: "),
        (("path", "topologies/lab.yaml", "nic0", "nic3"), "nic0 ("),
        (("shell", "-c", "print(path('nic0', 'nic3'))"), "fcbb:bbbb:"),
        (("lab", "status"), "error: the lab 'lab' is not up; bring it up with `mrc lab up`"),
        (("experiments", "list"), "┏"),
        (("--version",), "mrc 0.1.0, p4soft "),
    ],
)
def test_it_has_what_its_commands_read(site, strange, words, said):
    done = mrc(site, strange, *words)
    assert (done.stdout + done.stderr).startswith(said)


def test_a_lab_is_copied_changed_and_graded(site, tmp_path):
    assert mrc(site, tmp_path, "copy", "labs/02-un-action").stdout == "02-un-action\n"
    inside = {name.removeprefix("labs/") for name in house_kit.files() if name.startswith("labs/02-un-action/")}
    assert {each for each in listing(tmp_path) if (tmp_path / each).is_file()} == inside
    assert mrc(site, tmp_path, "copy", "labs/solutions/02-un-action/switch.p4").returncode == 0
    (tmp_path / "switch.p4").replace(tmp_path / "02-un-action" / "starter" / "switch.p4")
    done = mrc(site, tmp_path, "lab-check", "02", "--answer", "02-un-action/starter")
    assert done.returncode == 0 and "all holds" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("labs/02-un-action", "02-un-action: there already; remove it, or go to another folder"),
        ("labs/99", "labs/99: not there; accepted: files and folders below docs, labs, p4src, ptf_tests, topologies"),
        ("../..", "../..: not there; accepted: files and folders below docs, labs, p4src, ptf_tests, topologies"),
    ],
)
def test_what_cannot_be_copied_is_one_message(site, tmp_path, place, said):
    (tmp_path / "02-un-action").write_text("mine")
    done = mrc(site, tmp_path, "copy", place)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: {said}\n")
    assert (tmp_path / "02-un-action").read_text() == "mine"


def test_an_sdist_names_the_version_of_p4soft(source, tmp_path):
    program = (
        f"import sys; sys.path.insert(0, 'tools'); import build_backend as b; print(b.build_sdist({str(tmp_path)!r}))"
    )
    pytest.importorskip("hatchling", reason="hatchling is in the group dev: make .venv/.dev")
    subprocess.run([sys.executable, "-c", program], cwd=source, check=True, capture_output=True)
    shutil.unpack_archive(tmp_path / "mrc_fabric-0.1.0.tar.gz", tmp_path)
    inside = tmp_path / "mrc_fabric-0.1.0"
    assert "Requires-Dist: p4soft==0.1.0" in (inside / "PKG-INFO").read_text()
    assert not (inside / "p4soft").exists()
    wheel = built(inside, tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        assert "Requires-Dist: p4soft==0.1.0\n" in archive.read("mrc_fabric-0.1.0.dist-info/METADATA").decode()

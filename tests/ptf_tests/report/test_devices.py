# SPDX-License-Identifier: Apache-2.0
"""The table of devices: what is kept of a report, which packet shows a difference, and that the page is as stored."""

import pytest
from click.testing import CliRunner
from house_kit import ROOT
from report_kit import TUNNEL, WRONG_DSCP, WRONG_HOP_LIMIT, evidence, report, requirement

from common.written_tables import END, begin
from ptf_tests.__main__ import main
from ptf_tests.catalogue.requirements import Catalogue
from ptf_tests.report import devices
from ptf_tests.results import NO_CASE, Case, ResultsError, Subject
from ptf_tests.switch.profile import PROFILES, load

PAGE = ROOT / "docs" / "devices.md"


def of(name, **changes):
    case = Case(name="m.Wrong", title="It is wrong.", requirements=("A-1",), outcome="failed", evidence=evidence())
    values = {
        "device": Subject(name=name, dut="linux", choices={"lengths": "all"}, versions={"it": "1"}),
        "started": "2026-11-24T10:00:00+00:00",
        "partial": False,
        "cases": (case,),
        "requirements": (
            requirement("A-1", "failed", cases=("m.Wrong",)),
            requirement("A-2", "not_claimed", note="limit: it cannot"),
            requirement("A-3", "not_claimed"),
            requirement("A-4", "held", level="should"),
        ),
    }
    return report(**{**values, **changes})


def test_the_page_shows_what_is_stored():
    """Written by `python -m ptf_tests devices`; of requirements and profiles that are there."""
    page = PAGE.read_text(encoding="utf-8")
    store = devices.read(PAGE.with_name(devices.FILE))
    assert devices.with_tables(page, store, "devices.md") == page
    assert [device.name for device in store.devices] == list(devices.ORDER)
    catalogue = Catalogue.own()
    assert {i: catalogue[i].statement for i in store.requirements} == {
        i: each.statement for i, each in store.requirements.items()
    }
    for device in store.devices:
        profile = load(PROFILES / f"{device.name}.yaml")
        limits = {identity for identity in device.verdicts if device.shown(identity) == "limit"}
        assert limits == set(profile.limits), device.name


def test_what_is_kept_of_a_run():
    found = devices.entry(of("one"))
    assert [found.shown(f"A-{number}") for number in range(1, 6)] == ["**fails**", "limit", "–", "holds", "–"]
    assert (found.date, found.cases, found.versions) == ("2026-11-24", 1, {"it": "1"})
    assert found.reasons == {"A-2": "limit: it cannot"}
    packet = found.packets["A-1"]
    assert (packet.sent, packet.sent_to) == (WRONG_HOP_LIMIT.hex(), 0)
    assert (packet.expected, packet.expected_from) == (TUNNEL.hex(), 1)
    assert (packet.received, packet.received_from) == (WRONG_DSCP.hex(), 1)
    assert packet.counted == ("table my_sid: hit",)


def test_a_later_run_takes_the_place_of_the_earlier_one():
    first = devices.with_reports(devices.Store(), [of("zz"), of("linux")])
    assert [device.name for device in first.devices] == ["linux", "zz"]
    second = devices.with_reports(first, [of("zz", started="2026-11-25T10:00:00+00:00")])
    assert [device.date for device in second.devices] == ["2026-11-24", "2026-11-25"]


def test_results_of_a_part_are_refused():
    some = (requirement("A-1", "not_tested", note=NO_CASE),)
    for changes in ({"partial": True}, {"requirements": some}):
        with pytest.raises(ResultsError, match="one: results of a part of the cases; accepted: those of a whole run"):
            devices.with_reports(devices.Store(), [of("one", **changes)])


def test_the_tables(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{begin(devices.COMMAND)}\nold\n{END}\nafter\n")
    stored = devices.with_reports(devices.Store(), [of("linux"), of("two", cases=(), requirements=())])
    devices.write(stored, page)
    lines = page.read_text().splitlines()
    assert (lines[0], lines[-1]) == ("before", "after")
    assert "old" not in lines
    assert "| `linux` |  | it 1 | 2026-11-24 | 1 | 0 | 1 | 1 | 1 |" in lines
    assert "| A-1 | what A-1 asks | **fails** | – |" in lines
    assert not [line for line in lines if line.startswith("| A-4")]
    said = CliRunner().invoke(main, ["devices", "--packets", "--page", str(page)])
    shown = next(line for line in said.output.splitlines() if line.startswith("| A-1 | `linux` |"))
    assert "Wrong: IPv6 fcbb:bbbb:2001::" in shown
    assert devices.read(page.with_name(devices.FILE)) == stored


@pytest.mark.parametrize(("text", "message"), [("{", "the file: "), ('{"devices": [{}]}', "devices.0.name: ")])
def test_a_file_of_something_else(tmp_path, text, message):
    file = tmp_path / "devices.json"
    file.write_text(text)
    with pytest.raises(ResultsError) as caught:
        devices.read(file)
    assert str(caught.value).startswith(f"{file}: {message}")
    assert str(caught.value).endswith("; accepted: what this command wrote")


def test_a_page_without_a_place_for_the_tables(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing\n")
    with pytest.raises(ResultsError, match=r"page.md: no table; accepted: a page with the lines"):
        devices.write(devices.Store(), page)

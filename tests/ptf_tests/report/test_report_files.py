# SPDX-License-Identifier: GPL-2.0-only
from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from long_kit import share
from report_kit import (
    ETHERNET,
    HOSTILE,
    TUNNEL,
    VERDICTS,
    WRONG_DSCP,
    WRONG_HOP_LIMIT,
    Page,
    evidence,
    hostile_report,
    ipv6,
    report,
    requirement,
    words,
)
from scapy.utils import RawPcapNgReader

from common.text import visible
from p4soft.outputs import OutputError, write_text
from ptf_tests import results
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import files, verdicts
from ptf_tests.report.files import write_all
from ptf_tests.results import Case, ResultsError, SentFrame, Subject


def test_json_is_read_back_and_the_same_report_gives_the_same_bytes(tmp_path):
    first, second = write_all(report(), tmp_path / "a"), write_all(report(), tmp_path / "b")
    assert [path.name for path in first] == [
        "trimming.Case1.pcapng",
        "conformance.json",
        "junit.xml",
        "conformance.html",
    ]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    read = results.load(tmp_path / "a" / "conformance.json")
    assert read.requirements == report().requirements
    assert read.cases[0].evidence.pcap == "captures/trimming.Case1.pcapng"
    assert write_all(read, tmp_path / "a")[0].name == "conformance.json", "the capture is there already"
    assert (tmp_path / "a" / "conformance.html").read_bytes() == (tmp_path / "b" / "conformance.html").read_bytes()


def test_the_order_of_mappings_does_not_matter():
    def with_choices(*names: str) -> str:
        return files.as_json(report(device=Subject(name="x", dut="bmv2", choices=dict.fromkeys(names, "1"))))

    assert with_choices("a", "b") == with_choices("b", "a")


def test_page_shows_every_verdict_and_loads_nothing():
    page = Page(files.page(report()))
    text = words(page.text)
    assert "1 of 5 musts failed, 1 not tested, 1 chosen otherwise, 1 not claimed" in text
    for number, verdict in enumerate(VERDICTS, start=1):
        look = verdicts.LOOKS[verdict]
        assert f"{look.symbol} {look.label}" in text or f"{look.symbol}{look.label}" in text
        assert f"TRIM-{number:03d}" in text
        assert f"what TRIM-{number:03d} asks" in text
    assert page.loaded == page.handlers == []
    assert page.scripts == 1
    assert "https://example.org/sai" in page.links
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest", files.page(report()))
    assert "Partial run" not in text


def test_of_an_area_that_was_not_tried_the_page_does_not_count_what_held():
    of_areas = {"ecn": ["held", "not_tested"], "qos": ["not_tested", "not_tested", "not_claimed"], "srv6": ["failed"]}
    listed = [
        requirement(f"{area}-{number}", verdict, area=area, level="must" if area == "qos" else "should")
        for area, found in of_areas.items()
        for number, verdict in enumerate(found)
    ]
    content = files.page(report(requirements=tuple(listed), cases=()))
    told = dict(re.findall(r'data-filter="(?:area|level)" data-value="(\w+)".*<td class="n">(.*)</td></tr>', content))
    failed = '<span class="no">✗ 1</span> of '
    assert told == {
        "ecn": "1 of 2 held", "qos": "not tested", "srv6": f"{failed}1", "must": "not tested", "should": f"{failed}3",
    }  # fmt: skip


def test_what_was_chosen_otherwise_stands_under_its_own_heading():
    """The row of such a requirement is the reading that the device did not choose: nothing says it is the default."""
    content = files.page(report())
    table = content.split('id="otherwise"')[1].split("</table>")[0]
    row = re.search(r"<tr><td.*TRIM-003.*</tr>", table)
    assert re.findall(r"<th>(.*?)</th>", table) == ["requirement", "another reading", "this device"]
    assert re.findall(r'<td data-label="(.*?)">(.*?)</td>', row[0]) == [
        ("another reading", "what TRIM-003 asks"),
        ("this device", "note of TRIM-003"),
    ]
    assert "default" not in words(Page(content).text)


def test_every_link_within_the_page_leads_somewhere():
    page = Page(files.page(report()))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)


def test_failure_shows_frames_counters_trace_and_capture(tmp_path):
    write_all(report(), tmp_path)
    content = (tmp_path / "conformance.html").read_text(encoding="utf-8")
    page = Page(content)
    text = words(page.text)
    for part in (
        "the DSCP is wrong",
        "outer IPv6 DSCP is 16, not 4",
        "queue_packets port 1 queue 6",
        "table my_sid: hit",
        TUNNEL.hex(),
        WRONG_DSCP.hex(),
        WRONG_HOP_LIMIT.hex(),
    ):
        assert part in text
    assert "./captures/trimming.Case1.pcapng" in page.links
    marked = re.findall(r"<mark>([^<]*)</mark>", content)
    # DSCP in both columns, the byte that holds it in both dumps, the counter, and the legend.
    assert marked == ["4", "16", "61", "64", "+0", "marked"]


@pytest.mark.parametrize("verdict", VERDICTS)
def test_partial_run_is_marked_everywhere(verdict):
    partial = report(partial=True, requirements=(requirement("TRIM-001", verdict),), cases=())
    assert "Partial run." in Page(files.page(partial)).text
    root = ET.fromstring(files.junit(partial))
    assert root.find(".//property[@name='partial']").get("value") == "true"
    assert root.find(".//system-err").text.startswith("Partial run.")
    assert verdicts.headline(partial).tone != "good"


def test_what_ended_a_run_is_told_everywhere():
    """In one line, whatever a device's error holds."""
    ended = report(
        partial=True, ended="srv6.UnShift: mine: gone\x1b[31m", requirements=(requirement("T-1", "not_judged"),)
    )
    note = "The run ended early, after 2 cases, with 1 requirement not judged. What is missing was not tried; it says "
    note += "nothing about the device. What ended it: srv6.UnShift: mine: gone\\x1b[31m"
    assert note in words(Page(files.page(ended)).text)
    assert note in words(ET.fromstring(files.junit(ended)).find(".//system-err").text)
    assert "not judged" in Page(files.page(ended)).text
    assert "not judged" not in Page(files.page(report())).text


@pytest.mark.parametrize(
    ("musts", "text", "tone"),
    [
        (["held"] * 61, "All 61 musts held", "good"),
        (["held"], "The only must held", "good"),
        (["held"] * 60 + ["failed"], "1 of 61 musts failed", "bad"),
        (["failed"], "1 of 1 must failed", "bad"),
        (["held", "not_claimed"], "1 of 2 musts held, none failed, 1 not claimed", "good"),
        (["held", "not_tested"], "1 of 2 musts held, none failed, 1 not tested", "open"),
        (["held", "not_judged"], "1 of 2 musts held, none failed, 1 not judged", "open"),
        (["failed", "not_judged"], "1 of 2 musts failed, 1 not judged", "bad"),
        (["not_judged"], "No must was judged", "open"),
        (["not_tested"], "No must was tested", "open"),
        ([], "There is no must to test", "open"),
    ],
)
def test_headline(musts, text, tone):
    shoulds = (requirement("S-1", "failed", level="should"),)
    requirements = tuple(requirement(f"T-{number}", verdict) for number, verdict in enumerate(musts))
    found = verdicts.headline(report(requirements=requirements + shoulds))
    assert (found.text, found.tone) == (text, tone)


def test_page_escapes_everything():
    content = files.page(hostile_report())
    page = Page(content)
    assert page.scripts == 1
    assert page.handlers == page.loaded == []
    assert not [link for link in page.links if not link.startswith(("#", "./"))]
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", content)
    assert r"\x1b[31m" in page.text


def test_junit_is_well_formed_xml_whatever_is_in_the_results():
    root = ET.fromstring(files.junit(hostile_report()))
    failure = root.find(".//failure")
    assert "<script>alert(1)</script>" in failure.get("message")
    assert "]]>" in failure.text
    assert r"\x1b[31m \x00 \u202e" in failure.text


def test_junit_counts_outcomes_and_names_requirements():
    root = ET.fromstring(files.junit(report()))
    suite = root.find("testsuite")
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped", "time")} == {
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "2",
        "time": "12.500",
    }
    first = suite.find("testcase")
    assert (first.get("classname"), first.get("name"), first.get("time")) == ("trimming", "Case1", "0.250")
    assert [each.get("value") for each in first.iter("property")] == ["TRIM-001"]
    text = first.find("failure").text
    assert "TRIM-001 (must): what TRIM-001 asks" in text
    assert "outer IPv6, DSCP: expected 4, received 16" in text
    assert "counter queue_packets port 1 queue 6: expected +1, actual +0" in text
    assert f"received, port 1, {len(WRONG_DSCP)} bytes: {WRONG_DSCP.hex()}" in text
    assert suite.findall("testcase")[2].find("skipped").get("message") == "chosen"


@pytest.mark.parametrize("name", ["../up", "/root", "a/../../b", "a\\b", "", "javascript:alert(1)/../x"])
def test_links_stay_below_the_page(name):
    assert files.relative_link(name) == ""


def test_links_are_percent_encoded():
    assert files.relative_link("captures/a b?#.pcapng") == "./captures/a%20b%3F%23.pcapng"
    assert files.relative_link("javascript:alert(1)") == "./javascript%3Aalert%281%29"


def test_capture_is_pcapng_with_ports_directions_and_comments(tmp_path):
    path = files.write_capture(tmp_path / "x" / "a.pcapng", files.frames_of(evidence(), WireRules()), HOSTILE)
    with RawPcapNgReader(str(path)) as reader:
        packets = list(reader)
    assert [data for data, _ in packets] == [WRONG_HOP_LIMIT, WRONG_DSCP]
    assert [meta.ifname for _, meta in packets] == [b"port0", b"port1"]
    assert [meta.direction for _, meta in packets] == [2, 1]
    assert [meta.comments for _, meta in packets] == [
        [b"sent 1 into port 0"],
        [b"received 1 from port 1: differs from expected frame 1"],
    ]


def test_capture_byte_for_byte():
    frames = [
        files.CapturedFrame(0, "sent", b"\xaa\xbb\xcc\xdd\xee", "sent 1"),
        files.CapturedFrame(3, "received", b"\x01\x02\x03\x04", "r\x00\u00e4"),
    ]
    assert files.capture(frames, "t\n").hex(" ", -4) == (
        "0a0d0d0a 48000000 4d3c2b1a 01000000 ffffffff ffffffff 01000200 740a0000 04001c00 4d524320 66616272 69632063 "
        "6f6e666f 726d616e 63652073 75697465 00000000 48000000 01000000 48000000 01000000 00000000 02000500 706f7274 "
        "30000000 03001f00 706f7274 2030206f 66207468 65206465 76696365 20756e64 65722074 65737400 00000000 48000000 "
        "01000000 48000000 01000000 00000000 02000500 706f7274 33000000 03001f00 706f7274 2033206f 66207468 65206465 "
        "76696365 20756e64 65722074 65737400 00000000 48000000 06000000 40000000 00000000 00000000 00000000 05000000 "
        "05000000 aabbccdd ee000000 02000400 02000000 01000600 73656e74 20310000 00000000 40000000 06000000 3c000000 "
        "01000000 00000000 01000000 04000000 04000000 01020304 02000400 01000000 01000700 725c7830 30c3a400 00000000 "
        "3c000000"
    )


def test_capture_of_the_runner_is_kept(tmp_path):
    named = report().cases[0].model_copy(update={"evidence": evidence(pcap="log/case.pcap")})
    written = write_all(report(cases=(named,)), tmp_path)
    assert [path.name for path in written] == ["conformance.json", "junit.xml", "conformance.html"]
    assert results.load(written[0]).cases[0].evidence.pcap == "log/case.pcap"


def test_error_without_evidence_and_failure_without_case():
    only = report(
        requirements=(requirement("T-1", "failed", cases=("a.B",)), requirement("T-2", "failed", note="lost")),
        cases=(Case(name="a.B", title="t", requirements=("T-1", "gone"), outcome="error", reason="no answer"),),
    )
    text = words(Page(files.page(only)).text)
    assert "could not be carried out" in text
    assert "no answer" in text
    assert "T-2 must what T-2 asks lost" in text


def test_empty_report_still_makes_every_file(tmp_path):
    written = write_all(report(requirements=(), cases=(), sources={}), tmp_path)
    assert len(written) == 3
    Page(written[2].read_text(encoding="utf-8"))


@pytest.mark.parametrize("count", share([80, 400], [80]))
def test_a_device_that_fails_everything_still_gives_a_page_of_bearable_size(count):
    cases = tuple(
        Case(
            name=f"a.C{number}", title="t", requirements=("TRIM-001",), outcome="failed",
            evidence=evidence(
                sent=tuple(SentFrame(port=0, hex=WRONG_HOP_LIMIT.hex()) for _ in range(10)),
                received=tuple(SentFrame(port=port, hex=WRONG_DSCP.hex()) for port in range(10)),
            ),
        )
        for number in range(count)
    )  # fmt: skip
    content = files.page(report(cases=cases))
    assert len(content) < 20_000 * count
    text = Page(content).text
    assert text.count("the DSCP is wrong") == count
    assert "in full in conformance.json" in words(text)


def test_reports_read_frames_by_the_choices_of_the_device():
    bth = "c{}ffff 00000011 00000123".replace(" ", "")
    frames = [
        (ETHERNET + ipv6(17, bytes.fromhex("c12312b7001c0000" + bth.format(flags)) + bytes(8))).hex()
        for flags in ("640", "680")
    ]
    case = Case(
        name="a.C", title="t", requirements=("TRIM-001",), outcome="failed",
        evidence=evidence(
            expected=({"port": 1, "accepted": frames[:1]},), received=(SentFrame(port=1, hex=frames[1]),), sent=()
        ),
    )  # fmt: skip
    for choices, expected in (({}, "SE: expected 0, received 1"), ({"bth_flag_order": "swapped"}, "SE: expected 1")):
        made = report(cases=(case,), device=report().device.model_copy(update={"choices": choices}))
        assert f"BTH, {expected}" in files.junit(made).decode()
        assert ("SE is 1, not 0" in Page(files.page(made)).text) == (not choices)


def test_a_results_file_with_something_that_is_no_frame_names_the_place(tmp_path):
    (path,) = [path for path in write_all(report(), tmp_path) if path.suffix == ".json"]
    text = path.read_text()
    assert '"hex": "' in text
    path.write_text(text.replace('"hex": "', '"hex": "zz', 1))
    with pytest.raises(ResultsError, match=r"conformance\.json: cases\.\d+\.evidence\.\w+\.0\.hex: "):
        results.load(path)


def test_unusable_place_is_one_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot write"):
        write_text(tmp_path / "file" / "x", "")


def test_an_interrupted_write_leaves_nothing(tmp_path):
    (tmp_path / "x").mkdir()
    with pytest.raises(OutputError):
        write_text(tmp_path / "x", "text")  # a directory of that name is there
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_visible_spells_out_what_cannot_be_seen():
    assert visible("a\tb\nc\r\nd") == "a\tb\nc\nd"
    assert visible("\x07\x9b\u2028\ud800\ufffe") == r"\x07\x9b\u2028\ud800\ufffe"

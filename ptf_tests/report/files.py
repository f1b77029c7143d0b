# SPDX-License-Identifier: Apache-2.0
"""The report of a device as files: results (JSON), JUnit XML for CI, one HTML page, and captures of what failed.

Each depends on nothing but the results: equal reports give equal bytes.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Literal
from urllib.parse import quote
from xml.etree import ElementTree as ET

import jinja2
from markupsafe import Markup
from msgspec import Struct

from common import pages
from common.text import one_line, plural, visible
from p4soft.outputs import INBOUND, OUTBOUND, PcapngWriter, write_bytes, write_text
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report import evidence, verdicts
from ptf_tests.report.causes import causes
from ptf_tests.report.diff import match_frames
from ptf_tests.results import LEVELS, RESULTS, Case, Evidence, Report, Requirement, Verdict

CAPTURES = "captures"
"""Directory of the captures, next to the results file."""


def write_all(report: Report, out: Path) -> list[Path]:
    """Write every report of a run into `out`; returns the files written.

    A failed case with frames and no capture of its own (`Evidence.pcap` empty) gets one, and the reports refer to it.
    Equal reports give equal files.

    Raises:
        OutputError: a file cannot be written.
    """
    written: list[Path] = []
    cases = []
    rules = WireRules.of(report.device.choices)
    for case in report.cases:
        named = _with_capture(case)
        if named is not case and named.evidence is not None:
            frames = frames_of(named.evidence, rules)
            written.append(write_capture(out / named.evidence.pcap, frames, f"{case.name}: {case.title}"))
        cases.append(named)
    complete = report.model_copy(update={"cases": tuple(cases)})
    written += [
        write_text(out / RESULTS, as_json(complete)),
        write_bytes(out / JUNIT, junit(complete)),
        write_text(out / PAGE, page(complete)),
    ]
    return written


def _with_capture(case: Case) -> Case:
    """The case with its capture named, or the same object when it needs none."""
    evidence = case.evidence
    if evidence is None or evidence.pcap or not (evidence.sent or evidence.received):
        return case
    name = f"{CAPTURES}/{anchor('case', case.name).removeprefix('case-')}.pcapng"
    return case.model_copy(update={"evidence": evidence.model_copy(update={"pcap": name})})


# --- Results (JSON) --------------------------------------------------------------------------------------------------


def as_json(report: Report) -> str:
    """The results, which `ptf_tests.results.load` reads back: fields as declared, mappings sorted by key."""
    data = report.model_dump(mode="json")
    for holder, key in ((data, "sources"), (data["device"], "choices"), (data["device"], "versions")):
        holder[key] = dict(sorted(holder[key].items()))
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


# --- JUnit XML: a testcase per case, with the ids of its requirements as properties ----------------------------------


JUNIT = "junit.xml"

_TAGS = {"failed": "failure", "error": "error", "skipped": "skipped"}


def junit(report: Report) -> bytes:
    """The file's bytes: UTF-8 XML."""
    root = ET.Element("testsuites")
    cases = report.cases
    suite = ET.SubElement(
        root,
        "testsuite",
        name=one_line(f"conformance of {report.device.name}"),
        tests=str(len(cases)),
        failures=str(sum(case.outcome == "failed" for case in cases)),
        errors=str(sum(case.outcome == "error" for case in cases)),
        skipped=str(sum(case.outcome == "skipped" for case in cases)),
        time=f"{report.seconds:.3f}",
        timestamp=one_line(report.started),
    )
    _properties(suite, _about(report))
    known = {requirement.id: requirement for requirement in report.requirements}
    rules = WireRules.of(report.device.choices)
    for case in cases:
        suite.append(_testcase(case, known, rules))
    note = verdicts.partial_note(report)
    if note:
        ET.SubElement(suite, "system-err").text = visible(f"Partial run. {note}")
    ET.indent(root)
    body: str = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()


def _about(report: Report) -> Iterable[tuple[str, str]]:
    yield "device", report.device.name
    yield "dut", report.device.dut
    yield "verdict", verdicts.headline(report).text
    yield "seed", str(report.seed)
    yield "partial", str(report.partial).lower()
    for name, version in sorted(report.device.versions.items()):
        yield f"version.{name}", version
    for verdict, count in verdicts.counts(report.requirements).items():
        yield f"requirements.{verdict}", str(count)


def _testcase(case: Case, known: dict[str, Requirement], rules: WireRules) -> ET.Element:
    module, _, name = case.name.rpartition(".")
    element = ET.Element("testcase", classname=one_line(module), name=one_line(name), time=f"{case.seconds:.3f}")
    _properties(element, (("requirement", each) for each in case.requirements))
    if case.outcome in _TAGS:
        message = case.reason or (case.evidence.message if case.evidence else "")
        outcome = ET.SubElement(element, _TAGS[case.outcome], message=one_line(message))
        outcome.text = visible("\n".join(_lines(case, known, rules)))
    return element


def _properties(parent: ET.Element, pairs: Iterable[tuple[str, str]]) -> None:
    element = ET.SubElement(parent, "properties")
    for name, value in pairs:
        ET.SubElement(element, "property", name=one_line(name), value=one_line(value))


def _lines(case: Case, known: dict[str, Requirement], rules: WireRules) -> list[str]:
    lines = [case.title]
    for each in case.requirements:
        requirement = known.get(each)
        lines.append(f"{each} ({requirement.level}): {requirement.statement}" if requirement else each)
    if case.reason:
        lines.append(case.reason)
    if case.evidence is not None:
        lines += ["", *evidence.as_text(case.evidence, rules)]
    return lines


# --- The page: nothing is loaded from elsewhere; without JavaScript only the filters are missing ---------------------


PAGE = "conformance.html"

_HERE = Path(__file__).parent
_TRACE_LINES = 400
_OPEN_FAILURES = 5
"""Failed cases whose frames are not folded away, on top of the page."""
_PAGE_FRAMES = 150
"""Frames in full on one page, so that a device that fails everything still gives one that a browser opens."""


@cache
def environment() -> jinja2.Environment:
    """The templates of this package. Everything is escaped, and control characters are spelled out."""
    env = pages.environment(
        _HERE, lstrip_blocks=True, finalize=lambda value: visible(value) if type(value) is str else value
    )
    env.filters.update(
        anchor=anchor, breakable=breakable, plural=plural, seconds=show_seconds, place=evidence.counter_place
    )
    env.globals.update(
        looks=verdicts.LOOKS,
        outcome_symbols=verdicts.OUTCOME_SYMBOLS,
        web=web_address,
        here=relative_link,
        stylesheet=pages.stylesheet((_HERE / "page.css").read_text(encoding="utf-8")),
        trace_lines=_TRACE_LINES,
        open_failures=_OPEN_FAILURES,
    )
    return env


def anchor(prefix: str, name: str) -> str:
    """An HTML id; different names get different ids."""
    return f"{prefix}-" + re.sub(r"[^A-Za-z0-9.-]", lambda match: f"_{ord(match.group()):x}_", name)


def breakable(name: str) -> Markup:
    """A case's name as markup that may break behind its dots."""
    return Markup(".<wbr>").join(visible(part) for part in name.split("."))


def web_address(url: str) -> str:
    """`url` when a browser may follow it (http and https), else empty: results can come from anywhere."""
    return url if re.match(r"https?://[^\s]", url) else ""


def relative_link(path: str) -> str:
    """A link to a file below the page, percent-encoded; empty for anything else (absolute, `..`, a scheme)."""
    parts = PurePosixPath(path).parts
    safe = bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path
    return "./" + quote(visible(path)) if safe else ""


def show_seconds(seconds: float) -> str:
    """Milliseconds below a second, minutes above 90 seconds."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 90:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


class Failure(Struct, frozen=True):
    """A case that failed or could not be carried out.

    Attributes:
        case: as in the results.
        broken: its requirements that failed, musts first.
        other: its requirements with another verdict.
        evidence: arranged; None when there is none.
    """

    case: Case
    broken: tuple[Requirement, ...]
    other: tuple[Requirement, ...]
    evidence: evidence.EvidenceView | None


class Group(Struct, frozen=True):
    key: str
    title: str
    url: str
    requirements: tuple[Requirement, ...]

    @property
    def counts(self) -> Mapping[Verdict, int]:
        return verdicts.counts(self.requirements)

    @property
    def failed(self) -> int:
        return self.counts["failed"]


def page(report: Report) -> str:
    """The page. The same results give the same bytes."""
    failures = _failures(report)
    covered = {requirement.id for failure in failures for requirement in failure.broken}
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            report=report,
            headline=verdicts.headline(report),
            partial=verdicts.partial_note(report),
            shares=shares(report.requirements),
            levels=[(level, shares(_of_level(report, level))) for level in LEVELS if _of_level(report, level)],
            areas=[(area, shares(found)) for area, found in sorted(verdicts.areas(report).items())],
            groups=_groups(report),
            failures=failures,
            causes=causes(report),
            unexplained=[each for each in verdicts.failed(report) if each.id not in covered],
            otherwise=verdicts.chosen_otherwise(report),
            waived=verdicts.waived(report),
            cases={case.name: case for case in report.cases},
            script=Markup((_HERE / "filter.js").read_text(encoding="utf-8")),
        )
    )


def shares(requirements: Iterable[Requirement]) -> Mapping[str, Any]:
    """`total` and, by verdict, `counts`: what a bar is drawn from; `untried`: what most are if none was tried."""
    counts = verdicts.counts(requirements)
    tried = any(counts.get(verdict) for verdict in ("held", "failed", "waived"))
    most = max(counts, key=lambda verdict: counts[verdict])
    return {"total": sum(counts.values()), "counts": counts, "untried": "" if tried else verdicts.LOOKS[most].label}


def _of_level(report: Report, level: str) -> list[Requirement]:
    return [requirement for requirement in report.requirements if requirement.level == level]


def _groups(report: Report) -> list[Group]:
    """By source document, in the order in which the catalogue first names them."""
    found: dict[str, list[Requirement]] = {}
    for requirement in report.requirements:
        found.setdefault(requirement.document, []).append(requirement)
    groups = []
    for key, members in found.items():
        source = report.sources.get(key)
        groups.append(Group(key, source.title if source else key, source.url if source else "", tuple(members)))
    return groups


def _failures(report: Report) -> list[Failure]:
    """Cases that need looking at: those that break a must first."""
    known = {requirement.id: requirement for requirement in report.requirements}
    weight = {level: position for position, level in enumerate(LEVELS)}
    found: list[tuple[Case, list[Requirement], tuple[Requirement, ...]]] = []
    for case in report.cases:
        if case.outcome in ("failed", "error"):
            shown = [known[each] for each in case.requirements if each in known]
            broken = sorted((each for each in shown if each.verdict == "failed"), key=lambda each: weight[each.level])
            found.append((case, broken, tuple(each for each in shown if each.verdict != "failed")))
    found.sort(key=lambda each: weight[each[1][0].level] if each[1] else len(weight))
    failures = []
    rules = WireRules.of(report.device.choices)
    left = _PAGE_FRAMES
    for case, broken, other in found:
        arranged = evidence.view(case.evidence, rules, min(left, evidence.SHOWN)) if case.evidence else None
        left -= len(arranged.frames) if arranged else 0
        failures.append(Failure(case, tuple(broken), other, arranged))
    return failures


# --- Captures: pcapng (draft-ietf-opsawg-pcapng), one interface per port, each frame with a comment ------------------


_APPLICATION = "MRC fabric conformance suite"

#: As the tester sees it: what it receives is inbound, what it sends outbound.
_FLAGS = {"received": INBOUND, "sent": OUTBOUND}


class CapturedFrame(Struct, frozen=True):
    """A frame of a capture.

    Attributes:
        port: of the device.
        direction: `sent` into the device or `received` from it.
        frame: bytes without FCS.
        comment: shown by Wireshark as packet comment.
    """

    port: int
    direction: Literal["sent", "received"]
    frame: bytes
    comment: str


def frames_of(evidence: Evidence, rules: WireRules) -> list[CapturedFrame]:
    """The frames of a case with comments, sent ones first."""
    verdicts = dict.fromkeys(range(len(evidence.received)), "not expected")
    for match in match_frames(evidence, rules):
        if match.received is not None and match.expected is not None:
            verdict = "as expected" if match.exact else f"differs from expected frame {match.expected + 1}"
            verdicts[match.received] = verdict + (", out of order" if match.late else "")
    frames = [
        CapturedFrame(each.port, "sent", bytes.fromhex(each.hex), f"sent {number} into port {each.port}")
        for number, each in enumerate(evidence.sent, start=1)
    ]
    return frames + [
        CapturedFrame(
            each.port,
            "received",
            bytes.fromhex(each.hex),
            f"received {position + 1} from port {each.port}: {verdicts[position]}",
        )
        for position, each in enumerate(evidence.received)
    ]


def capture(frames: Sequence[CapturedFrame], title: str) -> bytes:
    """A pcapng file with these frames in this order; `title` is its comment.

    Times say the order only, one microsecond apart from 1970-01-01T00:00:00Z: evidence has none.
    """
    stream = io.BytesIO()
    writer = PcapngWriter(stream, application=_APPLICATION, comment=visible(title))
    interfaces = {
        port: writer.add_interface(f"port{port}", f"port {port} of the device under test")
        for port in sorted({each.port for each in frames})
    }
    for microsecond, each in enumerate(frames):
        comment = visible(each.comment)
        writer.write(interfaces[each.port], microsecond, each.frame, flags=_FLAGS[each.direction], comment=comment)
    return stream.getvalue()


def write_capture(path: Path, frames: Sequence[CapturedFrame], title: str) -> Path:
    """Write the whole file. Raises OutputError."""
    return write_bytes(path, capture(frames, title))

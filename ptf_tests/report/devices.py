# SPDX-License-Identifier: Apache-2.0
"""What the suite found on each device, as a file that is kept with the docs, and the tables of docs/devices.md.

`python -m ptf_tests devices conformance.json ...` puts results in the place of the device's earlier ones and writes
both. A device's entry has every verdict, and for each requirement that it fails the packet that shows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import Field, ValidationError

from common.model import Model
from common.written_tables import NoPlaceError, begin, replaced
from p4soft import outputs
from ptf_tests.headers.decoding import gist, layers
from ptf_tests.headers.mrc import WireRules
from ptf_tests.report.diff import match_frames
from ptf_tests.results import NO_CASE, Case, Evidence, Hex, Report, ResultsError, Verdict
from ptf_tests.results import Requirement as Judged

FILE: Final = "devices.json"
"""Name of the stored verdicts, next to the page that shows them."""
COMMAND: Final = "python -m ptf_tests devices"
"""Which writes the tables."""
ORDER: Final = ("embedded", "bmv2", "linux", "grout", "vpp", "vpp-trimming")
"""Devices as the tables have them; others follow."""
LIMIT: Final = "limit: "
"""How the reason of a requirement among a profile's limits begins."""
_STATEMENT = 110


class Packet(Model):
    """The packet that shows a difference. A port is None, and bytes are empty, where there is no such frame.

    Attributes:
        case: that sent it.
        title: what the case is about.
        message: what differs in the whole case.
        sent: the frame that went in.
        sent_to: its port.
        expected: the frame that should have come out.
        expected_from: its port.
        received: the frame that did.
        received_from: its port.
        counted: what the device counted meanwhile, if it tells: nodes of its graph, reasons to drop.
    """

    case: str
    title: str
    message: str
    sent: Hex = ""
    sent_to: int | None = None
    expected: Hex = ""
    expected_from: int | None = None
    received: Hex = ""
    received_from: int | None = None
    counted: tuple[str, ...] = ()


class Device(Model):
    """One device's verdicts.

    Attributes:
        name: of its profile.
        description: of its profile.
        versions: of the programs, by name.
        date: of the run, as YYYY-MM-DD.
        cases: how many were run.
        choices: by name.
        verdicts: by requirement.
        reasons: by requirement, what its profile or the run says of a verdict that is not `held`.
        packets: by requirement that it fails.
    """

    name: str
    description: str
    versions: dict[str, str]
    date: str
    cases: int
    choices: dict[str, str]
    verdicts: dict[str, Verdict]
    reasons: dict[str, str]
    packets: dict[str, Packet]

    def shown(self, identity: str) -> str:
        """A verdict as a cell."""
        verdict = self.verdicts.get(identity)
        if verdict == "failed":
            return "**fails**"
        if verdict == "not_claimed" and self.reasons.get(identity, "").startswith(LIMIT):
            return "limit"
        return {"held": "holds", "waived": "waived", "chosen_otherwise": "chosen"}.get(verdict or "", "–")

    def count(self, shown: str, identities: Iterable[str]) -> int:
        return sum(self.shown(identity) == shown for identity in identities)


class Requirement(Model):
    """What the catalogue says of a requirement."""

    level: str
    statement: str


class Store(Model):
    """The file.

    Attributes:
        requirements: by id, of every device's catalogue.
        devices: one entry each.
    """

    requirements: dict[str, Requirement] = Field(default_factory=dict)
    devices: tuple[Device, ...] = ()


# --- From a report to an entry ---------------------------------------------------------------------------------------


def entry(report: Report) -> Device:
    """What is kept of a run."""
    failed = {case.name: case for case in report.cases if case.outcome in ("failed", "error")}
    packets = {}
    for requirement in report.requirements:
        showing = [failed[name] for name in requirement.cases if name in failed]
        if requirement.verdict == "failed" and showing:
            packets[requirement.id] = packet(min(showing, key=lambda case: (len(case.requirements), len(case.name))))
    return Device(
        name=report.device.name,
        description=report.device.description,
        versions=report.device.versions,
        date=report.started[:10],
        cases=sum(case.outcome != "skipped" for case in report.cases),
        choices=report.device.choices,
        verdicts={each.id: each.verdict for each in report.requirements},
        reasons={each.id: each.note for each in report.requirements if each.note and _is_told(each)},
        packets=packets,
    )


def _is_told(requirement: Judged) -> bool:
    """Whether a reason tells more than the claims and choices of the profile do."""
    return requirement.note.startswith(LIMIT) or requirement.verdict not in ("not_claimed", "chosen_otherwise")


def packet(case: Case) -> Packet:
    """The first packet of a failed case that did not become what it should."""
    seen = case.evidence
    if seen is None:
        return Packet(case=case.name, title=case.title, message=case.reason)
    message = seen.message.replace("; ", ", ")
    about = Packet(case=case.name, title=case.title, message=message, counted=seen.trace)
    return about.model_copy(update=_frames(seen))


def _frames(seen: Evidence) -> dict[str, str | int | None]:
    wrong = next((match for match in match_frames(seen, WireRules()) if not match.exact), None)
    if wrong is None:
        return {}
    found: dict[str, str | int | None] = {}
    if wrong.sent is not None:
        found |= {"sent": seen.sent[wrong.sent].hex, "sent_to": seen.sent[wrong.sent].port}
    if wrong.expected is not None:
        wanted = seen.expected[wrong.expected]
        found |= {"expected": wanted.accepted[wrong.form], "expected_from": wanted.port}
    if wrong.received is not None:
        found |= {"received": seen.received[wrong.received].hex, "received_from": seen.received[wrong.received].port}
    return found


# --- The file --------------------------------------------------------------------------------------------------------


def read(file: Path) -> Store:
    """The stored verdicts; none where there is no file. Raises ResultsError."""
    try:
        return Store.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return Store()
    except OSError as error:
        raise ResultsError(f"{file}: cannot read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise ResultsError(f"{file}: {place}: {first['msg']}; accepted: what this command wrote") from None


def with_reports(store: Store, reports: Sequence[Report]) -> Store:
    """The store with each report in the place of its device's entry.

    Raises:
        ResultsError: a report of a run that did not come to its end, or of a part of the cases.
    """
    devices = {device.name: device for device in store.devices}
    requirements = dict(store.requirements)
    for report in reports:
        if report.partial or any(each.note == NO_CASE for each in report.requirements):
            raise ResultsError(f"{report.device.name}: results of a part of the cases; accepted: those of a whole run")
        devices[report.device.name] = entry(report)
        requirements |= {r.id: Requirement(level=r.level, statement=r.statement) for r in report.requirements}
    ranked = sorted(devices.values(), key=lambda each: (_rank(each.name), each.name))
    return Store(requirements=requirements, devices=tuple(ranked))


def _rank(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


def write(store: Store, page: Path) -> None:
    """Write the file next to the page, and the page's tables. Raises ResultsError."""
    try:
        before = page.read_text(encoding="utf-8")
    except OSError as error:
        raise ResultsError(
            f"{page}: cannot read: {error.strerror}; accepted: a page with the line {begin(COMMAND)}"
        ) from None
    text = with_tables(before, store, str(page))
    data = json.dumps(store.model_dump(exclude_defaults=True), indent=1, ensure_ascii=False)
    outputs.write_text(page.with_name(FILE), f"{data}\n")
    outputs.write_text(page, text)


def with_tables(page: str, store: Store, name: str) -> str:
    """The text of a page with the tables between its two lines. Raises ResultsError."""
    parts = (_devices(store), _differences(store), _choices(store))
    tables = "\n\n".join("\n".join(part) for part in parts)
    try:
        return replaced(page, COMMAND, f"\n{tables}\n")
    except NoPlaceError as error:
        raise ResultsError(f"{name}: {error}") from None


# --- Tables ----------------------------------------------------------------------------------------------------------


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _rule(columns: int) -> str:
    return "|" + "---|" * columns


def _devices(store: Store) -> list[str]:
    musts = [identity for identity, each in store.requirements.items() if each.level == "must"]
    titles = ("device", "what", "version", "date", "cases run", "musts: hold", "fail", "limit", "not claimed")
    lines = ["### Devices", "", _row(titles), _rule(len(titles))]
    for device in store.devices:
        counts = [str(device.count(kind, musts)) for kind in ("holds", "**fails**", "limit", "–")]
        versions = ", ".join(f"{name} {version}" for name, version in device.versions.items())
        lines.append(_row([f"`{device.name}`", device.description, versions, device.date, str(device.cases), *counts]))
    return lines


def _differences(store: Store) -> list[str]:
    titles = ("requirement", "asks", *(f"`{device.name}`" for device in store.devices))
    lines = ["### Requirements that a device does not meet", "", _row(titles), _rule(len(titles))]
    for identity, requirement in store.requirements.items():
        cells = [device.shown(identity) for device in store.devices]
        if requirement.level != "choice" and {"**fails**", "limit"} & set(cells):
            level = "" if requirement.level == "must" else f" ({requirement.level})"
            lines.append(_row([identity + level, _short(requirement.statement), *cells]))
    return lines


def _short(statement: str) -> str:
    return statement if len(statement) <= _STATEMENT else f"{statement[: _STATEMENT - 2].rpartition(' ')[0]} …"


def _choices(store: Store) -> list[str]:
    names = sorted({name for device in store.devices for name in device.choices})
    titles = ("choice", *(f"`{device.name}`" for device in store.devices))
    lines = ["### Choices that differ", "", _row(titles), _rule(len(titles))]
    for name in names:
        cells = [device.choices.get(name, "–").replace("_", " ") for device in store.devices]
        if len(set(cells) - {"–"}) > 1:
            lines.append(_row([name.replace("_", " "), *cells]))
    return lines


def packets(store: Store) -> list[str]:
    """A table: one packet for each case that shows a difference, with the devices that it shows it on."""
    titles = ("requirement", "device", "packet", "should become", "became")
    lines = [_row(titles), _rule(len(titles))]
    seen: dict[tuple[str, ...], list[str]] = {}
    for identity in store.requirements:
        for device in store.devices:
            found = device.packets.get(identity)
            if found is not None:
                key = (identity, *_in_words(found))
                seen.setdefault(key, []).append(f"`{device.name}`")
    return lines + [_row([identity, ", ".join(names), *words]) for (identity, *words), names in seen.items()]


def _in_words(found: Packet) -> tuple[str, str, str]:
    if not (found.sent or found.expected or found.received):
        return f"{found.case}: {_short(found.title)}", "", _short(found.message)
    wanted = _said(found.expected, found.expected_from) if found.expected else "nothing"
    got = _said(found.received, found.received_from) if found.received else "nothing"
    went = f": {_said(found.sent, None)}" if found.sent else ""
    return f"{found.case.partition('.')[2]}{went}", wanted, got


_WORDS: Final[Mapping[str, str]] = {"Ethernet": "", "payload": ""}


def _said(frame: str, port: int | None) -> str:
    """A frame's headers in a few words, and the port."""
    found = [layer for layer in layers(bytes.fromhex(frame)) if layer.protocol not in _WORDS]
    parts = [f"{layer.protocol} {_destination(gist(layer))}".strip() for layer in found]
    where = "" if port is None else f", port {port}"
    return f"{' / '.join(parts[:2])}{where}".replace("segments left", "SL")


def _destination(text: str) -> str:
    """Of a gist with two addresses, the second, which is the one that SIDs change."""
    return text.partition(", ")[0].partition(" → ")[2] or text.partition(", ")[0]

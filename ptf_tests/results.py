# SPDX-License-Identifier: Apache-2.0
"""What a conformance run found: the data that the reports (JSON, JUnit XML, HTML) are made from, and nothing else is.

`Report.model_dump_json()` is `conformance.json`; `load` reads it back, `schema` says what is in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from common.errors import UserError
from common.model import Model

RESULTS = "conformance.json"
"""Name of a results file."""

SCHEMA = 1
"""Version of the JSON format; raised when a reader of the old one would misread the new one."""

Outcome = Literal["passed", "failed", "error", "skipped"]
"""Of a case. `error`: it could not be carried out (no answer from the device); `skipped`: excluded by the profile, or
beyond what the suite can do to this device."""

Verdict = Literal["held", "failed", "waived", "chosen_otherwise", "not_claimed", "not_tested", "not_judged"]
"""Of a requirement. A case that could not be carried out leaves its requirements `failed`; one that the run did not
come to leaves them `not_judged`, unless another one failed. `waived`: failed, and the profile waives it for now."""


LEVELS = ("must", "should", "choice")
"""Of requirements, in the order of their weight."""

NO_CASE = "no case of this run shows it"
"""The note of a requirement that a run of a part of the cases did not test."""


class ResultsError(UserError):
    """A results file that cannot be used; the message is complete and meant for people."""


Hex = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{2})*$")]
"""Bytes of a frame, two lower-case digits each."""


class SentFrame(Model):
    """A frame that went into the device, or came out of it: port and bytes in hex."""

    port: int
    hex: Hex


class ExpectedFrame(Model):
    """A frame that should have come out of `port`: every form of it that the requirement accepts, in hex."""

    port: int
    accepted: tuple[Hex, ...]


class CounterChange(Model):
    """A counter that did not move as it should. `queue` is None for counters of a port; numbers are packets."""

    name: str
    port: int
    queue: int | None
    expected: int
    actual: int


class Evidence(Model):
    """What a failed case saw.

    Attributes:
        message: what differs, in a sentence or two.
        sent: frames into the device, in order.
        expected: frames that should have come out.
        received: frames that did, with the port they came out of.
        counters: only the counters that differ.
        trace: the device's own trace of these frames, a line each; empty when it has none.
        pcap: capture of sent and received frames, relative to the results file; empty when there is none.
    """

    message: str
    sent: tuple[SentFrame, ...] = ()
    expected: tuple[ExpectedFrame, ...] = ()
    received: tuple[SentFrame, ...] = ()
    counters: tuple[CounterChange, ...] = ()
    trace: tuple[str, ...] = ()
    pcap: str = ""


class CaseOutcome(Model):
    """How a case ended, as the runner reports it.

    Attributes:
        name: `module.Class`.
        outcome: see `Outcome`.
        seconds: how long it took.
        text: the error it ended with, or the whole traceback; empty if it passed.
        evidence: what it saw, if it failed.
        unanswered: it ended because the device forwarded nothing.
    """

    name: str
    outcome: Outcome
    seconds: float
    text: str = ""
    evidence: Evidence | None = None
    unanswered: bool = False


class Case(Model):
    """One case.

    Attributes:
        name: `module.Class`, such as `trimming.TrimSize`; stable between runs.
        title: its first docstring line.
        requirements: ids it shows.
        outcome: see `Outcome`.
        seconds: how long it took.
        reason: why it was skipped, or the error; empty otherwise.
        evidence: what a failed case saw.
    """

    name: str
    title: str
    requirements: tuple[str, ...]
    outcome: Outcome
    seconds: float = 0.0
    reason: str = ""
    evidence: Evidence | None = None


class Requirement(Model):
    """One requirement of the catalogue with its verdict.

    Attributes:
        id: such as `TRIM-007`.
        area: such as `trimming`.
        level: must, should or choice.
        statement: what it asks.
        document: key of the source document in `Report.sources`.
        section: where in that document.
        confidence: confirmed, second-hand or inferred.
        rationale: why it is so where sources conflict; may be empty.
        verdict: see `Verdict`.
        cases: names of the cases that show it.
        note: why it was not tested, what was chosen instead, the named limit of the device, or until when and why it is
            waived; may be empty.
    """

    id: str
    area: str
    level: Literal["must", "should", "choice"]
    statement: str
    document: str
    section: str
    confidence: Literal["confirmed", "second-hand", "inferred"]
    rationale: str = ""
    verdict: Verdict
    cases: tuple[str, ...] = ()
    note: str = ""


class Source(Model):
    """A document requirements come from."""

    title: str
    url: str = ""


class Subject(Model):
    """What was tested.

    Attributes:
        name: of the profile.
        dut: kind of device: embedded, bmv2, linux, grout, vpp, vpp-trimming, external, nic.
        description: one line from the profile.
        claims: what the profile claims.
        choices: what it chose, by name of the choice.
        versions: of the programs involved, by name.
    """

    name: str
    dut: str
    description: str = ""
    claims: tuple[str, ...] = ()
    choices: dict[str, str] = Field(default={})
    versions: dict[str, str] = Field(default={})


class Shard(Model):
    """Which part of a run this is: the `number`th, from 1, `of` so many; all of them together run `cases` cases."""

    number: int
    of: int
    cases: int


class Report(Model):
    """A whole run, or one shard of it.

    `partial` says that it did not come to its end, so that what is missing was not tried; `ended` says what ended it,
    in which case; it is empty when a person did. `shard` is None for a whole run, and for merged shards.
    """

    schema_version: int = SCHEMA
    device: Subject
    started: str
    seconds: float
    seed: int
    partial: bool
    ended: str = ""
    shard: Shard | None = None
    sources: dict[str, Source]
    requirements: tuple[Requirement, ...]
    cases: tuple[Case, ...]

    def musts_failed(self) -> tuple[Requirement, ...]:
        """Requirements of level must that failed. A profile's limits are `not_claimed`, its waivers `waived`."""
        return tuple(r for r in self.requirements if r.verdict == "failed" and r.level == "must")

    def not_passed(self) -> tuple[str, ...]:
        """Names of the cases that failed or could not be carried out, in the order of the run's report.

        Of a run that ended early, also the requirements that were not judged: what shows them did not pass.
        """
        failed = (case.name for case in self.cases if case.outcome in ("failed", "error"))
        return (*failed, *(each.id for each in self.requirements if each.verdict == "not_judged"))


def load(path: Path) -> Report:
    """Read a results file. Raises ResultsError."""
    try:
        report = Report.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ResultsError(f"{path}: cannot read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise ResultsError(f"{path}: {place}: {first['msg']}; accepted: a conformance.json of this suite") from None
    if report.schema_version != SCHEMA:
        raise ResultsError(f"{path}: schema_version {report.schema_version}; accepted: {SCHEMA}")
    return report


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of `conformance.json`."""
    described = Report.model_json_schema(mode="serialization")
    described["properties"]["schema_version"]["const"] = SCHEMA
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **described,
        "title": f"conformance.json of the MRC fabric's conformance suite, version {SCHEMA}",
    }

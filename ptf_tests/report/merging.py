# SPDX-License-Identifier: Apache-2.0
"""The reports of the shards of a run (`run --shard K/N`) as one, with the verdicts of a run that was not divided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ptf_tests.results import Case, Report, Requirement, ResultsError, Shard, Verdict

_FIRST: tuple[Verdict, ...] = (
    "failed",
    "waived",
    "chosen_otherwise",
    "not_claimed",
    "not_judged",
    "held",
    "not_tested",
)
"""Which verdict counts if shards differ on a requirement; the order in which `conformance` asks."""


def merged(reports: Sequence[tuple[Path, Report]]) -> Report:
    """One report of all shards of a run, each given with its file.

    Captures are not named in it: `write_all` writes them anew.

    Raises:
        ResultsError: they are not the shards of one run, or not all of them.
    """
    shards = _shards(reports)
    cases = _cases(shards)
    first = shards[0]
    versions: dict[str, str] = {}
    for shard in shards:
        for name, version in shard.device.versions.items():
            found = versions.get(name, version)
            versions[name] = found if version in found.split(", ") else f"{found}, {version}"
    return first.model_copy(
        update={
            "device": first.device.model_copy(update={"versions": versions}),
            "started": min(shard.started for shard in shards),
            "seconds": round(sum(shard.seconds for shard in shards), 1),
            "partial": any(shard.partial for shard in shards),
            "ended": "; ".join(shard.ended for shard in shards if shard.ended),
            "shard": None,
            "requirements": tuple(_requirements(shards, cases)),
            "cases": cases,
        }
    )


def _shards(reports: Sequence[tuple[Path, Report]]) -> list[Report]:
    """The reports by number of their shards. Raises ResultsError."""
    first_path, first = reports[0]
    found: dict[int, tuple[Path, Report]] = {}
    for path, report in reports:
        shard = report.shard
        if shard is None:
            raise ResultsError(f"{path}: shard: none; accepted: results of `run --shard K/N`")
        if (place := _difference(first, report)) is not None:
            raise ResultsError(f"{path}: {place}: not as in {first_path}; accepted: the shards of one run")
        if shard.number in found:
            raise ResultsError(f"{path}: shard: {shard.number}/{shard.of} is {found[shard.number][0]} too")
        found[shard.number] = path, report
    whole: Shard = first.shard or Shard(number=1, of=1, cases=0)
    missing = [f"{number}/{whole.of}" for number in range(1, whole.of + 1) if number not in found]
    if missing:
        raise ResultsError(f"shard {', '.join(missing)}: missing; accepted: the results of all {whole.of} shards")
    shards = [found[number][1] for number in sorted(found)]
    left_out = _left_out(shards)
    ran = [case.name for shard in shards for case in shard.cases if case.name not in left_out]
    short = len(ran) < whole.cases and whole.of > 1 and not any(shard.partial for shard in shards)
    if short or len(ran) > whole.cases or len(set(ran)) < len(ran):
        raise ResultsError(f"{first_path}: cases: {len(ran)} in all shards; accepted: {whole.cases}, each in one shard")
    return shards


def _difference(first: Report, other: Report) -> str | None:
    """The field in which two reports cannot be of one run."""
    for field in ("name", "dut", "claims", "choices"):
        if getattr(first.device, field) != getattr(other.device, field):
            return f"device.{field}"
    if first.seed != other.seed:
        return "seed"
    if first.shard is not None and other.shard is not None:
        for field in ("of", "cases"):
            if getattr(first.shard, field) != getattr(other.shard, field):
                return f"shard.{field}"
    if [each.id for each in first.requirements] != [each.id for each in other.requirements]:
        return "requirements"
    return None


def _left_out(shards: Sequence[Report]) -> frozenset[str]:
    """Cases that the profile excludes: every shard has them."""
    return frozenset.intersection(
        *(frozenset(case.name for case in shard.cases if case.outcome == "skipped") for shard in shards)
    )


def _cases(shards: Sequence[Report]) -> tuple[Case, ...]:
    """All cases in the suite's order: every shard has those left out, and its part of the rest in between."""
    left_out = _left_out(shards)
    placed: dict[tuple[int, int, int], Case] = {}
    for number, shard in enumerate(shards):
        passed = 0
        for position, case in enumerate(shard.cases):
            if case.name in left_out:
                placed[passed, len(shards), 0] = case
                passed += 1
            else:
                placed[passed, number, position] = _without_capture(case)
    return tuple(case for _, case in sorted(placed.items(), key=lambda item: item[0]))


def _without_capture(case: Case) -> Case:
    if case.evidence is None:
        return case
    return case.model_copy(update={"evidence": case.evidence.model_copy(update={"pcap": ""})})


def _requirements(shards: Sequence[Report], cases: Sequence[Case]) -> Iterator[Requirement]:
    showing: dict[str, list[str]] = {}
    for case in cases:
        for identity in case.requirements:
            showing.setdefault(identity, []).append(case.name)
    for row in zip(*(shard.requirements for shard in shards), strict=True):
        decisive = min(row, key=lambda requirement: _FIRST.index(requirement.verdict))
        yield decisive.model_copy(update={"cases": tuple(showing.get(decisive.id, ()))})

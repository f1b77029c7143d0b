# SPDX-License-Identifier: Apache-2.0
"""Profiles of switches as files: those of the suite are in `ptf_tests/profiles/`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from documents import DocumentError, read, validate
from ptf_tests.switch.profile import Profile
from ptf_tests.switch.profile_checks import problems

PROFILES = Path(__file__).resolve().parents[1] / "profiles"


def load(path: Path, requirements: Collection[str] | None = None) -> Profile:
    """Read a profile.

    Args:
        path: the file; paths in it are relative to its directory.
        requirements: ids of the catalogue, so that limits of unknown ones are found; None leaves that out.

    Raises:
        DocumentError: with the file, line, field and what would be accepted, a sentence for each problem.
    """
    document = read(path)
    profile = validate(document, Profile)
    found = [document.sentence(problem) for problem in problems(profile, path.stem, requirements)]
    if found:
        raise DocumentError(found)
    return profile.relative_to(path.resolve().parent)


def named(name: str) -> Path:
    """The file of one of the suite's profiles. Raises DocumentError naming those there are."""
    path = PROFILES / f"{name}.yaml"
    if not path.is_file():
        there = ", ".join(sorted(p.stem for p in PROFILES.glob("*.yaml")))
        raise DocumentError(f"profile {name!r}: there is none of this name; accepted: {there}, or a .yaml file")
    return path

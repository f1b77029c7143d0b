# SPDX-License-Identifier: Apache-2.0
"""Profiles of switches as files: those of the suite are in `ptf_tests/profiles/`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from common.documents import DocumentError, read, validate
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
    found = [document.sentence(problem) for problem in problems(profile, requirements)]
    if found:
        raise DocumentError(found)
    return profile.relative_to(path.resolve().parent)


def named(name: str) -> Path:
    """The file that a person means: one of the suite's profiles by its name, else a file, whatever it is called.

    Raises:
        DocumentError: a name without a directory, of no profile of the suite and of no file; it tells those there are.
    """
    own = PROFILES / f"{name}.yaml"
    path = Path(name)
    if own.is_file() and path.name == name:
        return own
    if path.name == name and not path.exists():
        there = ", ".join(sorted(p.stem for p in PROFILES.glob("*.yaml")))
        raise DocumentError(f"profile {name!r}: there is none of this name; accepted: {there}, or a file")
    return path

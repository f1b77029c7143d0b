# SPDX-License-Identifier: Apache-2.0
"""Programs of other projects that some tests hold ours against: who has none skips those, and is told how to get it."""

import importlib.util
import shutil

import pytest

_FROM = {
    "p4c": "p4lang's package p4lang-p4c has it, README.md says more",
    "p4c-bm2-ss": "p4lang's package p4lang-p4c has it, README.md says more",
    "simple_switch": "p4lang's package p4lang-bmv2 has it, README.md says more",
    "simple_switch_grpc": "p4lang's package p4lang-bmv2 has it, README.md says more",
    "simple_switch_CLI": "p4lang's package p4lang-bmv2 has it, README.md says more",
    "tshark": "the package tshark or Wireshark has it",
    "openssl": "the package openssl has it",
    "setsid": "the package util-linux has it",
}


def missing(program: str) -> str | None:
    """Why tests that need a program are skipped; None when it is on the PATH."""
    return None if shutil.which(program) else f"{program} is not on the PATH: {_FROM[program]}"


def needs(program: str) -> pytest.MarkDecorator:
    """Skips a test where a program is not on the PATH."""
    return pytest.mark.skipif(missing(program) is not None, reason=str(missing(program)))


def needs_package(name: str, distribution: str) -> pytest.MarkDecorator:
    """Skips a test where a Python package of another project is not installed."""
    reason = f"{distribution} is not installed: pip install --no-deps {distribution}"
    return pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=reason)

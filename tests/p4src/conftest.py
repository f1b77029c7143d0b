# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest
from p4src_device import EmbeddedDevice

import topologies
from controller.pipeline import Pipeline
from p4soft.compiler import compile_file
from p4soft.targets import get_target

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program() -> Path:
    return ROOT / "p4src" / "main.p4"


@pytest.fixture(scope="session")
def lab() -> topologies.Fabric:
    return topologies.load(ROOT / "topologies" / "lab.yaml")


@pytest.fixture(scope="session")
def compiled(program):
    """p4src by our own compiler."""
    return compile_file(program)


@pytest.fixture(scope="session")
def fabric_pipeline(compiled) -> Pipeline:
    return Pipeline(compiled.p4info, json.dumps(compiled.json).encode(), "p4src/main.p4")


@pytest.fixture(scope="session")
def embedded_device(fabric_pipeline):
    with EmbeddedDevice(fabric_pipeline) as device:
        yield device


@pytest.fixture
def embedded(embedded_device):
    """The embedded switch with the program of our compiler; tables empty, counters and registers at zero."""
    embedded_device.reset()
    return embedded_device


@pytest.fixture(scope="session")
def bmv2():
    """The reference target, or a skip that says what is missing."""
    target = get_target("bmv2")
    reason = target.unavailable()
    if reason is not None:
        pytest.skip(reason)
    return target

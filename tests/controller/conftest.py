# SPDX-License-Identifier: Apache-2.0
"""Shared fixtures: the two fabrics, the pipeline, a fake switch."""

from __future__ import annotations

from pathlib import Path

import pytest
from controller_kit import build
from fake_p4runtime import FakeServer
from google.protobuf import text_format

import topologies
from controller.pipeline import Pipeline

TOPOLOGIES = Path(topologies.__file__).parent


@pytest.fixture(scope="session")
def lab():
    return topologies.load(TOPOLOGIES / "lab.yaml")


@pytest.fixture(scope="session")
def paper():
    return topologies.load(TOPOLOGIES / "paper-8plane.yaml")


@pytest.fixture(scope="session")
def pipeline():
    return Pipeline(build(), b'{"a": "device config"}', "doc.p4info.txtpb")


@pytest.fixture
def server():
    fake = FakeServer(device_id=1)
    yield fake
    fake.stop()


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """The pipeline as files: (p4info, json)."""
    folder = tmp_path_factory.mktemp("pipeline")
    (folder / "main.p4info.txtpb").write_text(text_format.MessageToString(build()), encoding="utf-8")
    (folder / "main.json").write_text("{}", encoding="utf-8")
    return folder / "main.p4info.txtpb", folder / "main.json"

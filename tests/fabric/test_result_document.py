# SPDX-License-Identifier: Apache-2.0
"""`result.json` on disk: its layout, and files that are none."""

from __future__ import annotations

import json

import pytest
from fabric_kit import emulate
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import format as format_json

from fabric import results
from fabric.errors import FabricError


def test_json_round_trip_and_layout(scenario_file, tmp_path):
    made = emulate(scenario_file()).result()
    text = results.dumps(made)
    assert json.loads(text) == json.loads(json.dumps(made))
    series = [line.strip() for line in text.splitlines() if '"trims": [' in line]
    assert series
    assert all(line.endswith("]") for line in series)  # one line each
    file = tmp_path / "result.json"
    file.write_text(text, encoding="utf-8")
    assert results.load(file) == json.loads(text)


_VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()


@given(
    st.recursive(_VALUES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20),
    st.sampled_from([1, 5]),
)
def test_indented_text_is_that_of_python(value, indent):
    for ascii_alone in (False, True):
        text = json.dumps(value, ensure_ascii=ascii_alone)
        assert format_json(text, indent=indent) == json.dumps(value, indent=indent, ensure_ascii=ascii_alone)


def test_a_number_that_is_none_is_no_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        results.dumps({"value": float("nan")})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "format: None"),
        ('{"format": 99}', "format: 99"),
        ('{"format": 2}', "format: 2 is not a result of this version; accepted: 3"),
        ('{"format": 3}', "captures, checks"),
    ],
)
def test_files_that_are_no_result(tmp_path, text, says):
    file = tmp_path / "r.json"
    file.write_text(text)
    with pytest.raises(FabricError, match=says) as caught:
        results.load(file)
    assert str(file) in str(caught.value)


def test_a_result_made_before_there_was_a_number_is_refused_with_its_name(scenario_file, tmp_path):
    made = emulate(scenario_file()).result()
    del made["checks"]["messages.damaged"]
    file = tmp_path / "r.json"
    file.write_text(results.dumps(made))
    with pytest.raises(FabricError, match=r"r\.json: checks\.messages\.damaged: missing; accepted: .*run the scenario"):
        results.load(file)

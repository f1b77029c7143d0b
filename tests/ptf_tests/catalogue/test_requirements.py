# SPDX-License-Identifier: Apache-2.0
"""The requirement catalogue: errors of the loader, what lint finds, and the catalogue the suite ships."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ptf_tests.catalogue.claims import CHOICES, CLAIMS
from ptf_tests.catalogue.names import AREAS
from ptf_tests.catalogue.requirements import DIRECTORY, Catalogue, CatalogueError, lint

SOURCES = """\
sources:
  hld: {title: SONiC Packet Trimming HLD, url: "https://example.org/hld"}
"""

TRIMMING = """\
area: trimming
requirements:
  - id: TRIM-001
    level: must
    claim: trimming
    statement: >-
      A refused packet
      leaves trimmed.
    source: {document: hld, section: "3.2"}
    confidence: confirmed
  - id: TRIM-002
    level: choice
    choice: {name: trim_length, value: update}
    statement: The length is updated.
    source: {document: hld, section: "3.3"}
    confidence: inferred
    rationale: Sources disagree.
  - id: TRIM-003
    level: choice
    choice: {name: trim_length, value: preserve}
    statement: The length stays.
    source: {document: hld, section: "3.3"}
    confidence: second-hand
  - id: TRIM-004
    level: should
    statement: A mirrored port trims.
    source: {document: hld, section: "9"}
    confidence: confirmed
    untested: The suite mirrors nothing.
retired: [TRIM-900]
"""

CASES = {"trimming.TrimSize": ("TRIM-001",), "trimming.TrimLength": ("TRIM-002", "TRIM-003")}


def write(directory: Path, *edits: tuple[str, str], sources: str = SOURCES, name: str = "trimming.yaml") -> Path:
    """A catalogue directory: TRIMMING with the first occurrence of each old text replaced."""
    text = TRIMMING
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    (directory / "sources.yaml").write_text(sources, encoding="utf-8")
    (directory / name).write_text(text, encoding="utf-8")
    return directory


def refusal(directory: Path) -> list[str]:
    """The loader's problems, file names without their directory."""
    with pytest.raises(CatalogueError) as caught:
        Catalogue.load(directory)
    return [problem.replace(f"{directory}/", "") for problem in caught.value.problems]


def findings(directory: Path, cases: dict[str, tuple[str, ...]] | None = None) -> list[str]:
    problems = lint(Catalogue.load(directory), CASES if cases is None else cases)
    return [problem.replace(f"{directory}/", "") for problem in problems]


# --- the loader


def test_a_catalogue_is_a_mapping_with_areas_and_sources(tmp_path):
    catalogue = Catalogue.load(write(tmp_path))
    assert list(catalogue) == ["TRIM-001", "TRIM-002", "TRIM-003", "TRIM-004"]
    assert len(catalogue) == 4
    assert catalogue.areas == {"trimming": ("TRIM-001", "TRIM-002", "TRIM-003", "TRIM-004")}
    assert catalogue.sources["hld"].title == "SONiC Packet Trimming HLD"
    assert dict(catalogue.retired) == {"TRIM-900": "trimming.yaml"}
    first = catalogue["TRIM-001"]
    assert (first.level, first.claim, first.choice, first.untested) == ("must", "trimming", None, None)
    assert first.statement == "A refused packet leaves trimmed."
    assert (first.source.document, first.source.section) == ("hld", "3.2")
    second = catalogue["TRIM-002"]
    assert second.choice is not None
    assert (second.choice.name, second.choice.value) == ("trim_length", "update")
    assert second.rationale == "Sources disagree."
    assert catalogue["TRIM-004"].untested == "The suite mirrors nothing."
    assert catalogue.entry("TRIM-002").area == "trimming"
    assert catalogue.entry("TRIM-002").position == f"{tmp_path / 'trimming.yaml'}:11"
    with pytest.raises(KeyError):
        catalogue["TRIM-005"]


def test_areas_come_in_their_own_order_not_in_that_of_file_names(tmp_path):
    write(tmp_path)
    (tmp_path / "ecn.yaml").write_text(
        "area: ecn\nrequirements:\n- {id: ECN-001, level: must, statement: s, confidence: inferred, "
        "source: {document: hld, section: x}}\n",
        encoding="utf-8",
    )
    assert list(Catalogue.load(tmp_path).areas) == ["trimming", "ecn"]


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("TRIM-001", "TRIM-1", 3, "requirements.0.id: string should match pattern"),
        ("TRIM-001", "ECN-001", 3, "requirements.0.id: ECN-001 is not of area trimming; accepted: TRIM-000"),
        ("level: must", "level: shall", 4, "requirements.0.level: should be 'must', 'should' or 'choice'"),
        ("confidence: confirmed", "confidence: sure", 10, "requirements.0.confidence: should be"),
        ("claim: trimming", "clam: trimming", 5, "requirements.0.clam: unknown field; accepted: id, level,"),
        ("document: hld", "document: rfc1", 9, "requirements.0.source.document: 'rfc1' is not in sources.yaml"),
        ('section: "3.2"', "section: 3.2", 9, "requirements.0.source.section: should be a valid string, got 3.2"),
        (', section: "3.2"', "", 9, "requirements.0.source.section: missing; accepted: a section"),
        ("value: update", "vale: update", 13, "requirements.1.choice.value: missing; accepted: a value"),
        ("    choice: {name: trim_length, value: update}\n", "", 11, "requirements.1.choice: missing, and the level"),
        ("level: choice", "level: must", 13, "requirements.1.choice: the level of TRIM-002 is must; accepted:"),
        ("statement: The length is updated.", "statement: ''", 14, "requirements.1.statement: string should"),
        ("[TRIM-900]", "[ECN-900]", 30, "retired.0: ECN-900 is not of area trimming; accepted: TRIM-000"),
        ("[TRIM-900]", "[900]", 30, "retired.0: should be a valid string, got 900; accepted: a list of ids"),
        ("area: trimming", "area: ecn", 1, "area: ecn in a file of another name; accepted: trimming"),
        ("area: trimming", "area: trims", 1, "area: should be 'srv6', 'trimming'"),
        ("area: trimming\n", "", 1, "area: missing; accepted: srv6, trimming, ecn"),
        ("level: must\n", "level: must\n    level: must\n", 5, "not valid YAML: found duplicate key"),
        ("area: trimming", "area: [", 3, "not valid YAML"),
    ],
)
def test_a_wrong_field_is_named_with_file_line_and_accepted_values(tmp_path, old, new, line, expected):
    problems = refusal(write(tmp_path, (old, new)))
    assert any(problem.startswith(f"trimming.yaml:{line}: {expected}") for problem in problems), problems


def test_every_accepted_value_is_told(tmp_path):
    assert refusal(write(tmp_path, ("level: must", "level: shall"))) == [
        "trimming.yaml:4: requirements.0.level: should be 'must', 'should' or 'choice', got 'shall'; "
        "accepted: must, should, choice"
    ]


def test_all_problems_of_all_files_come_at_once(tmp_path):
    write(tmp_path, ("TRIM-001", "TRIM-1"), ("confidence: inferred", "confidence: no"), sources="sources: 3\n")
    (tmp_path / "ecn.yaml").write_text("- 1\n", encoding="utf-8")
    files = [problem.partition(":")[0] for problem in refusal(tmp_path)]
    assert files == ["sources.yaml", "ecn.yaml", "trimming.yaml", "trimming.yaml"]


def test_a_missing_sources_file_and_an_empty_directory(tmp_path):
    (tmp_path / "trimming.yaml").write_text(TRIMMING, encoding="utf-8")
    assert refusal(tmp_path) == [
        "sources.yaml: cannot read: No such file or directory; accepted: a readable YAML file"
    ]  # fmt: skip
    (tmp_path / "trimming.yaml").unlink()
    (tmp_path / "sources.yaml").write_text(SOURCES, encoding="utf-8")
    assert "no requirements" in refusal(tmp_path)[0]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xff\xfe", "not UTF-8 text (byte 0)"),
        (b"- a\n", "not a mapping"),
        (b"", "not a mapping"),
        (b"a: " + b"x" * (1 << 20), "larger than"),
        (b"a: &a [" + b"1," * 1000 + b"]\nb: &b [" + b"*a," * 1000 + b"]\n", "too large"),
        (b"a: " + b"[" * 5000, "too large"),
        (b"a: 2026-02-30\n", "not valid YAML"),
    ],
)
def test_a_file_that_is_no_catalogue_is_one_sentence(tmp_path, content, expected):
    (tmp_path / "sources.yaml").write_text(SOURCES, encoding="utf-8")
    (tmp_path / "trimming.yaml").write_bytes(content)
    problems = refusal(tmp_path)
    assert len(problems) == 1
    assert expected in problems[0]


def test_merged_keys_and_ordered_maps_have_a_place_too(tmp_path):
    """Keys out of a merge or an ordered map have no line of their own: that of what holds them is told."""
    write(tmp_path, ("source: {document: hld", "source: &source {document: hdl"), ("{document: hld", "{<<: *source"))
    assert refusal(tmp_path)[0].startswith("trimming.yaml:9: requirements.0.source.document: 'hdl' is not in")
    assert refusal(tmp_path)[1].startswith("trimming.yaml:15: requirements.1.source.document: 'hdl' is not in")
    write(tmp_path, ('source: {document: hld, section: "3.2"}', "source: !!omap [document: hdl, section: x]"))
    assert refusal(tmp_path)[0].startswith("trimming.yaml:9: requirements.0.source.document: 'hdl' is not in")


@given(
    at=st.integers(0, len(TRIMMING)), length=st.integers(0, 40), text=st.text("aT-:{}[]<*&!|>'\"\n\t 0.?#", max_size=6)
)
@settings(max_examples=150, deadline=None)
def test_whatever_is_in_a_file_it_loads_or_is_refused(tmp_path_factory, at, length, text):
    directory = tmp_path_factory.mktemp("catalogue")
    write(directory)
    (directory / "trimming.yaml").write_text(TRIMMING[:at] + text + TRIMMING[at + length :], encoding="utf-8")
    try:
        catalogue = Catalogue.load(directory)
    except CatalogueError as error:
        assert all(": " in problem for problem in error.problems)
    else:
        lint(catalogue, CASES)


def test_models_are_frozen(tmp_path):
    requirement = Catalogue.load(write(tmp_path))["TRIM-001"]
    with pytest.raises(ValueError, match="frozen"):
        requirement.level = "should"  # type: ignore[misc]


# --- lint


def test_nothing_is_wrong_with_a_catalogue_and_its_cases(tmp_path):
    assert findings(write(tmp_path)) == []


@pytest.mark.parametrize(
    ("edits", "cases", "expected"),
    [
        (
            (),
            {"trimming.TrimLength": ("TRIM-002", "TRIM-003")},
            "trimming.yaml:3: TRIM-001: no case shows it; "
            "accepted: a case that names it, or `untested` with the reason",
        ),
        (
            (),
            {**CASES, "trimming.Mirror": ("TRIM-004",)},
            "trimming.yaml:24: TRIM-004: untested, but case trimming.Mirror shows it; accepted: one of the two",
        ),
        ((), {**CASES, "trimming.New": ()}, "case trimming.New: names no requirement; accepted: ids of the catalogue"),
        (
            (),
            {**CASES, "trimming.New": ("TRIM-077",)},
            "case trimming.New: unknown requirement TRIM-077; accepted: ids of the catalogue",
        ),
        (
            (),
            {**CASES, "trimming.New": ("TRIM-900",)},
            "case trimming.New: TRIM-900 was retired; accepted: ids of the catalogue",
        ),
        (
            (("TRIM-004", "TRIM-001"),),
            CASES,
            "trimming.yaml:24: TRIM-001: id is already used at trimming.yaml:3; accepted: an id never used before",
        ),
        (
            (("TRIM-900", "TRIM-004"),),
            CASES,
            "trimming.yaml:24: TRIM-004: id was retired in trimming.yaml; accepted: an id never used before",
        ),
        (
            (("claim: trimming", "claim: juggling"),),
            CASES,
            f"trimming.yaml:3: TRIM-001: unknown claim 'juggling'; accepted: {', '.join(CLAIMS)}",
        ),
        (
            (("value: update", "value: maybe"),),
            CASES,
            "trimming.yaml:11: TRIM-002: unknown value 'maybe' of choice trim_length; accepted: update, preserve",
        ),
        (
            (("trim_length, value: preserve", "trim_colour, value: red"),),
            CASES,
            f"trimming.yaml:18: TRIM-003: unknown choice 'trim_colour'; accepted: {', '.join(CHOICES)}",
        ),
        (
            (("value: preserve", "value: update"),),
            CASES,
            "trimming.yaml:11: choice trim_length: no requirement for preserve; accepted: a requirement for each value",
        ),
        (
            (("trim_length, value: preserve", "trim_colour, value: red"),),
            CASES,
            "trimming.yaml:18: choice trim_colour: only one value, red; accepted: two values or more, or level must",
        ),
    ],
)
def test_lint_finds(tmp_path, edits, cases, expected):
    assert expected in findings(write(tmp_path, *edits), cases)


def test_lint_finds_a_duplicate_across_files(tmp_path):
    """Two files of one area cannot both have the area's name, so the ids are brought together by hand."""
    first = Catalogue.load(write(tmp_path))
    other = tmp_path / "other"
    other.mkdir()
    second = Catalogue.load(write(other))
    both = Catalogue([*first.entries, *second.entries], first.sources, {})
    duplicates = [problem for problem in lint(both, CASES) if "already used" in problem]
    assert duplicates == [
        f"{other / 'trimming.yaml'}:{line}: TRIM-00{index}: id is already used at {tmp_path / 'trimming.yaml'}:{line}; "
        "accepted: an id never used before"
        for index, line in ((1, 3), (2, 11), (3, 18), (4, 24))
    ]
    assert len(both) == 4
    assert both.areas["trimming"] == ("TRIM-001", "TRIM-002", "TRIM-003", "TRIM-004")


# --- the catalogue of the suite


@pytest.fixture(scope="module")
def shipped() -> Catalogue:
    return Catalogue.own()


def test_the_shipped_catalogue_loads_and_covers_every_area(shipped):
    assert tuple(shipped.areas) == tuple(AREAS)
    assert len(shipped) >= 120
    assert sorted(path.stem for path in DIRECTORY.glob("*.yaml")) == sorted([*AREAS, "sources"])


def test_shipped_ids_are_well_formed_unique_and_of_their_area(shipped):
    assert len(shipped.entries) == len(shipped)
    for area, identities in shipped.areas.items():
        assert all(re.fullmatch(rf"{AREAS[area]}-\d{{3}}", identity) for identity in identities)


def test_shipped_catalogue_has_no_problem_of_its_own(shipped):
    """Cases are left to another test: here every requirement that wants one has one."""
    cases = {"all": [identity for identity, requirement in shipped.items() if requirement.untested is None]}
    assert lint(shipped, cases) == []


def test_every_claim_choice_and_source_is_used(shipped):
    requirements = list(shipped.values())
    assert {requirement.claim for requirement in requirements} - {None} == set(CLAIMS)
    used = {(r.choice.name, r.choice.value) for r in requirements if r.choice is not None}
    assert used == {(name, value) for name, values in CHOICES.items() for value in values}
    assert {requirement.source.document for requirement in requirements} == set(shipped.sources)


def test_a_dotted_claim_has_a_prefix_or_is_one_of_a_family():
    """`trimming.disable_acl` narrows `trimming`; `srv6`, `decap` and the like are families, never claims."""
    families = {"srv6", "decap", "routing", "ecn", "qos", "counters", "config"}
    for claim in CLAIMS:
        assert re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)?", claim)
        prefix = claim.partition(".")[0]
        assert prefix in families or prefix in CLAIMS
    assert not families & set(CLAIMS)


def test_statements_are_single_sentences_and_nothing_is_said_twice(shipped):
    statements = [requirement.statement for requirement in shipped.values()]
    assert all(statement[0].isupper() and statement.endswith(".") for statement in statements)
    assert not [statement for statement in statements if re.search(r"\. [A-Z]", statement)]
    assert len(set(statements)) == len(statements)


def test_nic_requirements_are_for_nics_only(shipped):
    for identity, requirement in shipped.items():
        is_nic = requirement.claim is not None and requirement.claim.partition(".")[0] == "nic"
        assert is_nic == identity.startswith("NIC-")

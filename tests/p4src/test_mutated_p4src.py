# SPDX-License-Identifier: Apache-2.0
"""The switch program's text and JSON, damaged by a seed: compiler and loader refuse it cleanly, or it runs."""

import pytest
from long_kit import rounds
from tests.compiler.mutation_kit import Mutator, flattened
from tests.compiler.test_compiler_fuzz import accepted_of as compiled_of
from tests.compiler.test_compiler_fuzz import hang_guard  # noqa: F401 - a fixture
from tests.switch.json_mutation_kit import Damage
from tests.switch.program.test_json_fuzz import accepted_of as loaded_of

MUTANTS = 16
SEED = 20260701


@pytest.mark.parametrize("mutants", rounds("MRC_FUZZ_P4SRC", 5, MUTANTS))
def test_mutated_text(program, tmp_path, hang_guard, mutants):  # noqa: F811
    folders = (program.parent, program.parent / "stages")
    mutator = Mutator(SEED, [program.read_text(), flattened(program, folders)])
    assert 0 < compiled_of(mutants, mutator, tmp_path, hang_guard, folders) < mutants


def test_damaged_json(program, tmp_path):
    assert 0 < loaded_of(MUTANTS, Damage(SEED, [program]), tmp_path) < MUTANTS

# SPDX-License-Identifier: Apache-2.0
"""The switch program by p4c and by us, when p4c is on the PATH; and what our front end says of it."""

import pytest
from reference_kit import needs
from tests.compiler.ast_kit import violations
from tests.compiler.p4c_kit import by_both, check_p4info, check_packets

from p4soft.compiler.front_end import check_file


@pytest.fixture(scope="module")
def both(program, tmp_path_factory):
    return by_both(program, tmp_path_factory.mktemp("oracle"))


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_the_same_p4info(both):
    check_p4info(both)


@pytest.mark.bmv2
@needs("p4c-bm2-ss")
def test_the_same_packets(both):
    check_packets(both)


def test_it_checks_without_warnings(program):
    checked = check_file(program)
    assert violations(checked) == []
    assert [str(warning) for warning in checked.diagnostics.warnings] == []
    assert checked.main is not None
    assert str(checked.main.type).startswith("V1Switch<")

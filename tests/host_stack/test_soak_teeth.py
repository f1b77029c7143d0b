# SPDX-License-Identifier: Apache-2.0
"""Random runs, hostile exchanges and mutated frames have teeth: each finds broken NICs, and soon.

That all of them pass with a good NIC is what `test_nic_soak`, `test_nic_hostile` and `test_nic_fuzz` are about.
"""

import pytest
from fuzz_kit import hammer
from hostile_kit import Hostile
from long_kit import share
from soak_faults_kit import OF_EXCHANGES, OF_FRAMES, OF_RUNS
from soak_kit import Soak, SoakError

from host_stack.native.data_path import in_python


@pytest.fixture(autouse=True)
def nics_in_python():
    """Machine code would not call the methods that are replaced here."""
    with in_python():
        yield


ALWAYS = [fault for fault in OF_RUNS if fault.__name__ not in {"stalls", "keeps_the_window"}]
"""`test_hostile_exchanges_find` finds the two others, too."""


@pytest.mark.parametrize("fault", share(OF_RUNS, ALWAYS), ids=lambda fault: fault.__name__)
def test_random_runs_find(fault, monkeypatch):
    fault(monkeypatch)
    monkeypatch.setattr(Soak, "deadline_ns", 40_000_000)
    with pytest.raises(SoakError, match=r"seed \d+ at \d+ ns: ."):
        for seed in range(OF_RUNS[fault]):
            Soak(seed).run()


@pytest.mark.parametrize("fault", OF_EXCHANGES, ids=lambda fault: fault.__name__)
def test_hostile_exchanges_find(fault, monkeypatch):
    fault(monkeypatch)
    with pytest.raises((AssertionError, LookupError)):
        for seed in range(OF_EXCHANGES[fault]):
            Hostile(seed).play()


@pytest.mark.parametrize("fault", OF_FRAMES, ids=lambda fault: fault.__name__)
def test_mutated_frames_find(fault, monkeypatch):
    fault(monkeypatch)
    with pytest.raises((AssertionError, LookupError)):
        hammer(OF_FRAMES[fault])

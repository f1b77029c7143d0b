# SPDX-License-Identifier: Apache-2.0
"""What a case is: a class with a docstring, requirement ids, and what to do with the NIC."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from ptf_tests.nic.peer import Peer
from ptf_tests.nic.settings import Settings


class NicCase(ABC):
    """One scripted exchange.

    Attributes:
        requirements: ids of `ptf_tests/requirements/nic.yaml` that it shows.
        needs: claims (`api.CLAIMS`) without which it makes no sense.
        when: choice and value (`ptf_tests.catalogue.claims.CHOICES`) that it is about; None for every NIC.
        settings: how the NIC is configured for it.
    """

    requirements: ClassVar[tuple[str, ...]]
    needs: ClassVar[frozenset[str]] = frozenset()
    when: ClassVar[tuple[str, str] | None] = None
    settings: ClassVar[Settings] = Settings()

    def run(self, peer: Peer) -> None:
        """Carry it out. Raises MismatchError when the NIC does something else than required."""
        self._exchange(peer)

    @abstractmethod
    def _exchange(self, peer: Peer) -> None:
        """Give, see, check."""

# SPDX-License-Identifier: Apache-2.0
"""What a case is: a class with a docstring, requirement ids, and what to do with the NIC."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from ptf_tests.catalogue.cases import CatalogueCase
from ptf_tests.nic.peer import Peer
from ptf_tests.nic.settings import Settings


class NicCase(CatalogueCase, ABC):
    """One scripted exchange.

    Attributes:
        settings: how the NIC is configured for it.
    """

    settings: ClassVar[Settings] = Settings()

    def run(self, peer: Peer) -> None:
        """Carry it out. Raises MismatchError when the NIC does something else than required."""
        self._exchange(peer)

    @abstractmethod
    def _exchange(self, peer: Peer) -> None:
        """Give, see, check."""

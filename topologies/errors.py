# SPDX-License-Identifier: Apache-2.0
"""The error of this package."""

from __future__ import annotations

from common.errors import DocumentError


class TopologyError(DocumentError):
    """A topology file, or a question about a fabric, that makes no sense; one sentence per problem, in file order."""

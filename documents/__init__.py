# SPDX-License-Identifier: Apache-2.0
"""Files that people write: YAML read with the line of every value, and checked against a model."""

from documents.checking import problems, validate
from documents.reading import Document, DocumentError, Loc, Place, Problem, read

__all__ = ["Document", "DocumentError", "Loc", "Place", "Problem", "problems", "read", "validate"]

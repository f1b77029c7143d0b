# SPDX-License-Identifier: Apache-2.0
"""Whether the Thrift library is there: an environment made before it was needed has none."""

from __future__ import annotations

import importlib.util


class MissingThriftError(Exception):
    """Thrift cannot be spoken; the message is complete and meant for people."""


def require_thrift() -> None:
    """Say what to install when the library is not there: raises MissingThriftError."""
    if importlib.util.find_spec("thriftpy2") is None:
        raise MissingThriftError(
            "Thrift needs the Python package thriftpy2, which is not installed; accepted: an environment made by this "
            "version's 'make tools' or 'pip install .', or 'pip install thriftpy2' into this one"
        )

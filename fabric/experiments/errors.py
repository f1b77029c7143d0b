# SPDX-License-Identifier: Apache-2.0
"""What a person can put right."""


class ExperimentError(Exception):
    """The message says what, and what is accepted."""

# SPDX-License-Identifier: Apache-2.0
"""The flows of a run, and its NICs; the same for every engine."""

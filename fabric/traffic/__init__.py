# SPDX-License-Identifier: Apache-2.0
"""The writes of a run and the NICs that carry them, whatever carries the frames between the NICs."""

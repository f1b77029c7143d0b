# SPDX-License-Identifier: Apache-2.0
"""Which way packets go: entropy values and what they stand for, a queue pair's set of them, probes, the way back."""

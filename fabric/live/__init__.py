# SPDX-License-Identifier: Apache-2.0
"""The fabric for real: one process per switch and per NIC, veths between them, in real time at a stated scale."""

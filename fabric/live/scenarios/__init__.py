# SPDX-License-Identifier: Apache-2.0
"""Scenarios on a live fabric: the same files, writes, faults and captures, in real time."""

# SPDX-License-Identifier: Apache-2.0
"""Congestion control: what a requestor asks and tells (``controller``), one module per algorithm, and their table.

A new algorithm is a class that implements ``CongestionController`` in a module of its own and a row of
``profile.ALGORITHMS``.
"""

# SPDX-License-Identifier: Apache-2.0
"""The conformance suite: packets in, packets out, counters as deltas, on any switch of `p4soft`.

Expected packets come from the requirement (`ptf_tests.switch.packets` builds them field by field), never from the code
under test.
"""

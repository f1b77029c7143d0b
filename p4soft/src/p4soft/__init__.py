# SPDX-License-Identifier: Apache-2.0
"""A P4_16 compiler and a v1model switch in Python: p4c-bm2-ss and simple_switch_grpc from `pip`."""

# SPDX-License-Identifier: Apache-2.0
"""The service SimplePreLAG, under the names that code generated from BMv2's own interface has."""

from bmv2_interface import service, simple_pre_lag

SimplePreLAG = service(simple_pre_lag, "SimplePreLAG")

__all__ = ["SimplePreLAG"]

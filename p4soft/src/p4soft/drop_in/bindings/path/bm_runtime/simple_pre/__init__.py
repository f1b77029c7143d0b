# SPDX-License-Identifier: Apache-2.0
"""The service SimplePre, under the names that code generated from BMv2's own interface has."""

from bmv2_interface import service, simple_pre

SimplePre = service(simple_pre, "SimplePre")

__all__ = ["SimplePre"]

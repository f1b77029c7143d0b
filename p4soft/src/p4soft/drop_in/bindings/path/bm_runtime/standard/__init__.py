# SPDX-License-Identifier: Apache-2.0
"""The service Standard, under the names that code generated from BMv2's own interface has."""

from bmv2_interface import service, standard

Standard = service(standard, "Standard")

__all__ = ["Standard"]

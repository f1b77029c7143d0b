# SPDX-License-Identifier: Apache-2.0
"""Incasts without a fabric: real NICs, and one modelled switch port per plane in front of the receiver."""

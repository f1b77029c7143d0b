# SPDX-License-Identifier: Apache-2.0
"""Measures how closely the embedded compiler and switch follow p4c and BMv2."""

# SPDX-License-Identifier: Apache-2.0
"""For PYTHONPATH: what is in this folder has BMv2's names. As a package it is only there to be installed."""

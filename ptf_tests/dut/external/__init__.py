# SPDX-License-Identifier: Apache-2.0
"""Somebody's switch, reached over the tester's interfaces and configured by commands, by hand or over P4Runtime."""

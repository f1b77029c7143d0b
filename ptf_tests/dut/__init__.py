# SPDX-License-Identifier: Apache-2.0
"""Devices under test: one interface (`api`), and the kinds of devices behind it."""

# SPDX-License-Identifier: Apache-2.0
"""Calls: arguments and copies, and what is called (functions, actions, tables, controls, parsers)."""

# SPDX-License-Identifier: Apache-2.0
"""Custom networks: hosts, switches that run any v1model program, and links, from a file of ten lines."""

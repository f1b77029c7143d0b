# SPDX-License-Identifier: Apache-2.0
"""Anybody's network: hosts, switches that run anybody's v1model program, and links, from a file of ten lines."""

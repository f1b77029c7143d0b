# SPDX-License-Identifier: Apache-2.0
"""The engine of emulated time: events, links, switches and NICs as nodes, and what is measured on them."""

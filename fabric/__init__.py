# SPDX-License-Identifier: Apache-2.0
"""The emulated fabric: switches of `p4soft`, NICs of `host_stack/` and links, joined and run in emulated time."""

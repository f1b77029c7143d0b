# SPDX-License-Identifier: Apache-2.0
"""Switches that run `p4src/` and are configured over P4Runtime: the embedded one, BMv2, or anybody's."""
